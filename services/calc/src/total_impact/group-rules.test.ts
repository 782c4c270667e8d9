import { newId } from "@emissions/kit/process/id";
import { GwpSet } from "@emissions/proto/activity/v1/organization_service";
import {
  type RecordInput,
  RecordsDeletedSchema,
  RecordsStoredSchema,
} from "@emissions/proto/activity/v1/record_events";
import { GroupBy, Scope2Method } from "@emissions/proto/calc/v1/total_impact_service";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type CalcService, calcService } from "../calc.fixture.ts";
import { factors, inLibrary, kWh, purchase } from "../record/record.fixture.ts";

let calc: CalcService;
let org: string;
beforeAll(async () => {
  calc = await calcService(factors.resolveFactors);
});
afterAll(() => calc.drop());
beforeEach(() => {
  org = newId();
});

const store = (...records: RecordInput[]) => calc.deliver(RecordsStoredSchema, [{ org, value: { records } }]);

async function ask(question: { groupBy?: GroupBy; scope2?: Scope2Method; gwp?: GwpSet }) {
  const request = { startDate: "2024-01-01", endDate: "2024-12-31", ...question };
  const { items, totalCo2e } = (await calc.totals.getTotalImpacts(request, calc.by(org))).summary!;
  return { total: totalCo2e!.value, items: items.map(({ co2e }) => co2e!.value) };
}

const GROUPINGS = [
  GroupBy.SCOPE,
  GroupBy.CATEGORY,
  GroupBy.MONTH,
  GroupBy.GHG_CATEGORY,
  GroupBy.SOURCE,
  GroupBy.QUALITY,
];

describe("the total of an organization", () => {
  it.each([
    { gwp: GwpSet.UNSPECIFIED, tonnes: "7.52" },
    { gwp: GwpSet.AR4, tonnes: "7.48" },
    { gwp: GwpSet.AR5, tonnes: "7.45" },
    { gwp: GwpSet.AR6, tonnes: "7.52" },
  ])("with AR6 is $tonnes t for a question with the set $gwp, in every grouping", async ({ gwp, tonnes }) => {
    const burned = { category: "combustion", quantity: kWh("1000"), selector: inLibrary("by_gas") };
    await store(purchase({ ...burned, gwpSet: "AR6" }));
    for (const groupBy of GROUPINGS) expect(await ask({ gwp, groupBy })).toEqual({ total: tonnes, items: [tonnes] });
  });

  it("has no group of deleted records", async () => {
    const record = purchase({ category: "combustion", quantity: kWh("1000"), selector: inLibrary("fuels") });
    await store(record);
    const records = [{ recordId: record.recordId, revision: 2 }];
    await calc.deliver(RecordsDeletedSchema, [{ org, value: { records } }]);
    for (const groupBy of GROUPINGS)
      for (const scope2 of [Scope2Method.MARKET, Scope2Method.LOCATION])
        expect(await ask({ groupBy, scope2 })).toEqual({ total: "0", items: [] });
  });

  it("by location has of all memo items only the location-based electricity", async () => {
    const used = { category: "electricity", quantity: kWh("1000") };
    const memo = (part: string) => ({ ...used, part, selector: inLibrary("electricity_location"), memo: true });
    const additionalParts = [memo("electricity_location_based"), memo("another_memo")];
    await store(purchase({ ...used, selector: inLibrary("electricity_residual_mix"), additionalParts }));
    expect(await ask({ scope2: Scope2Method.MARKET })).toMatchObject({ total: "0.4" });
    expect(await ask({ scope2: Scope2Method.LOCATION })).toMatchObject({ total: "0.1" });
  });
});
