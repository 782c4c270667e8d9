import { Code, ConnectError } from "@connectrpc/connect";
import { TRIES_MAX } from "@emissions/kit/messages/consume";
import { newId } from "@emissions/kit/process/id";
import { EntityType, RecordsDeletedSchema, RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import {
  CalculationOutcome,
  DeletionsAppliedSchema,
  RecordsDelayedSchema,
} from "@emissions/proto/calc/v1/calculation_service";
import { GroupBy } from "@emissions/proto/calc/v1/total_impact_service";
import { FactorMethod, type ResolveFactorsRequest } from "@emissions/proto/factors/v1/selection_service";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type CalcService, calcService } from "../calc.fixture.ts";
import { factors, purchase } from "./record.fixture.ts";

let calc: CalcService;
let org: string;
let down: ConnectError | null = null;

beforeAll(async () => {
  calc = await calcService((request: ResolveFactorsRequest) => {
    if (down !== null) throw down;
    return factors.resolveFactors(request);
  });
});
afterAll(() => calc.drop());
beforeEach(() => {
  org = newId();
  down = null;
});

const stored = (...records: ReturnType<typeof purchase>[]) => ({ org, value: { records } });
const deleted = (...records: { recordId: string; revision: number }[]) => ({ org, value: { records } });

async function total(start = "2024-01-01", end = "2024-12-31"): Promise<string> {
  const request = { startDate: start, endDate: end, groupBy: GroupBy.SCOPE };
  const { summary } = await calc.totals.getTotalImpacts(request, calc.by(org));
  return summary!.totalCo2e!.value;
}

/** Locks the daily totals of the organization. The returned function unlocks them. */
async function lockTotals(): Promise<() => Promise<void>> {
  const holder = await calc.owner.reserve();
  await holder`begin`;
  await holder`select set_config('app.organization', ${org}, true), set_config('app.organizations', ${`{${org}}`}, true)`;
  await holder`select from daily_totals where organization_id = ${org} for update`;
  return async () => {
    await holder`rollback`;
    holder.release();
  };
}

/** Repeats the failed events until they are given up. */
async function failToTheLast(): Promise<void> {
  for (let tries = 1; tries < TRIES_MAX; tries++) await calc.retry(RecordsStoredSchema, org);
  expect(await calc.deferred(org)).toEqual([]);
}

async function resultsOf(...ids: string[]) {
  const all = (await calc.announced()).flat();
  return ids.map((id) => all.findLast(({ recordId }) => recordId === id));
}

