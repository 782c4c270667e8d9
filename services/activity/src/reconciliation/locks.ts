import type { Tx } from "@emissions/kit/db/transactions";

/** A period that calc holds as locked. */
export interface LockLine {
  organizationId: string;
  periodLockId: string;
  startDate: string;
  endDate: string;
}

export interface LockDifferences {
  /** Locks that calc does not have. */
  missing: number;
  /** Locks of calc that this service does not have. */
  unknown: number;
}

/**
 * Locks that differ, without those that wait for the confirmation of calc. With `apply` they are marked as waiting,
 * and the sweep announces them.
 */
export async function compareLocks(
  tx: Tx,
  org: string,
  locks: readonly LockLine[],
  apply: boolean,
): Promise<LockDifferences> {
  const own = await tx<{ id: string; startDate: string; endDate: string }[]>`
    select id, start_date, end_date from period_locks where organization_id = ${org}`;
  const waiting = await tx<{ id: string }[]>`select id from pending_period_locks where organization_id = ${org}`;
  const [known, there, pending] = [own, locks.map(({ periodLockId: id }) => ({ id })), waiting].map(
    (rows) => new Set(rows.map(({ id }) => id)),
  ) as [Set<string>, Set<string>, Set<string>];
  const missing = own.filter(({ id }) => !there.has(id) && !pending.has(id));
  const unknown = locks.filter(({ periodLockId: id }) => !known.has(id) && !pending.has(id));
  if (apply) {
    const removed = unknown.map(({ periodLockId: id, ...days }) => ({ ...days, id, locked: false }));
    for (const { id, startDate, endDate, locked } of [
      ...missing.map((lock) => ({ ...lock, locked: true })),
      ...removed,
    ]) {
      await tx`
        insert into pending_period_locks (organization_id, id, start_date, end_date, locked, since)
        values (${org}, ${id}, ${startDate}, ${endDate}, ${locked}, '-infinity') on conflict do nothing`;
    }
  }
  return { missing: missing.length, unknown: unknown.length };
}
