import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { newId } from "@emissions/kit/process/id";
import { PeriodLockChangedSchema } from "@emissions/proto/activity/v1/period_lock_service";
import {
  type RecordInput,
  RecordsDeletedSchema,
  RecordsStoredSchema,
} from "@emissions/proto/activity/v1/record_events";
import { PeriodLockAppliedSchema } from "@emissions/proto/calc/v1/restatement_service";
import { GroupBy, Scope2Method } from "@emissions/proto/calc/v1/total_impact_service";
import { Decimal } from "@emissions/quantity/decimal";
import { addDays } from "@emissions/quantity/period";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CalcService, calcService } from "../calc.fixture.ts";
import { factors, inLibrary, kWh, purchase } from "../record/record.fixture.ts";
import { verifyTotals } from "../total_impact/verify.ts";

let calc: CalcService;
beforeAll(async () => {
  calc = await calcService(factors.resolveFactors);
});
afterAll(() => calc.drop());

const random = (below: number) => Math.floor(Math.random() * below);
const GROUPS = [1, 2, 3, 4, 5, 6, 7] as const satisfies GroupBy[];

const SPRING = { id: newId(), startDate: "2024-03-10", endDate: "2024-06-20" };
/** Adjacent, so that one record can touch both. */
const AUTUMN = { id: newId(), startDate: "2024-06-21", endDate: "2024-11-15" };
const LOCKED = [
  SPRING,
  AUTUMN,
  { startDate: SPRING.startDate, endDate: AUTUMN.endDate },
  { startDate: "2024-04-01", endDate: "2024-04-30" },
  { startDate: "2024-06-15", endDate: "2024-07-02" },
];
const ALL = { startDate: "2023-06-01", endDate: "2025-05-30" };
const OPEN = [
  { startDate: "2023-06-01", endDate: "2024-03-09" },
  { startDate: "2024-11-16", endDate: "2025-05-30" },
];

interface Days {
  startDate: string;
  endDate: string;
}

interface Question extends Days {
  groupBy: GroupBy;
  restated?: boolean;
  scope2?: Scope2Method;
}

async function ask(org: string, question: Question, asOf?: Date) {
  const { startDate, endDate } = question;
  const request = { ...question, startDate, endDate, coverage: true, ...(asOf && { asOf: timestampFromDate(asOf) }) };
  const { summary } = await calc.totals.getTotalImpacts(request, calc.by(org));
  const { organizationId: _, restated: _restated, asOf: _asOf, ...rest } = summary!;
  return JSON.stringify(rest);
}

/** Every grouping and scope 2 method of some ranges. */
async function askAll(org: string, ranges: readonly Days[], restated = false, asOf?: Date) {
  const questions = ranges.flatMap(({ startDate, endDate }) =>
    [...GROUPS.map((groupBy) => ({ groupBy })), { groupBy: GroupBy.SCOPE, scope2: Scope2Method.LOCATION }].map(
      (one): Question => ({ ...one, startDate, endDate, restated }),
    ),
  );
  return Promise.all(questions.map((question) => ask(org, question, asOf)));
}

/** The answers as of an instant have no numbers of records. */
const sums = (org: string, ranges: readonly Days[], asOf: Date, restated = false) =>
  askAll(org, ranges, restated, asOf);

const setLock = (org: string, { id, startDate, endDate }: typeof SPRING, locked: boolean) =>
  calc.deliver(PeriodLockChangedSchema, [{ org, value: { id, startDate, endDate, locked } }]);

/** The same changes for organizations of which one locks periods. */
function changesOf(orgs: readonly string[]) {
  const records = new Map<string, { revision: number; deleted: boolean }>();
  const everywhere = async (
    stored: readonly RecordInput[],
    deleted: readonly { recordId: string; revision: number }[],
  ) => {
    for (const org of orgs) {
      await calc.deliver(RecordsStoredSchema, [{ org, value: { records: [...stored] } }]);
      await calc.deliver(RecordsDeletedSchema, [{ org, value: { records: [...deleted] } }]);
    }
  };
  const living = () => [...records].filter(([, { deleted }]) => !deleted);
  const next = (recordId: string, deleted = false) => {
    const revision = (records.get(recordId)?.revision ?? 0) + 1;
    records.set(recordId, { revision, deleted });
    return revision;
  };
  return async (count: number, kinds: { create: number; remove: number }) => {
    const stored = Array.from({ length: count }, () => {
      const known = living();
      const isNew = known.length === 0 || random(10) < kinds.create;
      const recordId = isNew ? newId() : known[random(known.length)]![0];
      return storedAtRandom(recordId, next(recordId));
    });
    const gone = living()
      .slice(0, kinds.remove)
      .map(([recordId]) => ({ recordId, revision: next(recordId, true) }));
    await everywhere(stored, gone);
  };
}