describe("RecordsStored", () => {
  it("stores the result of a record and adds it to the totals", async () => {
    const record = purchase();
    expect(await calc.deliver(RecordsStoredSchema, [stored(record)])).toEqual(["done"]);
    const [result] = await resultsOf(record.recordId);
    expect(result).toMatchObject({
      revision: 1,
      entityType: EntityType.PURCHASES,
      status: CalculationOutcome.CALCULATED,
      errorCode: "",
      co2e: { value: "2.346092307692" },
      method: FactorMethod.SPEND_BASED,
      exchangeRate: { currency: "JPY", rate: { value: "162.5" }, rateDate: "2024-03-15" },
    });
    expect(await total()).toBe("0.002346092307692");
  });

  it("ignores a redelivered message", async () => {
    const message = { ...stored(purchase()), id: newId() };
    await calc.deliver(RecordsStoredSchema, [message, message]);
    expect(await calc.deliver(RecordsStoredSchema, [message])).toEqual(["done"]);
    expect(await total()).toBe("0.002346092307692");
  });

  it("publishes the result again when another message has the same revision", async () => {
    const record = purchase();
    await calc.deliver(RecordsStoredSchema, [stored(record)]);
    const [first] = await resultsOf(record.recordId);
    await calc.deliver(RecordsStoredSchema, [stored(record)]);
    const all = (await calc.announced()).flat().filter(({ recordId }) => recordId === record.recordId);
    expect(all).toEqual([first, first]);
    expect(await total()).toBe("0.002346092307692");
  });

  it("keeps the newer of two revisions in any order of arrival", async () => {
    const old = purchase();
    const changed = {
      ...purchase({ amount: "2000", referenceDate: "2024-05-01" }),
      recordId: old.recordId,
      revision: 2,
    };
    await calc.deliver(RecordsStoredSchema, [stored(changed)]);
    await calc.deliver(RecordsStoredSchema, [stored(old)]);
    expect(await total()).toBe("0.004692184615385");
    expect(await total("2024-03-01", "2024-03-31")).toBe("0");
  });

  it("adds no excluded record to the totals", async () => {
    const record = purchase();
    await calc.deliver(RecordsStoredSchema, [stored(record)]);
    await calc.deliver(RecordsStoredSchema, [stored({ ...record, revision: 2, excludedFromTotals: true })]);
    expect((await resultsOf(record.recordId))[0]).toMatchObject({ revision: 2, co2e: { value: "2.346092307692" } });
    expect(await total()).toBe("0");
    await calc.deliver(RecordsStoredSchema, [stored({ ...record, revision: 3 })]);
    expect(await total()).toBe("0.002346092307692");
  });

  it("distributes a period over its days", async () => {
    const record = purchase({ startDate: "2024-01-31", endDate: "2024-02-02" });
    await calc.deliver(RecordsStoredSchema, [stored(record)]);
    expect(await total("2024-01-01", "2024-01-31")).toBe("0.00078203076923");
    expect(await total("2024-02-01", "2024-02-29")).toBe("0.001564061538462");
    expect(await total()).toBe("0.002346092307692");
  });

  it("publishes the reason of a failure, and calculates the other records", async () => {
    const [good, unmapped, unreadable, selectorless] = [
      purchase(),
      purchase({ selector: { kind: { case: "spend", value: { sector: "none" } } } }),
      purchase({ amount: "many" }),
      purchase({ selector: {} }),
    ];
    await calc.deliver(RecordsStoredSchema, [stored(good, unmapped, unreadable, selectorless)]);
    const results = await resultsOf(good.recordId, unmapped.recordId, unreadable.recordId, selectorless.recordId);
    expect(results.map((result) => result!.errorCode)).toEqual([
      "",
      "SECTOR_NOT_MAPPED",
      "CALCULATION_FAILED",
      "CALCULATION_FAILED",
    ]);
    expect(results[1]).toMatchObject({ status: CalculationOutcome.FAILED });
    expect(results[1]!.co2e).toBeUndefined();
    expect(await total()).toBe("0.002346092307692");
  });

  it("subtracts the former result when the new calculation fails", async () => {
    const record = purchase();
    await calc.deliver(RecordsStoredSchema, [stored(record)]);
    const worse = purchase({ selector: { kind: { case: "spend", value: { sector: "none" } } } });
    await calc.deliver(RecordsStoredSchema, [stored({ ...worse, recordId: record.recordId, revision: 2 })]);
    expect(await total()).toBe("0");
  });

  it("publishes at most 500 results in one message", async () => {
    const records = Array.from({ length: 501 }, () => purchase());
    await calc.deliver(RecordsStoredSchema, [stored(...records.slice(0, 300)), stored(...records.slice(300))]);
    const ours = new Set(records.map(({ recordId }) => recordId));
    const sizes = (await calc.announced()).filter(([first]) => ours.has(first!.recordId)).map(({ length }) => length);
    // Events of one transaction have no defined order.
    expect(sizes.sort((a, b) => b - a)).toEqual([500, 1]);
  });

  it("retries while factors is unreachable, and stores no failure", async () => {
    const record = purchase({ referenceDate: "2024-06-01" });
    const message = { ...stored(record), id: newId() };
    down = new ConnectError("away", Code.Unavailable);
    expect(await calc.deliver(RecordsStoredSchema, [message])).toEqual(["done"]);
    for (let tries = 0; tries < 2 * TRIES_MAX; tries++) {
      await expect(calc.retry(RecordsStoredSchema, org)).rejects.toMatchObject({ code: Code.Unavailable });
    }
    expect(await resultsOf(record.recordId)).toEqual([undefined]);
    down = null;
    await calc.retry(RecordsStoredSchema, org);
    expect(await total()).toBe("0.002346092307692");
  });
});

