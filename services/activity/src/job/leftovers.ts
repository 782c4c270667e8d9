import type { Db, Tx, Write } from "@emissions/kit/db";
import type { Sweep } from "@emissions/kit/sweep";
import { countEnded, updateItems } from "./ends.ts";
import type { IngestJobRow, JobEntity } from "./queries.ts";

const EVERY_MS = 5_000;
/** Looked after in one round, the oldest first. */
const JOBS_MAX = 500;

type Waiting = Pick<IngestJobRow, "organizationId" | "id" | "entityType">;

interface Sweeping {
  db: Db;
  overdueS: number;
}

/**
 * Ends items whose records were deleted while they waited: no result comes for those any more. What was asked for was
 * done, and what somebody did afterwards is no failure of it, so they end as succeeded.
 */
export const leftoverSweep = (sweeping: Sweeping): Sweep => ({
  name: "job-leftovers",
  everyMs: EVERY_MS,
  work: (signal) => sweepLeftovers(sweeping, signal),
});

export async function sweepLeftovers({ db, overdueS }: Sweeping, signal: AbortSignal): Promise<void> {
  const waiting = await db.machinery((tx) => selectOpenJobs(tx, overdueS));
  for (const job of waiting) {
    if (signal.aborted) return;
    await db.enter(job.organizationId, (write) => endLeftovers(write, job));
  }
}

async function endLeftovers(write: Write, { id, entityType }: Waiting): Promise<void> {
  const { tx, org } = write;
  const gone = (await lockLeftovers(tx, org, id, entityType)).map(({ index }) => index);
  if (gone.length === 0) return;
  const succeeded = await updateItems(tx, org, id, gone, { status: "succeeded", code: null, detail: null });
  await countEnded(write, id, { succeeded, failed: 0 });
}

const selectOpenJobs = (tx: Tx, overdueS: number) => tx<Waiting[]>`
  select organization_id, id, entity_type from ingest_jobs
  where finished_at is null and operation <> 'delete' and created_at < now() - make_interval(secs => ${overdueS})
  order by created_at, id limit ${JOBS_MAX}`;

/** A record that waits for its result has a mark, which goes together with the item's waiting or with the record. */
const lockLeftovers = (tx: Tx, org: string, jobId: string, entityType: JobEntity) => tx<{ index: number }[]>`
  select i.index from ingest_job_items i
  where i.organization_id = ${org} and i.job_id = ${jobId} and i.status = 'pending' and i.revision is not null
    and not exists (
      select from pending_calculations p
      where p.organization_id = ${org} and p.entity_type = ${entityType} and p.record_id = i.entity_id)
  order by i.entity_id
  for update of i`;
