import { newId } from "@emissions/kit/process/id";
import {
  type RecordInput,
  RecordsDeletedSchema,
  RecordsStoredSchema,
} from "@emissions/proto/activity/v1/record_events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CalcService, calcService } from "../calc.fixture.ts";
import { factors, inLibrary, kWh, purchase } from "../record/record.fixture.ts";

let calc: CalcService;
beforeAll(async () => {
  calc = await calcService(factors.resolveFactors);
});
afterAll(() => calc.drop());

const SPRING = { startDate: "2024-03-10", endDate: "2024-06-20" };

describe("the amounts of a restatement", () => {
  const halves = { startDate: "2024-03-05", endDate: "2024-03-14" };
  const input = (recordId: string, revision: number, amount: string, more: object = {}) =>
    purchase({
      recordId,
      revision,
      category: "combustion",
      quantity: kWh(amount),
      selector: inLibrary("fuels"),
      ...halves,
      ...more,
    });
  const amounts = async (org: string, recordId: string, ...revisions: number[]) => {
    const { startDate, endDate } = SPRING;
    const records = revisions.map((revision) => ({ recordId, revision, startDate, endDate }));
    const reply = await calc.restatements.getRestatedAmounts({ records }, calc.by(org));
    return reply.records.map(({ amounts }) => amounts && [amounts.co2eBefore!.value, amounts.co2eAfter!.value]);
  };

  it("are those of the record within the locked days, before and after each revision", async () => {
    const [org, recordId] = [newId(), newId()];
    const store = (...records: RecordInput[]) => calc.deliver(RecordsStoredSchema, [{ org, value: { records } }]);
    await store(input(recordId, 1, "1000"));
    await store(input(recordId, 2, "2000"));
    await store(input(recordId, 4, "3000", { excludedFromTotals: true }));
    await store(input(recordId, 5, "4000", { additionalParts: [upstream] }));
    await calc.deliver(RecordsDeletedSchema, [{ org, value: { records: [{ recordId, revision: 6 }] } }]);
    // Half of the days are locked.
    expect(await amounts(org, recordId, 1, 2, 3, 4, 5, 6, 7)).toEqual([
      ["0", "0.1"],
      ["0.1", "0.2"],
      undefined,
      ["0.2", "0"],
      ["0", "0.46"],
      ["0.46", "0"],
      undefined,
    ]);
    expect(await amounts(newId(), recordId, 2)).toEqual([undefined]);
  });

  it("are told by scope and category", async () => {
    const [org, recordId] = [newId(), newId()];
    const records = [input(recordId, 1, "4000", { additionalParts: [upstream] })];
    await calc.deliver(RecordsStoredSchema, [{ org, value: { records } }]);
    const { startDate, endDate } = SPRING;
    const asked = [{ recordId, revision: 1, startDate, endDate }];
    const reply = await calc.restatements.getRestatedAmounts({ records: asked }, calc.by(org));
    expect(reply.records[0]!.amounts!.categories).toMatchObject([
      { scope: 1, category: "combustion", co2eBefore: { value: "0" }, co2eAfter: { value: "0.4" } },
      { scope: 3, category: "energy_production", co2eAfter: { value: "0.06" } },
    ]);
  });

  it.each([
    ["no id", { recordId: "x" }],
    ["no day", { startDate: "2024-02-30" }],
    ["a reversed period", { endDate: "2024-01-01" }],
  ])("are refused for %s", async (_, wrong) => {
    const { startDate, endDate } = SPRING;
    const records = [{ recordId: newId(), revision: 1, startDate, endDate, ...wrong }];
    await expect(calc.restatements.getRestatedAmounts({ records }, calc.by(newId()))).rejects.toThrow();
  });

  const upstream = {
    part: "stationary_generation",
    category: "energy_production",
    quantity: kWh("4000"),
    selector: inLibrary("fuels_upstream"),
  };
});