describe("a message that fails on every delivery", () => {
  it("fails only its invalid record after the last delivery, and calculates the others", async () => {
    const bad = purchase({ category: "" });
    const good = purchase();
    const message = { ...stored(good, bad), id: newId() };
    expect(await calc.deliver(RecordsStoredSchema, [message])).toEqual(["done"]);
    expect(await resultsOf(good.recordId)).toEqual([undefined]);
    await failToTheLast();
    const [first, second] = await resultsOf(good.recordId, bad.recordId);
    expect(first).toMatchObject({ status: CalculationOutcome.CALCULATED });
    expect(second).toMatchObject({ status: CalculationOutcome.FAILED, errorCode: "CALCULATION_FAILED" });
    expect(await total()).toBe("0.002346092307692");
  });

  it("fails no record while the totals of the organization are locked", async () => {
    await calc.deliver(RecordsStoredSchema, [stored(purchase())]);
    const unlock = await lockTotals();
    const [good, bad] = [purchase(), purchase({ category: "" })];
    await calc.deliver(RecordsStoredSchema, [stored(good, bad)]);
    for (let tries = 2; tries < TRIES_MAX; tries++) await calc.retry(RecordsStoredSchema, org);
    await expect(calc.retry(RecordsStoredSchema, org)).rejects.toMatchObject({ code: "55P03" });
    expect(await resultsOf(good.recordId, bad.recordId)).toEqual([undefined, undefined]);
    const waiting = purchase();
    await calc.deliver(RecordsStoredSchema, [stored(waiting)]);
    expect(await calc.events(org, RecordsDelayedSchema)).toMatchObject([
      { records: [{ recordId: waiting.recordId, revision: 1, entityType: EntityType.PURCHASES }] },
    ]);
    await unlock();
    await calc.retry(RecordsStoredSchema, org);
    expect(await resultsOf(good.recordId, bad.recordId)).toMatchObject([
      { status: CalculationOutcome.CALCULATED },
      { errorCode: "CALCULATION_FAILED" },
    ]);
    expect(await total()).toBe("0.007038276923076");
  });

  it("delays no other message of its batch", async () => {
    const [bad, good] = [purchase({ category: "" }), purchase()];
    await calc.deliver(RecordsStoredSchema, [stored(bad), stored(good)]);
    expect(await total()).toBe("0.002346092307692");
    expect(await calc.deferred(org)).toEqual([{ failures: 1 }]);
  });

  it("fails all its records when factors rejects the request", async () => {
    const record = purchase({ referenceDate: "2024-07-01" });
    down = new ConnectError("no", Code.InvalidArgument);
    await calc.deliver(RecordsStoredSchema, [stored(record)]);
    await failToTheLast();
    expect(await resultsOf(record.recordId)).toMatchObject([{ errorCode: "CALCULATION_FAILED" }]);
  });
});

describe("RecordsDeleted", () => {
  it("subtracts the record from the totals and publishes nothing", async () => {
    const record = purchase({ startDate: "2024-01-01", endDate: "2024-12-31" });
    await calc.deliver(RecordsStoredSchema, [stored(record)]);
    const before = (await calc.announced()).length;
    await calc.deliver(RecordsDeletedSchema, [deleted({ recordId: record.recordId, revision: 2 })]);
    expect(await total()).toBe("0");
    expect((await calc.announced()).length).toBe(before);
  });

  it("subtracts the record once its locked totals are unlocked", async () => {
    const record = purchase();
    await calc.deliver(RecordsStoredSchema, [stored(record)]);
    const unlock = await lockTotals();
    const deletionId = newId();
    const records = [{ recordId: record.recordId, revision: 2 }];
    await calc.deliver(RecordsDeletedSchema, [{ org, value: { records, deletionId } }]);
    for (let tries = 0; tries < 2; tries++) {
      await expect(calc.retry(RecordsDeletedSchema, org)).rejects.toMatchObject({ code: "55P03" });
    }
    expect(await calc.events(org, DeletionsAppliedSchema)).toEqual([]);
    await unlock();
    await calc.retry(RecordsDeletedSchema, org);
    expect(await total()).toBe("0");
    expect(await calc.events(org, DeletionsAppliedSchema)).toMatchObject([{ deletionIds: [deletionId] }]);
    // Announced again.
    await calc.deliver(RecordsDeletedSchema, [{ org, value: { records, deletionId } }]);
    expect(await calc.events(org, DeletionsAppliedSchema)).toHaveLength(2);
    expect(await total()).toBe("0");
  });

  it("ignores an older revision that arrives later", async () => {
    const record = purchase();
    await calc.deliver(RecordsDeletedSchema, [deleted({ recordId: record.recordId, revision: 2 })]);
    await calc.deliver(RecordsStoredSchema, [stored(record)]);
    expect(await total()).toBe("0");
    expect(await resultsOf(record.recordId)).toEqual([undefined]);
  });

  it("leaves no empty group in any grouping", async () => {
    const record = purchase({ startDate: "2024-01-01", endDate: "2024-12-31" });
    await calc.deliver(RecordsStoredSchema, [stored(record)]);
    await calc.deliver(RecordsDeletedSchema, [deleted({ recordId: record.recordId, revision: 2 })]);
    for (const groupBy of [GroupBy.SCOPE, GroupBy.CATEGORY, GroupBy.MONTH]) {
      const request = { startDate: "2024-01-01", endDate: "2024-12-31", groupBy };
      const { summary } = await calc.totals.getTotalImpacts(request, calc.by(org));
      expect(summary).toMatchObject({ totalCo2e: { value: "0" }, items: [] });
    }
  });
});
