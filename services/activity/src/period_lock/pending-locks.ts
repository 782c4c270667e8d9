import type { Sweep } from "@emissions/kit/db/sweep";
import type { Db, Tx, Write } from "@emissions/kit/db/transactions";
import { type Consumer, on } from "@emissions/kit/messages/consume";
import { PeriodLockChangedSchema } from "@emissions/proto/activity/v1/period_lock_service";
import { PeriodLockAppliedSchema } from "@emissions/proto/calc/v1/restatement_service";
import type { PeriodLockRow } from "./queries.ts";

const EVERY_MS = 5_000;
/** Events in one round. The next round handles the rest. */
const EVENTS_MAX = 100;
/** The pause before the next announcement doubles up to this limit. */
const PAUSE_MAX_S = 600;

/** Publishes a new or removed lock and marks it as pending, until calc has applied it to the totals. */
export function announceLock({ tx, org, emit, send }: Write, lock: PeriodLockRow, locked: boolean): void {
  const { id, startDate, endDate } = lock;
  emit(PeriodLockChangedSchema, { id, startDate, endDate, locked });
  send(tx`
    insert into pending_period_locks (organization_id, id, start_date, end_date, locked)
    values (${org}, ${id}, ${startDate}, ${endDate}, ${locked})
    on conflict (organization_id, id) do update set locked = excluded.locked, since = excluded.since, tries = 0`);
}

/** The confirmation of calc. */
export const lockConsumer: Consumer = on(PeriodLockAppliedSchema, async ({ tx, org }, { id, locked }) => {
  await tx`delete from pending_period_locks where organization_id = ${org} and id = ${id} and locked = ${locked}`;
  await (locked
    ? tx`
        update period_locks set totals_fixed_at = clock_timestamp()
        where organization_id = ${org} and id = ${id} and totals_fixed_at is null`
    : tx`
        update restatements set merged_at = clock_timestamp()
        where organization_id = ${org} and period_lock_id = ${id} and merged_at is null`);
});

interface Sweeping {
  db: Db;
  /** Seconds before the first repeated announcement. */
  overdueS: number;
}

/** Publishes unconfirmed locks again, so that a lost event does not leave amounts apart from the totals. */
export const lockSweep = (sweeping: Sweeping): Sweep => ({
  name: "pending-period-locks",
  everyMs: EVERY_MS,
  work: (signal) => sweepLocks(sweeping, signal),
});

export async function sweepLocks({ db, overdueS }: Sweeping, signal: AbortSignal): Promise<void> {
  const found = await db.systemWide((tx) => selectOverdue(tx, overdueS));
  const failures: unknown[] = [];
  for (const [org, rows] of Map.groupBy(found, ({ organizationId }) => organizationId)) {
    if (signal.aborted) break;
    const ids = rows.map(({ id }) => id);
    // A failure of one organization does not stop the others.
    await db.asService(org, (write) => announceAgain(write, ids)).catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, "Some locks could not be announced again.");
}

async function announceAgain({ tx, org, emit }: Write, ids: readonly string[]): Promise<void> {
  const rows = await tx<{ id: string; startDate: string; endDate: string; locked: boolean }[]>`
    update pending_period_locks set since = clock_timestamp(), tries = tries + 1
    where organization_id = ${org} and id = any(array(
      select id from pending_period_locks where organization_id = ${org} and id = any(${ids as string[]}::uuid[])
      for update skip locked))
    returning id, start_date, end_date, locked`;
  for (const row of rows) emit(PeriodLockChangedSchema, row);
}

const selectOverdue = (tx: Tx, overdueS: number) => tx<{ organizationId: string; id: string }[]>`
  select organization_id, id from pending_period_locks
  where since < now() - make_interval(secs => ${overdueS})
    and since < now() - make_interval(secs => least(${overdueS} * 2 ^ least(tries, 10), ${PAUSE_MAX_S}))
  order by since limit ${EVENTS_MAX}`;
