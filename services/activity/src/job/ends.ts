import type { Tx, Write } from "@emissions/kit/db";
import { IngestJobFinishedSchema } from "@emissions/proto/activity/v1/ingest_job_service";
import { toJob } from "./message.ts";
import type { IngestJobRow } from "./queries.ts";

/** How an item ends. */
export interface End {
  status: "succeeded" | "failed";
  code: string | null;
  detail: string | null;
}

/** The result of a revision has come. */
interface Arrived {
  recordId: string;
  revision: number;
}

/** The item of a job that waited for one of the results. */
interface Found {
  jobId: string;
  index: number;
  recordId: string;
}

/**
 * An item ends once: one that has ended is found by nobody any more. Whoever ends items locks first the items, in order
 * of their records, then their jobs, in order of their ids.
 */
export const lockWaitingItems = (tx: Tx, org: string, arrived: readonly Arrived[]) => tx<Found[]>`
  select i.job_id, i.index, r.record_id
  from unnest(
    ${arrived.map(({ recordId }) => recordId)}::uuid[], ${arrived.map(({ revision }) => revision)}::int[]
  ) as r (record_id, revision)
  -- A look into the index for each: a join would be planned for the few rows that were there when it was planned.
  cross join lateral (
    select job_id, index from ingest_job_items
    where organization_id = ${org} and entity_id = r.record_id and status = 'pending' and revision is not null
      and revision <= r.revision
    order by job_id, index
    for update) i`;

/** Ends items of one job, by their places, in the same way. Answers how many of them were still pending. */
export async function updateItems(tx: Tx, org: string, jobId: string, indexes: readonly number[], end: End) {
  const { count } = await tx`
    update ingest_job_items set status = ${end.status}, code = ${end.code}, detail = ${end.detail}
    where organization_id = ${org} and job_id = ${jobId} and index = any(${indexes as number[]}::int[])
      and status = 'pending'`;
  return count;
}

export interface Counts {
  succeeded: number;
  failed: number;
}

/** Adds to the counters of the job. The one who ends its last item finishes it, and tells so. */
export async function countEnded({ tx, org, emit }: Write, jobId: string, ended: Counts): Promise<void> {
  const [job] = await updateCounters(tx, org, jobId, ended);
  // Somebody waits for this one, however many records it is about.
  if (job?.finishedAt) emit(IngestJobFinishedSchema, { job: toJob(job) }, { lane: "single" });
}

const updateCounters = (tx: Tx, org: string, jobId: string, { succeeded, failed }: Counts) => tx<IngestJobRow[]>`
  update ingest_jobs set
    succeeded_items = succeeded_items + ${succeeded},
    failed_items = failed_items + ${failed},
    started_at = coalesce(started_at, clock_timestamp()),
    finished_at = case
      when succeeded_items + failed_items + ${succeeded + failed} = total_items then clock_timestamp() end,
    status = case
      when succeeded_items + failed_items + ${succeeded + failed} < total_items then 'processing'
      when failed_items + ${failed} > 0 then 'completed_with_errors'
      else 'completed' end
  where organization_id = ${org} and id = ${jobId} and finished_at is null
  returning *`;
