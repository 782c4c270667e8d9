import type { Tx } from "@emissions/kit/db/transactions";

export interface PeriodLockRow {
  organizationId: string;
  id: string;
  startDate: string;
  endDate: string;
  note: string | null;
  failedRecords: number;
  lockedBy: string | null;
  lockedAt: Date;
  totalsFixedAt: Date | null;
}

export type NewPeriodLock = Omit<PeriodLockRow, "organizationId" | "lockedAt" | "totalsFixedAt">;

/** Waits for the running writers of records and holds back new ones until the transaction ends. */
export const holdWriters = (tx: Tx, org: string) => tx`select pg_advisory_xact_lock(period_lock_key(${org}))`;

export async function insertPeriodLock(tx: Tx, org: string, lock: NewPeriodLock): Promise<PeriodLockRow> {
  const { id, startDate, endDate, note, failedRecords, lockedBy } = lock;
  const [row] = await tx<[PeriodLockRow]>`
    insert into period_locks (organization_id, id, start_date, end_date, note, failed_records, locked_by)
    values (${org}, ${id}, ${startDate}, ${endDate}, ${note}, ${failedRecords}, ${lockedBy}) returning *`;
  return row;
}

export async function selectPeriodLock(tx: Tx, org: string, id: string): Promise<PeriodLockRow | null> {
  const [row] = await tx<PeriodLockRow[]>`
    select * from period_locks where organization_id = ${org} and id = ${id}`;
  return row ?? null;
}

/** A lock with a day of the period. */
export async function selectOverlapping(tx: Tx, org: string, from: string, to: string): Promise<PeriodLockRow | null> {
  const [row] = await tx<PeriodLockRow[]>`
    select * from period_locks where organization_id = ${org} and start_date <= ${to} and end_date >= ${from}
    order by start_date limit 1`;
  return row ?? null;
}

export async function countPeriodLocks(tx: Tx, org: string): Promise<number> {
  const [row] = await tx<[{ count: number }]>`
    select count(*)::int as count from period_locks where organization_id = ${org}`;
  return row.count;
}

export async function updateNote(tx: Tx, org: string, id: string, note: string | null): Promise<PeriodLockRow | null> {
  const [row] = await tx<PeriodLockRow[]>`
    update period_locks set note = ${note} where organization_id = ${org} and id = ${id} returning *`;
  return row ?? null;
}

export async function deletePeriodLock(tx: Tx, org: string, id: string): Promise<PeriodLockRow | null> {
  const [row] = await tx<PeriodLockRow[]>`
    delete from period_locks where organization_id = ${org} and id = ${id} returning *`;
  return row ?? null;
}

/** Records of a kind with emissions in the period, by the state of their calculation. */
export async function countRecords(
  tx: Tx,
  table: string,
  state: "pending" | "failed",
  { startDate, endDate }: Pick<PeriodLockRow, "startDate" | "endDate">,
): Promise<number> {
  const [row] = await tx<[{ count: number }]>`
    select records_in_period(${table}, ${state}, ${startDate}, ${endDate}) as count`;
  return row.count;
}

/** Whether calc has not yet subtracted some deleted records. */
export async function hasPendingDeletions(tx: Tx, org: string): Promise<boolean> {
  const [row] = await tx<[{ found: boolean }]>`
    select exists (select from pending_deletions where organization_id = ${org}) as found`;
  return row.found;
}

/** Whether calc has not yet added the amounts of restatements to the totals. Only for days without a lock. */
export async function hasUnmergedRestatements(tx: Tx, org: string, from: string, to: string): Promise<boolean> {
  const [row] = await tx<[{ found: boolean }]>`
    select exists (
      select from restatements
      where organization_id = ${org} and merged_at is null and start_date <= ${to} and end_date >= ${from}) as found`;
  return row.found;
}
