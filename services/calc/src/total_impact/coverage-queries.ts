import { fromBinary } from "@bufbuild/protobuf";
import { column, plainColumn } from "@emissions/kit/db/columns";
import type { Tx } from "@emissions/kit/db/transactions";
import { NIL_ID } from "@emissions/kit/process/id";
import { RecordInputSchema } from "@emissions/proto/activity/v1/record_events";
import { FitnessSchema } from "@emissions/proto/factors/v1/fitness";
import type { CountDelta } from "./count-deltas.ts";
import { isPeriod, marksText, type Outcome } from "./coverage.ts";
import type { Range } from "./range.ts";

/** Writes rows in the order of their keys, so that two batches never deadlock. */
export async function addCounts(tx: Tx, org: string, rows: readonly CountDelta[]): Promise<void> {
  if (rows.length === 0) return;
  await tx`
    insert into record_counts as t (organization_id, day, outcome, marks, starting, ending)
    select ${org}::uuid, d.*
    from unnest(
      ${plainColumn(rows.map(({ day }) => day))}::date[],
      ${plainColumn(rows.map(({ outcome }) => outcome))}::text[],
      ${column(rows.map(({ marks }) => marks))}::text[],
      ${plainColumn(rows.map(({ starting }) => starting))}::bigint[],
      ${plainColumn(rows.map(({ ending }) => ending))}::bigint[]
    ) as d (day, outcome, marks, starting, ending)
    order by d.day, d.outcome, d.marks
    on conflict (organization_id, day, outcome, marks) do update set
      starting = t.starting + excluded.starting, ending = t.ending + excluded.ending`;
}

export interface CountRow {
  outcome: Outcome;
  marks: string;
  records: number;
}

/**
 * The records of some organizations whose period has a day in the range. Restated records count as they were reported, or
 * as they are now with `restated`.
 */
export const selectCounts = (
  tx: Tx,
  orgs: readonly string[],
  { startDate, endDate }: Range,
  { restated }: { restated: boolean },
) => tx<CountRow[]>`
  select outcome, marks, sum(starting - case when day < ${startDate} then ending else 0 end)::int as records
  from (
    select day, outcome, marks, starting, ending from record_counts
    where organization_id = any (${orgs as string[]}::uuid[])
    ${restated ? tx`union all ${selectRestatedCounts(tx, orgs)}` : tx``}) counts
  where day <= ${endDate}
  group by outcome, marks
  having sum(starting - case when day < ${startDate} then ending else 0 end) <> 0
  order by outcome, marks`;

/** Replaces the reported coverage of restated records by the current one. */
const selectRestatedCounts = (tx: Tx, orgs: readonly string[]) => tx`
  select r.day, c.outcome, c.marks, r.starting, r.ending
  from (${selectHeldCoverage(tx, orgs)}) h
  left join current_records n on n.organization_id = h.organization_id and n.record_id = h.record_id
    and n.state <> 'deleted'
  cross join lateral (
    values (h.outcome, h.marks, h.start_date, h.end_date, -1), (n.outcome, n.marks, n.start_date, n.end_date, 1)
  ) as c (outcome, marks, start_date, end_date, records)
  cross join lateral (values (c.start_date, c.records, 0), (c.end_date, 0, c.records)) as r (day, starting, ending)
  where c.outcome is not null`;

/** A record that several locks hold has the same coverage under each. */
const selectHeldCoverage = (tx: Tx, orgs: readonly string[]) => tx`
  select distinct organization_id, record_id, outcome, start_date, end_date, marks from held_records
  where organization_id = any (${orgs as string[]}::uuid[])`;

/** A row of the counts that differs from the current records, with the change that corrects it. */
export interface CountDifference extends CountDelta {
  /** Records that start on the day. Equal if only the number of those that end differs. */
  expected: number;
  actual: number;
}

export const selectCountDifferences = (tx: Tx, org: string) => tx<CountDifference[]>`
  with held as (${selectHeldCoverage(tx, [org])}),
  expected as (
    select r.day, c.outcome, c.marks, sum(r.starting) as starting, sum(r.ending) as ending
    from (
      select outcome, start_date, end_date, marks from held
      union all
      select outcome, start_date, end_date, marks from current_records n
      where organization_id = ${org} and state <> 'deleted'
        and not exists (select from held h where h.record_id = n.record_id)) c
    cross join lateral (values (c.start_date, 1, 0), (c.end_date, 0, 1)) as r (day, starting, ending)
    where c.outcome is not null
    group by 1, 2, 3),
  stored as (select day, outcome, marks, starting, ending from record_counts where organization_id = ${org})
  select day, outcome, marks,
    (coalesce(e.starting, 0) - coalesce(s.starting, 0))::int as starting,
    (coalesce(e.ending, 0) - coalesce(s.ending, 0))::int as ending,
    coalesce(e.starting, 0)::int as expected, coalesce(s.starting, 0)::int as actual
  from expected e full join stored s using (day, outcome, marks)
  where (coalesce(e.starting, 0), coalesce(e.ending, 0)) <> (coalesce(s.starting, 0), coalesce(s.ending, 0))
  order by day, outcome, marks`;

const PAGE_MAX = 1_000;

interface EarlierRow {
  recordId: string;
  state: string;
  status: string;
  errorCode: string | null;
  input: Uint8Array;
  fitness: Uint8Array | null;
}

/** Fills the fields of records that an earlier version stored. */
export async function fillEarlierCoverage(tx: Tx, org: string): Promise<void> {
  let after = NIL_ID;
  let page: EarlierRow[];
  do {
    page = await tx<EarlierRow[]>`
      select n.record_id, n.state, c.status, c.error_code, c.input, c.fitness
      from current_records n join calculations c using (organization_id, record_id, revision, version)
      where n.organization_id = ${org} and n.record_id > ${after} and n.outcome is null and n.state <> 'deleted'
      order by n.record_id limit ${PAGE_MAX}`;
    after = page.at(-1)?.recordId ?? after;
    const rows = page.map(({ input, fitness, ...row }) => {
      const { recordId, startDate, endDate } = fromBinary(RecordInputSchema, input);
      const marks = marksText(fitness === null ? null : fromBinary(FitnessSchema, fitness));
      return { recordId, startDate, endDate, marks, outcome: outcomeOf(row) };
    });
    const valid = rows.filter(({ startDate, endDate }) => isPeriod(startDate, endDate));
    if (valid.length === 0) continue;
    await tx`
      update current_records c
      set outcome = r.outcome, start_date = r.start_date, end_date = r.end_date, marks = r.marks
      from unnest(
        ${plainColumn(valid.map(({ recordId }) => recordId))}::uuid[],
        ${plainColumn(valid.map(({ outcome }) => outcome))}::text[],
        ${plainColumn(valid.map(({ startDate }) => startDate))}::date[],
        ${plainColumn(valid.map(({ endDate }) => endDate))}::date[],
        ${column(valid.map(({ marks }) => marks))}::text[]
      ) as r (record_id, outcome, start_date, end_date, marks)
      where c.organization_id = ${org} and c.record_id = r.record_id`;
  } while (page.length === PAGE_MAX);
}

function outcomeOf({ state, status, errorCode }: { state: string; status: string; errorCode: string | null }): Outcome {
  if (state === "left_out") return "excluded";
  if (status === "failed") return "failed";
  return errorCode === null ? "calculated" : "without_factor";
}
