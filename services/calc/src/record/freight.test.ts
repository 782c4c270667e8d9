import { create } from "@bufbuild/protobuf";
import { newId } from "@emissions/kit/process/id";
import {
  EntityType,
  FreightPayer,
  JourneySchema,
  type RecordInput,
  RecordsStoredSchema,
} from "@emissions/proto/activity/v1/record_events";
import type { RecordResult } from "@emissions/proto/calc/v1/calculation_service";
import { GroupBy } from "@emissions/proto/calc/v1/total_impact_service";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type CalcService, calcService } from "../calc.fixture.ts";
import { ADDITIONAL_PARTS_MAX } from "../calculation/pieces.ts";
import { verifyTotals } from "../total_impact/verify.ts";
import { factors, inLibrary, kWh, purchase } from "./record.fixture.ts";

let calc: CalcService;
let org: string;
beforeAll(async () => {
  calc = await calcService(factors.resolveFactors);
});
afterAll(() => calc.drop());
beforeEach(() => {
  org = newId();
});

const JOURNEY = create(JourneySchema, { kilometres: { value: "12.5" }, explanation: "12.5 km by road" });

const part = (name: string, lookedUpIn: string, amount: string) => ({
  part: name,
  category: "goods_shipped",
  quantity: kWh(amount),
  selector: inLibrary(lookedUpIn),
});

/** Sections of 1, 2, 3 ... units of activity, with the distance of the second one measured. */
function route(sections: number, fields: Parameters<typeof purchase>[0] = {}): RecordInput {
  const rest = Array.from({ length: sections }, (_, at) => [
    ...(at === 0
      ? []
      : [{ ...part(`section_${at + 1}`, "freight", `${at + 1}`), ...(at === 1 && { journey: JOURNEY }) }]),
    part(`section_${at + 1}_energy_provision`, "freight_upstream", `${at + 1}`),
  ]);
  return purchase({
    entityType: EntityType.TRANSPORTS,
    category: "goods_shipped",
    quantity: kWh("1"),
    selector: inLibrary("freight"),
    additionalParts: rest.flat(),
    ...fields,
  });
}

async function resultOf(record: RecordInput): Promise<RecordResult> {
  expect(await calc.deliver(RecordsStoredSchema, [{ org, value: { records: [record] } }])).toEqual(["done"]);
  return (await calc.announced()).flat().findLast(({ recordId }) => recordId === record.recordId)!;
}

const partsOf = ({ parts }: RecordResult) => parts.map(({ part, co2e }) => `${part} ${co2e!.value}`);

const explain = async ({ recordId, entityType }: RecordInput) =>
  (await calc.calculations.getCalculation({ id: recordId, entityType }, calc.by(org))).calculation!;

async function totals() {
  const request = { startDate: "2024-01-01", endDate: "2024-12-31", groupBy: GroupBy.CATEGORY };
  const { items } = (await calc.totals.getTotalImpacts(request, calc.by(org))).summary!;
  return items.map(({ scope, category, co2e }) => `${scope} ${category} ${co2e!.value}`);
}

describe("a transport route", () => {
  it("tells the emissions of each section, which sum to the route", async () => {
    const result = await resultOf(route(2));
    expect(partsOf(result)).toEqual([
      "transport 0.1",
      "section_1_energy_provision 0.03",
      "section_2 0.2",
      "section_2_energy_provision 0.06",
    ]);
    expect([result.co2e?.value, result.upstreamCo2e]).toEqual(["0.39", undefined]);
    expect(await totals()).toEqual(["3 goods_shipped 0.00039"]);
  });

  it("has 20 sections of two parts each, and no more parts than the limit", async () => {
    const result = await resultOf(route(20));
    expect([result.errorDetail, result.parts.length, result.co2e?.value]).toEqual(["", 40, "27.3"]);
    const more = Array.from({ length: ADDITIONAL_PARTS_MAX + 1 }, (_, at) => part(`part_${at}`, "freight", "1"));
    const refused = await resultOf(route(1, { additionalParts: more }));
    expect(refused.errorDetail).toBe("There are more than 40 parts.");
  });

  it("tells the same when it is announced again", async () => {
    const record = route(3);
    const first = await resultOf(record);
    const again = await resultOf(record);
    expect(again).toEqual(first);
    expect(again.parts).toHaveLength(6);
  });

  it("has one amount for a part whose factor changes within the period", async () => {
    const days = { startDate: "2024-12-31", endDate: "2025-01-01" };
    const record = route(1, { ...days, selector: inLibrary("by_year") });
    expect(partsOf(await resultOf(record))).toEqual(["activity 0.15", "section_1_energy_provision 0.03"]);
  });

  it("shows in its explanation how the distance of a section was measured", async () => {
    const record = route(2);
    await resultOf(record);
    const { parts } = await explain(record);
    expect(parts.map(({ part, journey }) => [part, journey?.explanation])).toEqual([
      ["transport", undefined],
      ["section_1_energy_provision", undefined],
      ["section_2", "12.5 km by road"],
      ["section_2_energy_provision", undefined],
    ]);
    expect(parts.map(({ method }) => method)).toEqual(["freight/1", "freight/1", "freight/1", "freight/1"]);
  });
});

