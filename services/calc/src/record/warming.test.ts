import { newId } from "@emissions/kit/process/id";
import { RecordsDeletedSchema, RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { GroupBy } from "@emissions/proto/calc/v1/total_impact_service";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type CalcService, calcService } from "../calc.fixture.ts";
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

/** 2 units of R-401A in one day. */
const recharge = (fields: Parameters<typeof purchase>[0] = {}) =>
  purchase({
    category: "recharges",
    quantity: kWh("2"),
    selector: inLibrary("refrigerants"),
    gwpSet: "AR5",
    startDate: "2024-03-15",
    endDate: "2024-03-15",
    ...fields,
  });

async function store(record: ReturnType<typeof recharge>) {
  await calc.deliver(RecordsStoredSchema, [{ org, value: { records: [record] } }]);
  return (await calc.announced()).flat().findLast(({ recordId }) => recordId === record.recordId)!;
}

const explain = async ({ recordId, entityType }: ReturnType<typeof recharge>) =>
  (await calc.calculations.getCalculation({ id: recordId, entityType }, calc.by(org))).calculation!;

async function totals() {
  const request = { startDate: "2024-01-01", endDate: "2024-12-31", groupBy: GroupBy.CATEGORY };
  const { items } = (await calc.totals.getTotalImpacts(request, calc.by(org))).summary!;
  return items.map(({ scope, category, co2e }) => `${scope} ${category} ${co2e!.value}`);
}

describe("gases outside the Kyoto Protocol", () => {
  it("are calculated and shown, and are in no total", async () => {
    const record = recharge();
    expect((await store(record)).co2e!.value).toBe("35.88");
    const { impacts, co2e, gwpSet } = await explain(record);
    expect(impacts).toMatchObject([
      { part: "leakage", scope: 1, memo: false, ghgCategory: "fugitive_emissions", co2e: { value: "35.88" } },
      { part: "leakage_outside_kyoto", memo: true, ghgCategory: "outside_scopes", co2e: { value: "2223.96" } },
    ]);
    expect([co2e!.value, gwpSet]).toEqual(["35.88", "AR5"]);
    expect(await totals()).toEqual(["1 recharges 0.03588"]);
    const value = { records: [{ recordId: record.recordId, revision: 2 }] };
    await calc.deliver(RecordsDeletedSchema, [{ org, value }]);
    expect(await totals()).toEqual([]);
  });

  it("have the CO2e of each set, like all other impacts", async () => {
    const record = recharge();
    await store(record);
    const { impacts } = await explain(record);
    expect(impacts.map(({ co2eByGwpSet }) => co2eByGwpSet)).toMatchObject([
      { ar4: { value: "32.24" }, ar5: { value: "35.88" }, ar6: { value: "42.64" } },
      { ar4: { value: "2332.72" }, ar5: { value: "2223.96" }, ar6: { value: "2483.56" } },
    ]);
  });
});

it("a calculation keeps its set until the record is calculated again with another one", async () => {
  const record = recharge();
  await store(record);
  const again = recharge({ recordId: record.recordId, revision: 2, gwpSet: "AR6" });
  expect((await store(again)).co2e!.value).toBe("42.64");
  expect(await totals()).toEqual(["1 recharges 0.04264"]);
});

it("biogenic CO2 that no factor states is absent, and not zero", async () => {
  const record = recharge();
  expect((await store(record)).biogenicCo2).toBeUndefined();
  expect((await explain(record)).biogenicCo2).toBeUndefined();
  // Again as a repeated message, from the stored row.
  expect((await store(record)).biogenicCo2).toBeUndefined();
  const burned = recharge({ category: "combustion", selector: inLibrary("fuels") });
  expect((await store(burned)).biogenicCo2).toMatchObject({ value: "0.1" });
});