const CATEGORIES = ["fuels", "electricity_location", "electricity_residual_mix"];

function storedAtRandom(recordId: string, revision: number): RecordInput {
  const startDate = addDays("2023-12-01", random(420));
  const memo = {
    part: "electricity_location_based",
    category: "electricity",
    quantity: kWh("70"),
    selector: inLibrary("electricity_location"),
    memo: true,
  };
  return purchase({
    recordId,
    revision,
    category: ["combustion", "electricity"][random(2)]!,
    quantity: kWh(`${random(100_000)}.${random(1_000)}`),
    selector: random(12) === 0 ? inLibrary("fuels", "none") : inLibrary(CATEGORIES[random(3)]!),
    additionalParts: random(3) === 0 ? [memo] : [],
    startDate,
    endDate: addDays(startDate, random(3) === 0 ? 0 : random(300)),
    excludedFromTotals: random(10) === 0,
  });
}

/** Postgres keeps microseconds, and the clock of JavaScript milliseconds. */
const nextMillisecond = () => new Promise((done) => setTimeout(done, 3));
const now = async () => {
  await nextMillisecond();
  const at = new Date();
  await nextMillisecond();
  return at;
};

const tonnesOf = async (org: string, range: Days, restated = false) => {
  const request = { startDate: range.startDate, endDate: range.endDate, groupBy: GroupBy.SCOPE, restated };
  const { summary } = await calc.totals.getTotalImpacts(request, calc.by(org));
  return new Decimal(summary!.totalCo2e!.value);
};

describe("totals of locked periods, after random changes with a reason", () => {
  it("stay as they were, and with the amounts kept apart they are those without locks, until the unlock", async () => {
    const [org, twin] = [newId(), newId()];
    const change = changesOf([org, twin]);
    await change(60, { create: 8, remove: 5 });
    await setLock(org, SPRING, true);
    await setLock(org, AUTUMN, true);
    const reported = await askAll(org, LOCKED);
    const locked = await now();
    const reportedThen = await sums(org, LOCKED, locked);

    for (let round = 0; round < 3; round++) {
      await change(35, { create: 4, remove: 4 });
      expect(await askAll(org, LOCKED)).toEqual(reported);
      expect(await askAll(org, [ALL, ...LOCKED], true)).toEqual(await askAll(twin, [ALL, ...LOCKED]));
      expect(await verifyTotals(calc.db, org, { repair: false })).toEqual([]);
    }
    const open = await Promise.all(OPEN.flatMap((range) => [tonnesOf(org, range), tonnesOf(twin, range)]));
    expect(open[0]).toEqual(open[1]);
    expect(open[2]).toEqual(open[3]);

    const { startDate, endDate } = ALL;
    const { inventory } = await calc.inventories.getInventory({ startDate, endDate }, calc.by(org));
    const { restatements } = inventory!;
    const apart = new Decimal(restatements!.totalMarketBased!.value);
    expect(apart).toEqual((await tonnesOf(twin, ALL)).minus(await tonnesOf(org, ALL)));
    expect(restatements!.included).toBe(false);
    const whole = await calc.inventories.getInventory({ startDate, endDate, restated: true }, calc.by(org));
    const unlocked = await calc.inventories.getInventory({ startDate, endDate }, calc.by(twin));
    expect(whole.inventory!.totalMarketBased).toEqual(unlocked.inventory!.totalMarketBased);
    expect(whole.inventory!.totalLocationBased).toEqual(unlocked.inventory!.totalLocationBased);
    expect(whole.inventory!.coverage).toEqual(unlocked.inventory!.coverage);

    const before = await now();
    const [then, thenRestated] = [await sums(org, [ALL], before), await sums(org, [ALL], before, true)];
    await setLock(org, SPRING, false);
    expect(await askAll(org, [SPRING])).not.toEqual(reported.slice(0, 8));
    expect(await askAll(org, [AUTUMN])).toEqual(reported.slice(8, 16));
    expect(await askAll(org, [ALL], true)).toEqual(await askAll(twin, [ALL]));
    expect(await verifyTotals(calc.db, org, { repair: false })).toEqual([]);
    await change(10, { create: 4, remove: 1 });
    await setLock(org, AUTUMN, false);
    for (const restated of [false, true])
      expect(await askAll(org, [ALL, ...LOCKED], restated)).toEqual(await askAll(twin, [ALL, ...LOCKED]));
    expect(await verifyTotals(calc.db, org, { repair: false })).toEqual([]);

    expect(await sums(org, LOCKED, locked)).toEqual(reportedThen);
    expect(await sums(org, [ALL], before)).toEqual(then);
    expect(await sums(org, [ALL], before, true)).toEqual(thenRestated);
  });
});