it("a leg tells operation, energy provision and hub apart", async () => {
  const additionalParts = [part("energy_provision", "freight_upstream", "2"), part("hub", "logistics_hubs", "5")];
  const leg = route(1, { entityType: EntityType.LOGISTICS_REQUESTS, quantity: kWh("2"), additionalParts });
  expect(partsOf(await resultOf(leg))).toEqual(["transport 0.2", "energy_provision 0.06", "hub 6"]);
});

const ghgCategories = async (record: RecordInput) => {
  await resultOf(record);
  return [...new Set((await explain(record)).impacts.map(({ ghgCategory }) => ghgCategory))].sort();
};

// GHG Protocol, Technical Guidance for Calculating Scope 3 Emissions, chapters 4 and 9.
describe("transport is", () => {
  const { ORGANIZATION, OTHER, UNSPECIFIED } = FreightPayer;
  const { TRANSPORTS, LOGISTICS_REQUESTS } = EntityType;
  const [FOUR, NINE] = ["upstream_transportation_and_distribution", "downstream_transportation_and_distribution"];
  it.each([
    ["category 4 for goods shipped that the organization pays", TRANSPORTS, ORGANIZATION, FOUR],
    ["category 9 for goods shipped that others pay", TRANSPORTS, OTHER, NINE],
    ["category 9 for goods shipped of earlier versions, which had no payer", TRANSPORTS, UNSPECIFIED, NINE],
    ["category 4 for legs that the organization pays", LOGISTICS_REQUESTS, ORGANIZATION, FOUR],
    ["category 9 for legs that others pay", LOGISTICS_REQUESTS, OTHER, NINE],
    ["category 4 for legs of earlier versions, once they are calculated again", LOGISTICS_REQUESTS, UNSPECIFIED, FOUR],
  ])("%s", async (_what, entityType, paidBy, expected) => {
    expect(await ghgCategories(route(1, { entityType, paidBy }))).toEqual([expected]);
    expect(await totals()).toEqual(["3 goods_shipped 0.00013"]);
  });

  it.each([ORGANIZATION, OTHER])(
    "category 4 for goods received between suppliers and the organization: %s",
    async (paidBy) => {
      const received = { category: "goods_received" };
      const additionalParts = [{ ...part("section_1_energy_provision", "freight_upstream", "1"), ...received }];
      expect(await ghgCategories(route(1, { ...received, paidBy, additionalParts }))).toEqual([FOUR]);
    },
  );
});

it("a recharge of an earlier version is calculated, and no total has it", async () => {
  await resultOf(route(1));
  const before = await totals();
  const recharge = purchase({
    entityType: EntityType.LOGISTICS_RECHARGES,
    category: "logistics_recharges",
    quantity: kWh("10"),
    selector: inLibrary("fuels"),
    additionalParts: [{ ...part("energy_provision", "fuels_upstream", "10"), category: "logistics_recharges" }],
    excludedFromTotals: true,
  });
  const result = await resultOf(recharge);
  expect([result.co2e?.value, result.parts.length]).toEqual(["2.3", 0]);
  expect((await explain(recharge)).impacts.map(({ scope, part }) => [scope, part])).toEqual([
    [1, "operation"],
    [3, "energy_provision"],
  ]);
  expect(await totals()).toEqual(before);
});

it("fuel of own vehicles is scope 1, and its production category 3", async () => {
  const recharge = purchase({
    entityType: EntityType.LOGISTICS_RECHARGES,
    category: "vehicles",
    quantity: kWh("10"),
    selector: inLibrary("fuels"),
    additionalParts: [{ ...part("energy_provision", "fuels_upstream", "10"), category: "energy_production" }],
  });
  const result = await resultOf(recharge);
  expect([result.co2e?.value, result.upstreamCo2e?.value]).toEqual(["2.3", "0.3"]);
  expect(await ghgCategories(recharge)).toEqual(["fuel_and_energy_related_activities", "mobile_combustion"]);
  expect(await totals()).toEqual(["1 vehicles 0.002", "3 energy_production 0.0003"]);
});

it("totals of routes, legs and recharges are the sums of their impacts", async () => {
  await resultOf(route(3));
  await resultOf(route(2, { entityType: EntityType.LOGISTICS_REQUESTS }));
  await resultOf(route(1, { entityType: EntityType.LOGISTICS_RECHARGES, excludedFromTotals: true }));
  expect(await verifyTotals(calc.db, org, { repair: false })).toEqual([]);
});
