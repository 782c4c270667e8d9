import { create } from "@bufbuild/protobuf";
import { CommuteTransport } from "@emissions/proto/factors/v1/commute";
import { type Selector, SelectorSchema } from "@emissions/proto/factors/v1/selection_service";
import { describe, expect, it } from "vitest";
import { activity } from "./method.fixture.ts";
import { methodOf } from "./registry.ts";

const library = (category: string) =>
  create(SelectorSchema, { kind: { case: "library", value: { category, key: "k" } } });
const waste = create(SelectorSchema, { kind: { case: "waste", value: {} } });
const spend = create(SelectorSchema, { kind: { case: "spend", value: {} } });
const material = create(SelectorSchema, { kind: { case: "material", value: {} } });
const own = create(SelectorSchema, { kind: { case: "customRecord", value: {} } });
const trip = (upstream: boolean) => create(SelectorSchema, { kind: { case: "travel", value: { upstream } } });
const commute = (transportType: CommuteTransport, upstream = false) =>
  create(SelectorSchema, { kind: { case: "commute", value: { transportType, upstream } } });
const fuel = create(SelectorSchema, { kind: { case: "vehicle", value: {} } });
const group = create(SelectorSchema, { kind: { case: "customGroup", value: {} } });

interface Case {
  category: string;
  selector: Selector;
  lookedUpIn?: string;
  method: string;
  emissionScope: [scope: number, part: string];
}

describe("the category and the selector decide about method and scope", () => {
  it.each<Case>([
    { category: "combustion", selector: library("fuels"), method: "combustion/2", emissionScope: [1, "combustion"] },
    { category: "combustion", selector: own, method: "combustion/2", emissionScope: [1, "combustion"] },
    { category: "combustion", selector: library("heat"), method: "combustion/2", emissionScope: [2, "consumption"] },
    { category: "heat", selector: library("heat"), method: "heat/2", emissionScope: [2, "consumption"] },
    { category: "heat", selector: own, method: "heat/2", emissionScope: [2, "consumption"] },
    {
      category: "electricity",
      selector: library("electricity_supplier"),
      method: "electricity/2",
      emissionScope: [2, "consumption"],
    },
    {
      category: "electricity",
      selector: library("electricity_certificates"),
      method: "electricity/2",
      emissionScope: [2, "consumption"],
    },
    { category: "electricity", selector: group, method: "electricity/2", emissionScope: [2, "consumption"] },
    {
      category: "energy_production",
      selector: library("electricity_losses"),
      method: "energy-production/2",
      emissionScope: [3, "upstream"],
    },
    {
      category: "energy_production",
      selector: library("fuels_upstream"),
      method: "energy-production/2",
      emissionScope: [3, "upstream"],
    },
    { category: "wastes", selector: waste, lookedUpIn: "waste", method: "wastes/2", emissionScope: [3, "treatment"] },
    { category: "wastes", selector: own, method: "wastes/2", emissionScope: [3, "treatment"] },
    { category: "water", selector: library("water_supply"), method: "water/2", emissionScope: [3, "supply"] },
    { category: "water", selector: library("water_treatment"), method: "water/2", emissionScope: [3, "treatment"] },
    { category: "recharges", selector: library("refrigerants"), method: "recharges/2", emissionScope: [1, "leakage"] },
    { category: "process", selector: library("refrigerants"), method: "process/2", emissionScope: [1, "process"] },
    { category: "process", selector: own, method: "process/2", emissionScope: [1, "process"] },
    { category: "vehicles", selector: group, method: "vehicles/1", emissionScope: [1, "combustion"] },
    {
      category: "vehicles",
      selector: library("vehicle_distance"),
      method: "vehicles/1",
      emissionScope: [1, "combustion"],
    },
    { category: "purchases", selector: spend, method: "spend-based/2", emissionScope: [3, "purchase"] },
    {
      category: "purchases",
      selector: material,
      method: "average-data/2",
      emissionScope: [3, "purchase"],
    },
    { category: "purchases", selector: own, method: "supplier-specific/2", emissionScope: [3, "purchase"] },
    {
      category: "travels",
      selector: library("hotel_stays"),
      method: "hotel-stays/2",
      emissionScope: [3, "travel"],
    },
    {
      category: "travels",
      selector: library("passenger_transport"),
      method: "travels/1",
      emissionScope: [3, "travel"],
    },
    {
      category: "travels",
      selector: trip(false),
      lookedUpIn: "passenger_transport",
      method: "travels/1",
      emissionScope: [3, "travel"],
    },
    {
      category: "travels",
      selector: trip(true),
      lookedUpIn: "passenger_transport_upstream",
      method: "travels-upstream/1",
      emissionScope: [3, "travel_upstream"],
    },
    {
      category: "employees",
      selector: commute(CommuteTransport.CAR),
      lookedUpIn: "passenger_transport",
      method: "employees/1",
      emissionScope: [3, "commuting"],
    },
    {
      category: "employees",
      selector: commute(CommuteTransport.CAR, true),
      lookedUpIn: "passenger_transport_upstream",
      method: "employees-upstream/1",
      emissionScope: [3, "commuting_upstream"],
    },
    {
      category: "employees",
      selector: commute(CommuteTransport.TELECOMMUTING),
      lookedUpIn: "homeworking",
      method: "employees-telecommuting/1",
      emissionScope: [3, "telecommuting"],
    },
    {
      category: "employees",
      selector: library("passenger_transport"),
      method: "employees/1",
      emissionScope: [3, "commuting"],
    },
    {
      category: "employees",
      selector: own,
      method: "supplier-specific/2",
      emissionScope: [3, "commuting"],
    },
    {
      category: "sold_products",
      selector: library("electricity_location"),
      method: "sold-products/1",
      emissionScope: [3, "use"],
    },
    {
      category: "sold_products",
      selector: library("electricity_losses"),
      method: "sold-products/1",
      emissionScope: [3, "use"],
    },
    {
      category: "sold_products",
      selector: library("fuels"),
      method: "sold-products/1",
      emissionScope: [3, "use"],
    },
    {
      category: "sold_products",
      selector: fuel,
      lookedUpIn: "vehicle_fuels",
      method: "sold-products/1",
      emissionScope: [3, "use"],
    },
  ])("$category by $selector.kind.case $selector.kind.value.category: $method", (each) => {
    const { category, selector, method, emissionScope } = each;
    const { kind } = selector;
    const lookedUpIn = kind.case === "library" ? kind.value.category : (each.lookedUpIn ?? "custom_record");
    const found = methodOf({ category, selector })!;
    const { part } = found.calculate(activity({ category, lookedUpIn }));
    expect([found.name, part.scope, part.part]).toEqual([method, ...emissionScope]);
  });

  it("is not calculated without a selector", () => {
    expect(methodOf({ category: "wastes", selector: undefined })).toBeUndefined();
    expect(methodOf({ category: "wastes", selector: create(SelectorSchema, {}) })).toBeUndefined();
  });
});
