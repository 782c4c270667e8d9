import { setTimeout as sleep } from "node:timers/promises";
import type { Db, Tx, Write } from "@emissions/kit/db/transactions";
import { isTransient } from "@emissions/kit/messages/transient";
import { NIL_ID } from "@emissions/kit/process/id";
import { wholeText } from "@emissions/quantity/whole";
import type { RecordVersion } from "../calculation/queries.ts";
import { addAmountRows, selectAmountInputs, selectAmounts } from "./amount-queries.ts";
import { AMOUNT_UNITS, type AmountDelta, AmountSums } from "./amounts.ts";
import { addCounts, type CountDifference, fillEarlierCoverage, selectCountDifferences } from "./coverage-queries.ts";
import { type Delta, Deltas, type SeriesDelta } from "./deltas.ts";
import { earlierSeriesOf, selectSeriesImpacts } from "./earlier-series.ts";
import { isZero, type Wholes } from "./period-sums.ts";
import { addRows, selectTotals } from "./queries.ts";
import type { Series } from "./series.ts";
import { addSeriesRows, insertSeries, selectRestatedSteps, selectSeriesTotals } from "./series-queries.ts";
import { seriesWholesOf, wholesOf } from "./wholes.ts";

/** A row of the totals that is not the sum of the impacts. */
export interface Difference {
  period: "day" | "month" | "series step" | "series month" | "amount step" | "amount month" | "count";
  /** The day, or the first day of the month. */
  from: string;
  /** "scope 3 purchases", or the series. */
  of: string;
  unit: "kg" | "kWh" | "m3" | "records";
  /** CO2e, or records that start on the day. Equal if only another column of the row differs. */
  expected: string;
  actual: string;
}

interface Verification {
  /** Corrects the totals. */
  repair: boolean;
  signal?: AbortSignal;
}

const ATTEMPTS_MAX = 5;
/** Pause after the first failed attempt; it grows. */
const PAUSE_MS = 200;
const RECORDS_MAX = 1_000;
const ORGANIZATIONS_MAX = 100;

/** Pages of organizations with records. */
export async function* organizations(db: Db): AsyncGenerator<string> {
  let after = NIL_ID;
  let page: { organizationId: string }[];
  do {
    page = await db.systemWide(
      (tx) => tx<{ organizationId: string }[]>`
        select organization_id from organizations_with_records(${after}, ${ORGANIZATIONS_MAX})`,
    );
    for (const { organizationId } of page) yield organizationId;
    after = page.at(-1)?.organizationId ?? after;
  } while (page.length === ORGANIZATIONS_MAX);
}

/**
 * Compares the totals of an organization with the impacts of its current records, without the amounts that are kept apart
 * from locked periods. Postgres refuses a repair if somebody
 * has changed the same totals since the comparison; both are then repeated.
 */
export async function verifyTotals(db: Db, org: string, verification: Verification): Promise<Difference[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await verifyOnce(db, org, verification);
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || !isTransient(error)) throw error;
      await sleep(attempt * PAUSE_MS, undefined, verification.signal && { signal: verification.signal });
    }
  }
}

/** Reads pages of records in one snapshot. */
function verifyOnce(db: Db, org: string, { repair, signal }: Verification): Promise<Difference[]> {
  return db.asService(org, async (write) => {
    const { tx } = write;
    write.send(tx.unsafe("set transaction isolation level repeatable read"));
    const deltas = new Deltas();
    const amounts = new AmountSums();
    const earlier = new Map<string, Series>();
    let after: string | undefined = NIL_ID;
    while (after !== undefined) {
      signal?.throwIfAborted();
      after = await addImpacts(tx, org, after, { deltas, amounts, earlier });
    }
    for await (const page of selectRestatedSteps(tx, org)) {
      for (const row of page) deltas.addStep({ ...row, wholes: seriesWholesOf(row).map((whole) => -whole) }, row);
    }
    const found = await compareAll(tx, org, deltas, amounts);
    if (repair) await fillEarlierCoverage(tx, org);
    const counts = await selectCountDifferences(tx, org);
    if (repair) {
      const { days, months, series, amounts } = found;
      await insertSeries(tx, org, earlier.values());
      await addCounts(tx, org, counts);
      await addRows(tx, org, { days: rowsOf(days), months: rowsOf(months) });
      await addSeriesRows(tx, org, { months: rowsOf(series.months), steps: rowsOf(series.steps) });
      await addAmountRows(tx, org, { months: rowsOf(amounts.months), steps: rowsOf(amounts.steps) });
    }
    const sums = [found.days, found.months, found.series.months, found.series.steps].flat();
    const ofAmounts = [...found.amounts.months, ...found.amounts.steps];
    const differences = [
      ...sums.map(({ difference }) => difference),
      ...ofAmounts.map(({ difference, row }) => ({ ...difference, unit: AMOUNT_UNITS[row.key.category] })),
      ...counts.map(differenceOfCount),
    ];
    await recordCheck(write, differences.length);
    return differences;
  });
}

