import type { Sweep } from "@emissions/kit/db/sweep";
import type { Tx, Write } from "@emissions/kit/db/transactions";
import { countEnded, updateItems } from "../job/job-items.ts";
import type { IngestJobRow, JobEntity } from "../job/queries.ts";
import { RECORDS_MAX } from "./announce.ts";
import { selectInputs } from "./inputs.ts";
import { type RecordKind, tableOf } from "./kind.ts";
import { insertOverdue } from "./pending.ts";
import type { Sweeping } from "./sweep.ts";

const EVERY_MS = 5_000;
/** Jobs in one round, the oldest first. */
const JOBS_MAX = 500;

type Waiting = Pick<IngestJobRow, "organizationId" | "id" | "entityType">;

interface Item {
  index: number;
  entityId: string;
}

/**
 * Ends overdue items, so that every job finishes. Their records get a row in `pending_calculations`, and the other sweep
 * announces them again. A batch stores no pending rows, because they would cost half as much as the batch itself. An
 * item of a deleted record ends as succeeded.
 */
export const staleItemSweep = (sweeping: Sweeping): Sweep => ({
  name: "job-leftovers",
  everyMs: EVERY_MS,
  work: (signal) => sweepStaleItems(sweeping, signal),
});

export async function sweepStaleItems({ context, kinds, overdueS }: Sweeping, signal: AbortSignal): Promise<void> {
  const { db } = context;
  const waiting = await db.systemWide((tx) => selectOpenJobs(tx, overdueS));
  for (const job of waiting) {
    const kind = kinds.find((one) => tableOf(one) === job.entityType);
    let last: number | null = kind === undefined ? null : -1;
    while (last !== null && !signal.aborted) {
      const after: number = last;
      const work = (write: Write) => markStaleItems({ context, kind: kind! }, write, job, after);
      last = await db.asService(job.organizationId, work, { lane: "bulk" });
    }
  }
}

/** Handles the next items after an index. Returns the last index, or null if no item is left. */
async function markStaleItems(
  { context, kind }: { context: Sweeping["context"]; kind: RecordKind },
  write: Write,
  { id, entityType }: Waiting,
  after: number,
): Promise<number | null> {
  const { tx, org } = write;
  const found = await selectUnmarked(tx, org, id, { entityType, after });
  // Locks facilities, which come before the items of their records.
  const inputs = await selectInputs(context, kind, { tx, org, ids: found.map(({ entityId }) => entityId).sort() });
  const items = await lockWaiting(tx, org, id, found);
  const existing = new Set(inputs.map(({ recordId }) => recordId));
  const indexes = items.filter(({ entityId }) => !existing.has(entityId)).map(({ index }) => index);
  if (indexes.length > 0) {
    const succeeded = await updateItems(tx, org, id, indexes, { status: "succeeded", code: null, detail: null });
    await countEnded(write, id, { succeeded, failed: 0 });
  }
  const waiting = new Set(items.map(({ entityId }) => entityId));
  const overdue = inputs.filter(({ recordId }) => waiting.has(recordId!));
  const revisions = overdue.map(({ recordId = "", revision = 1 }) => ({ recordId, revision }));
  await insertOverdue(tx, org, entityType, revisions);
  return found.length === RECORDS_MAX ? found.at(-1)!.index : null;
}

const selectOpenJobs = (tx: Tx, overdueS: number) => tx<Waiting[]>`
  select organization_id, id, entity_type from ingest_jobs
  where finished_at is null and operation <> 'delete' and created_at < now() - make_interval(secs => ${overdueS})
    and (progressed_at is null or progressed_at < now() - make_interval(secs => ${overdueS}))
  order by created_at, id limit ${JOBS_MAX}`;

/**
 * Pending items of the job after an index, whose records have no pending row. The count reads the index once for each item. An anti-join
 * would read all pending rows for each, where the tables were never analyzed.
 */
export const selectUnmarked = (
  tx: Tx,
  org: string,
  jobId: string,
  { entityType, after }: { entityType: JobEntity; after: number },
) => tx<Item[]>`
  select i.index, i.entity_id from ingest_job_items i
  where i.organization_id = ${org} and i.job_id = ${jobId} and i.index > ${after} and i.status = 'pending'
    and i.revision is not null
    and 0 = (
      select count(*) from pending_calculations p
      where p.organization_id = ${org} and p.entity_type = ${entityType} and p.record_id = i.entity_id)
  order by i.index limit ${RECORDS_MAX}`;

/** The items that are still pending, in the order in which items are locked. */
const lockWaiting = (tx: Tx, org: string, jobId: string, items: readonly Item[]) => tx<Item[]>`
  select index, entity_id from ingest_job_items
  where organization_id = ${org} and job_id = ${jobId} and index = any(${items.map(({ index }) => index)}::int[])
    and status = 'pending'
  order by entity_id for update`;
