import { column, plainColumn } from "@emissions/kit/db/columns";
import type { Tx } from "@emissions/kit/db/transactions";
import { type CountDelta, CountDeltas } from "../total_impact/count-deltas.ts";
import type { Coverage } from "../total_impact/coverage.ts";
import type { LockedPeriod } from "./locks.ts";

/** The coverage of a record before and after a revision. Null if no range includes it. */
export interface CoverageChange {
  recordId: string;
  before: Coverage | null;
  after: Coverage | null;
}

/**
 * The changes of the counts of records. Coverage counts whole records, so one that has a day in a locked period is counted
 * as it was reported: a lock holds it from then on.
 */
export async function countChanges(
  tx: Tx,
  org: string,
  locks: readonly LockedPeriod[],
  changes: readonly CoverageChange[],
): Promise<CountDelta[]> {
  const held = locks.length === 0 ? new Set<string>() : await selectHeld(tx, org, changes);
  const counts = new CountDeltas();
  const holds: Hold[] = [];
  for (const { recordId, before, after } of changes) {
    const touched = locks.filter((lock) => [before, after].some((one) => one !== null && overlaps(one, lock)));
    holds.push(...touched.map(({ id }) => ({ recordId, lockId: id, reported: before })));
    if (touched.length > 0 || held.has(recordId)) continue;
    if (before !== null) counts.remove(before);
    if (after !== null) counts.add(after);
  }
  if (holds.length > 0) await insertHeld(tx, org, holds);
  return counts.rows();
}

const overlaps = (one: Coverage, lock: LockedPeriod) => one.startDate <= lock.endDate && one.endDate >= lock.startDate;

async function selectHeld(tx: Tx, org: string, changes: readonly CoverageChange[]): Promise<Set<string>> {
  const rows = await tx<{ recordId: string }[]>`
    select distinct record_id from held_records
    where organization_id = ${org} and record_id = any (${changes.map(({ recordId }) => recordId)}::uuid[])`;
  return new Set(rows.map(({ recordId }) => recordId));
}

interface Hold {
  recordId: string;
  lockId: string;
  reported: Coverage | null;
}

/** A record that another lock holds already keeps the coverage that was reported first: the counts have it. */
const insertHeld = (tx: Tx, org: string, holds: readonly Hold[]) => tx`
  insert into held_records (organization_id, record_id, period_lock_id, outcome, start_date, end_date, marks)
  select ${org}::uuid, r.record_id, r.lock_id,
    case when h.record_id is null then r.outcome else h.outcome end,
    case when h.record_id is null then r.start_date else h.start_date end,
    case when h.record_id is null then r.end_date else h.end_date end,
    case when h.record_id is null then r.marks else h.marks end
  from unnest(
    ${plainColumn(holds.map(({ recordId }) => recordId))}::uuid[],
    ${plainColumn(holds.map(({ lockId }) => lockId))}::uuid[],
    ${plainColumn(holds.map(({ reported }) => reported?.outcome ?? null))}::text[],
    ${plainColumn(holds.map(({ reported }) => reported?.startDate ?? null))}::date[],
    ${plainColumn(holds.map(({ reported }) => reported?.endDate ?? null))}::date[],
    ${column(holds.map(({ reported }) => reported?.marks ?? null))}::text[]
  ) as r (record_id, lock_id, outcome, start_date, end_date, marks)
  left join lateral (
    select * from held_records h where h.organization_id = ${org} and h.record_id = r.record_id limit 1) as h on true
  on conflict do nothing`;

/** Counts the records that no other lock holds as they are now. */
export async function releaseHeld(tx: Tx, org: string, lockId: string): Promise<void> {
  await tx`
    with freed as (
      select h.* from held_records h
      where h.organization_id = ${org} and h.period_lock_id = ${lockId} and not exists (
        select from held_records o
        where o.organization_id = h.organization_id and o.record_id = h.record_id
          and o.period_lock_id <> h.period_lock_id)),
    changed as (
      select outcome, marks, start_date, end_date, -1 as records from freed where outcome is not null
      union all
      select c.outcome, c.marks, c.start_date, c.end_date, 1
      from freed join current_records c using (organization_id, record_id)
      where c.state <> 'deleted' and c.outcome is not null)
    insert into record_counts as t (organization_id, day, outcome, marks, starting, ending)
    select ${org}::uuid, r.day, c.outcome, c.marks, sum(r.starting), sum(r.ending)
    from changed c
    cross join lateral (values (c.start_date, c.records, 0), (c.end_date, 0, c.records)) as r (day, starting, ending)
    group by 2, 3, 4 having sum(r.starting) <> 0 or sum(r.ending) <> 0 order by 2, 3, 4
    on conflict (organization_id, day, outcome, marks) do update set
      starting = t.starting + excluded.starting, ending = t.ending + excluded.ending`;
  await tx`delete from held_records where organization_id = ${org} and period_lock_id = ${lockId}`;
}