const differenceOfCount = ({ day, outcome, marks, expected, actual }: CountDifference): Difference => ({
  period: "count",
  from: day,
  of: `${outcome} ${marks}`.trimEnd(),
  unit: "records",
  expected: String(expected),
  actual: String(actual),
});

interface Expected {
  deltas: Deltas;
  amounts: AmountSums;
  /** Series that an earlier version did not store. */
  earlier: Map<string, Series>;
}

/** Adds the impacts of the next counted records. Answers the last record, or undefined after the last page. */
async function addImpacts(tx: Tx, org: string, after: string, { deltas, amounts, earlier }: Expected) {
  const records = await tx<RecordVersion[]>`
    select record_id, revision, version from current_records
    where organization_id = ${org} and record_id > ${after} and state = 'counted'
    order by record_id limit ${RECORDS_MAX}`;
  const impacts = await selectSeriesImpacts(tx, org, records);
  for (const { masses } of impacts) deltas.add(masses);
  for (const input of await selectAmountInputs(tx, org, records)) amounts.add(input);
  for (const series of earlierSeriesOf(impacts)) earlier.set(series.id, series);
  return records.length === RECORDS_MAX ? records.at(-1)!.recordId : undefined;
}

async function compareAll(tx: Tx, org: string, deltas: Deltas, amounts: AmountSums) {
  const ofScope = async (period: "day" | "month", expected: readonly Delta[]) => {
    const stored = mapped(selectTotals(tx, org, period), (row) => ({ ...row, wholes: wholesOf(row) }));
    return compare(expected, stored, ({ scope, category }) => `scope ${scope} ${category}`, period);
  };
  const ofSeries = async (table: "series_months" | "series_steps", expected: readonly SeriesDelta[]) => {
    const period = table === "series_months" ? "month" : "day";
    const rows = selectSeriesTotals(tx, org, { table, period });
    const stored = mapped(rows, (row) => ({ ...row, wholes: seriesWholesOf(row) }));
    return compare(expected, stored, ({ seriesId }) => seriesId, period === "month" ? "series month" : "series step");
  };
  const ofAmounts = (period: "day" | "month", expected: readonly AmountDelta[]) => {
    const nameOf = ({ key }: AmountDelta) => `${key.category} of ${key.facilityId}`;
    return compare(
      expected,
      selectAmounts(tx, org, period),
      nameOf,
      period === "month" ? "amount month" : "amount step",
    );
  };
  const [totals, series, recorded] = [deltas.totals(), deltas.series(), amounts.changes()];
  return {
    days: await ofScope("day", totals.days),
    months: await ofScope("month", totals.months),
    series: {
      months: await ofSeries("series_months", series.months),
      steps: await ofSeries("series_steps", series.steps),
    },
    amounts: { months: await ofAmounts("month", recorded.months), steps: await ofAmounts("day", recorded.steps) },
  };
}

interface Row {
  from: string;
  wholes: Wholes;
}

interface Found<R> {
  difference: Difference;
  /** The change that corrects the stored row. */
  row: R;
}

/** The differences between the expected and the stored rows. */
async function compare<R extends Row>(
  expected: readonly R[],
  stored: AsyncIterable<R[]>,
  nameOf: (row: R) => string,
  period: Difference["period"],
): Promise<Found<R>[]> {
  const keyOf = (row: R) => `${row.from} ${nameOf(row)}`;
  const rows = new Map(expected.map((row) => [keyOf(row), { row, expected: row.wholes, actual: [] as Wholes }]));
  for await (const page of stored) {
    for (const row of page) {
      rows.set(keyOf(row), { row, expected: rows.get(keyOf(row))?.expected ?? [], actual: row.wholes });
    }
  }
  return [...rows.values()].flatMap(({ row, expected, actual }) => {
    const wholes = row.wholes.map((_, column) => (expected[column] ?? 0n) - (actual[column] ?? 0n));
    if (isZero(wholes)) return [];
    const [right, wrong] = [wholeText(expected[0] ?? 0n), wholeText(actual[0] ?? 0n)];
    const difference: Difference = {
      period,
      from: row.from,
      of: nameOf(row),
      unit: "kg",
      expected: right,
      actual: wrong,
    };
    return [{ difference, row: { ...row, wholes } }];
  });
}

async function* mapped<T, R>(pages: AsyncIterable<T[]>, map: (row: T) => R): AsyncGenerator<R[]> {
  for await (const page of pages) yield page.map(map);
}

const rowsOf = <R>(found: readonly Found<R>[]): R[] => found.map(({ row }) => row);
const recordCheck = ({ tx, org }: Write, differences: number) => tx`
  insert into total_checks (organization_id, checked_at, differences) values (${org}, now(), ${differences})
  on conflict (organization_id) do update set checked_at = excluded.checked_at, differences = excluded.differences`;
