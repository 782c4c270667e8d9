import type { Sweep } from "@emissions/kit/db/sweep";
import type { Db, Tx, Write } from "@emissions/kit/db/transactions";
import { type Consumer, onMany } from "@emissions/kit/messages/consume";
import { newId } from "@emissions/kit/process/id";
import { RecordsDeletedSchema } from "@emissions/proto/activity/v1/record_events";
import { DeletionsAppliedSchema } from "@emissions/proto/calc/v1/calculation_service";
import type { Revision } from "./pending.ts";

const EVERY_MS = 5_000;
/** Events in one page, and pages in one round. The next round handles the rest. */
const EVENTS_MAX = 100;
const PAGES_MAX = 20;
/** The pause before the next announcement doubles up to this limit. */
const PAUSE_MAX_S = 600;

/** Publishes a deletion and marks it as pending, until calc has subtracted the records from the totals. */
export function emitDeleted(write: Write, records: readonly Revision[], options: Parameters<Write["emit"]>[2]): void {
  const { tx, org, emit, send } = write;
  const id = newId();
  emit(RecordsDeletedSchema, { records: [...records], deletionId: id }, options);
  send(tx`
    insert into pending_deletions (organization_id, id, record_ids, revisions)
    values (${org}, ${id}, ${records.map(({ recordId }) => recordId)}::uuid[],
      ${records.map(({ revision }) => revision)}::int[])`);
}

/** The confirmation of calc. */
export const deletionConsumer: Consumer = onMany(DeletionsAppliedSchema, async ({ tx, org }, events) => {
  const ids = events.flatMap(({ deletionIds }) => deletionIds);
  await tx`delete from pending_deletions where organization_id = ${org} and id = any(${ids}::uuid[])`;
});

interface Sweeping {
  db: Db;
  /** Seconds before the first repeated announcement. */
  overdueS: number;
}

/** Publishes unconfirmed deletions again, so that a lost event does not leave emissions in the totals. */
export const deletionSweep = (sweeping: Sweeping): Sweep => ({
  name: "pending-deletions",
  everyMs: EVERY_MS,
  work: (signal) => sweepDeletions(sweeping, signal),
});

export async function sweepDeletions({ db, overdueS }: Sweeping, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (let pages = 0; pages < PAGES_MAX && !signal.aborted; pages++) {
    const found = await db.systemWide((tx) => selectOverdue(tx, overdueS));
    for (const [org, rows] of Map.groupBy(found, ({ organizationId }) => organizationId)) {
      const ids = rows.map(({ id }) => id);
      // A failure of one organization does not stop the others.
      await db
        .asService(org, (write) => announceAgain(write, ids), { lane: "bulk" })
        .catch((error) => failures.push(error));
    }
    if (found.length < EVENTS_MAX || failures.length > 0) break;
  }
  if (failures.length > 0) throw new AggregateError(failures, "Some deletions could not be announced again.");
}

async function announceAgain({ tx, org, emit }: Write, ids: readonly string[]): Promise<void> {
  const rows = await tx<{ id: string; recordIds: string[]; revisions: number[] }[]>`
    update pending_deletions set since = clock_timestamp(), tries = tries + 1
    where organization_id = ${org} and id = any(array(
      select id from pending_deletions where organization_id = ${org} and id = any(${ids as string[]}::uuid[])
      for update skip locked))
    returning id, record_ids, revisions`;
  for (const { id, recordIds, revisions } of rows) {
    const records = recordIds.map((recordId, index) => ({ recordId, revision: revisions[index]! }));
    emit(RecordsDeletedSchema, { records, deletionId: id });
  }
}

/** The first condition uses the index; the second one adds the pauses of repeated announcements. */
const selectOverdue = (tx: Tx, overdueS: number) => tx<{ organizationId: string; id: string }[]>`
  select organization_id, id from pending_deletions
  where since < now() - make_interval(secs => ${overdueS})
    and since < now() - make_interval(secs => least(${overdueS} * 2 ^ least(tries, 10), ${PAUSE_MAX_S}))
  order by since limit ${EVENTS_MAX}`;
