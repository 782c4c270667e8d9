import type { MessageInitShape } from "@bufbuild/protobuf";
import { create } from "@bufbuild/protobuf";
import { FreightPart, type FreightSelectorSchema, HubCategory } from "@emissions/proto/factors/v1/freight";
import { SelectorSchema } from "@emissions/proto/factors/v1/selection_service";
import { parse, plain } from "@emissions/quantity/decimal";
import { expect, it } from "vitest";
import { ghgCategoryOf } from "../ghg-category.ts";
import { activity } from "../method.fixture.ts";
import { methodOf } from "../registry.ts";
import { freight, freightEnergyProvision } from "./rules.ts";

/** Load, distance and intensity from well to wheel of published examples, with the printed result. */
it.each([
  {
    source: "GLEC-based calculator, rigid lorry of 26 to 32 t: 5,000 kg over 203 km",
    tonnes: "5",
    kilometres: "203",
    intensity: "0.162",
    kg: "164.43",
  },
  {
    source: "EcoFreight, GLEC v3.2 in Practice, example 1: 20 t from Shanghai to Rotterdam, 8.15 g per tkm",
    tonnes: "20",
    kilometres: "19600",
    intensity: "0.00815",
    kg: "3194.8",
  },
  {
    source: "iLEAP Technical Specifications 1.0.0, appendix B: 87 kg over 423 km, 36.801 tkm",
    tonnes: "0.087",
    kilometres: "423",
    intensity: "0.1",
    kg: "3.6801",
  },
])("$source", ({ tonnes, kilometres, intensity, kg }) => {
  const amount = plain(parse(tonnes).times(parse(kilometres)));
  const { part } = freight.calculate({ ...activity({ amount, factor: intensity }), conversions: [] });
  expect(plain(part.co2e)).toBe(kg);
});

it("electricity of a van is multiplied by its consumption, and divided by what the grid does not lose", () => {
  const step = {
    fromUnit: "tkm",
    toUnit: "kWh",
    multiplyBy: parse("1.12547"),
    divideBy: parse("1"),
    value: "kwh_per_tkm",
  };
  const losses = {
    fromUnit: "kWh",
    toUnit: "kWh",
    multiplyBy: parse("100"),
    divideBy: parse("92"),
    value: "loss_percent",
  };
  const used = activity({ amount: "100", factor: "0.2", lookedUpIn: "electricity_life_cycle" });
  const { part, formula, formulaWithNumbers } = freightEnergyProvision.calculate({
    ...used,
    conversions: [step, losses],
  });
  expect(formula).toBe("(quantity * kwh_per_tkm * generated_percent / (100 - loss_percent)) * factor");
  expect(formulaWithNumbers.split(" = ")[0]).toBe("(100 * 1.12547 * 100 / 92) * 0.2");
  expect([part.scope, part.part, plain(part.co2e)]).toEqual([3, "energy_provision", "24.466739130435"]);
});

type Freight = Exclude<MessageInitShape<typeof FreightSelectorSchema>, { $typeName: string }>;

const toc = { case: "tocId" as const, value: "" };
const fuel = { case: "logisticsFuelId" as const, value: "" };
const hub = { case: "hubCategory" as const, value: HubCategory.WAREHOUSE_MIXED };
const { OPERATION, ENERGY_PROVISION } = FreightPart;

it.each<{ category: string; selector: Freight; lookedUpIn: string; expected: unknown[] }>([
  {
    category: "goods_received",
    selector: { activity: toc, part: OPERATION },
    lookedUpIn: "freight",
    expected: ["freight/1", 3, "transport", "upstream_transportation_and_distribution"],
  },
  {
    category: "goods_shipped",
    selector: { activity: toc, part: ENERGY_PROVISION },
    lookedUpIn: "freight_upstream",
    expected: ["freight/1", 3, "energy_provision", "downstream_transportation_and_distribution"],
  },
  {
    category: "goods_shipped",
    selector: { activity: toc, part: ENERGY_PROVISION },
    lookedUpIn: "electricity_life_cycle",
    expected: ["freight/1", 3, "energy_provision", "downstream_transportation_and_distribution"],
  },
  {
    category: "goods_shipped",
    selector: { activity: hub, part: OPERATION },
    lookedUpIn: "logistics_hubs",
    expected: ["freight/1", 3, "hub", "downstream_transportation_and_distribution"],
  },
  {
    category: "logistics_recharges",
    selector: { activity: fuel, part: OPERATION },
    lookedUpIn: "vehicle_fuels",
    expected: ["carrier-fuels/1", 1, "operation", "mobile_combustion"],
  },
  {
    category: "logistics_recharges",
    selector: { activity: fuel, part: ENERGY_PROVISION },
    lookedUpIn: "fuels_upstream",
    expected: ["carrier-fuels/1", 3, "upstream", "fuel_and_energy_related_activities"],
  },
  {
    category: "logistics_recharges",
    selector: { activity: fuel, part: ENERGY_PROVISION },
    lookedUpIn: "electricity_life_cycle",
    expected: ["carrier-fuels/1", 3, "upstream", "fuel_and_energy_related_activities"],
  },
])("$category in $lookedUpIn: $expected", ({ category, selector, lookedUpIn, expected }) => {
  const method = methodOf({
    category,
    selector: create(SelectorSchema, { kind: { case: "freight", value: selector } }),
  })!;
  const { part } = method.calculate(activity({ category, lookedUpIn }));
  const ghgCategory = ghgCategoryOf({ scope: part.scope, category, part: part.part });
  expect([method.name, part.scope, part.part, ghgCategory]).toEqual(expected);
});
