import type { Tx } from "@emissions/kit/db/transactions";

/** A range of days, both included. */
export interface Days {
  startDate: string;
  endDate: string;
}

/** As a multirange of Postgres. */
const multirange = (days: readonly Days[]) =>
  `{${days.map(({ startDate, endDate }) => `[${startDate},${endDate}]`).join()}}`;

/** Until the transaction ends, no period is locked. Writers of records do the same in their triggers. */
export const holdLocks = (tx: Tx, org: string) => tx`select pg_advisory_xact_lock_shared(period_lock_key(${org}))`;

/** A locked period with one of the days. */
export async function selectLocked(tx: Tx, org: string, days: readonly Days[]): Promise<Days | null> {
  const [row] = await tx<Days[]>`
    select start_date, end_date from period_locks
    where organization_id = ${org} and daterange(start_date, end_date, '[]') && ${multirange(days)}::datemultirange
    order by start_date limit 1`;
  return row ?? null;
}

interface NewAcceptance {
  id: string;
  changedDays: readonly Days[];
  acceptedBy: string | null;
}

/** False if the recalculation was accepted already. */
export async function insertAcceptance(
  tx: Tx,
  org: string,
  { id, changedDays, acceptedBy }: NewAcceptance,
): Promise<boolean> {
  const { count } = await tx`
    insert into accepted_recalculations (organization_id, id, changed_days, accepted_by)
    values (${org}, ${id}, ${multirange(changedDays)}::datemultirange, ${acceptedBy})
    on conflict do nothing`;
  return count === 1;
}

export const deleteAcceptances = (tx: Tx, org: string, ids: readonly string[]) => tx`
  delete from accepted_recalculations where organization_id = ${org} and id = any(${ids as string[]}::uuid[])`;

/** Whether an accepted recalculation will change totals of the period. */
export async function hasAcceptance(tx: Tx, org: string, { startDate, endDate }: Days): Promise<boolean> {
  const [row] = await tx<[{ found: boolean }]>`
    select exists (
      select from accepted_recalculations
      where organization_id = ${org} and changed_days && daterange(${startDate}, ${endDate}, '[]')) as found`;
  return row.found;
}