describe("the change of a lock", () => {
  const day = { startDate: "2024-05-01", endDate: "2024-05-01" };
  const stored = (recordId: string, revision: number, amount: string) =>
    purchase({
      recordId,
      revision,
      category: "combustion",
      quantity: kWh(amount),
      selector: inLibrary("fuels"),
      ...day,
      referenceDate: day.startDate,
    });
  const store = (org: string, ...records: RecordInput[]) =>
    calc.deliver(RecordsStoredSchema, [{ org, value: { records } }]);

  it("is confirmed each time, and has an effect once", async () => {
    const [org, recordId] = [newId(), newId()];
    const lock = { ...SPRING, id: newId() };
    await setLock(org, lock, true);
    await setLock(org, lock, true);
    await store(org, stored(recordId, 1, "1000"));
    expect(await tonnesOf(org, day)).toEqual(new Decimal(0));
    await setLock(org, lock, false);
    await setLock(org, lock, false);
    // A late event of the lock.
    await setLock(org, lock, true);
    expect(await tonnesOf(org, day)).toEqual(new Decimal("0.2"));
    await store(org, stored(recordId, 2, "2000"));
    expect(await tonnesOf(org, day)).toEqual(new Decimal("0.4"));
    const confirmed = (await calc.events(org, PeriodLockAppliedSchema)).map(({ id, locked }) => [
      id === lock.id,
      locked,
    ]);
    expect(confirmed).toEqual([true, true, false, false, true].map((locked) => [true, locked]));
    expect(await verifyTotals(calc.db, org, { repair: false })).toEqual([]);
  });

  it("leaves the totals of a lock alone that was set meanwhile on the same days", async () => {
    const org = newId();
    const [first, second] = [
      { ...SPRING, id: newId() },
      { ...SPRING, id: newId() },
    ];
    await setLock(org, first, true);
    await store(org, stored(newId(), 1, "1000"));
    await setLock(org, second, true);
    await setLock(org, first, false);
    expect([await tonnesOf(org, day), await tonnesOf(org, day, true)]).toEqual([new Decimal(0), new Decimal("0.2")]);
    await setLock(org, second, false);
    expect(await tonnesOf(org, day)).toEqual(new Decimal("0.2"));
  });

  it("and results at the same moment: each result is in the totals or kept apart, and all are after the unlock", async () => {
    const org = newId();
    const lock = { ...SPRING, id: newId() };
    const ids = Array.from({ length: 20 }, newId);
    await Promise.all([...ids.map((id) => store(org, stored(id, 1, "1000"))), setLock(org, lock, true)]);
    expect(await tonnesOf(org, day, true)).toEqual(new Decimal("4"));
    await Promise.all([...ids.map((id) => store(org, stored(id, 2, "2000"))), setLock(org, lock, false)]);
    expect(await tonnesOf(org, day)).toEqual(new Decimal("8"));
    expect(await verifyTotals(calc.db, org, { repair: false })).toEqual([]);
  });

  it("keeps a late result apart of a record that activity had given up as failed", async () => {
    const [org, recordId] = [newId(), newId()];
    const lock = { ...SPRING, id: newId() };
    await store(org, stored(newId(), 1, "1000"));
    await setLock(org, lock, true);
    await store(org, stored(recordId, 1, "5000"));
    expect([await tonnesOf(org, day), await tonnesOf(org, day, true)]).toEqual([
      new Decimal("0.2"),
      new Decimal("1.2"),
    ]);
    await calc.deliver(RecordsDeletedSchema, [{ org, value: { records: [{ recordId, revision: 2 }] } }]);
    expect([await tonnesOf(org, day), await tonnesOf(org, day, true)]).toEqual([
      new Decimal("0.2"),
      new Decimal("0.2"),
    ]);
  });

  it("of another organization has no effect", async () => {
    const org = newId();
    await setLock(newId(), { ...SPRING, id: newId() }, true);
    await store(org, stored(newId(), 1, "1000"));
    expect(await tonnesOf(org, day)).toEqual(new Decimal("0.2"));
  });
});
