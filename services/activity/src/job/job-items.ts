import { column, plainColumn } from "@emissions/kit/db/columns";
import type { Tx, Write } from "@emissions/kit/db/transactions";
import { IngestJobFinishedSchema } from "@emissions/proto/activity/v1/ingest_job_service";
import { jobDuration } from "../metrics.ts";
import { toJob } from "./message.ts";
import type { IngestJobRow } from "./queries.ts";

/** The final state of an item. */
export interface End {
  status: "succeeded" | "failed";
  code: string | null;
  detail: string | null;
}

/** Ends the items that wait for this revision of the record or an earlier one. */
export interface RecordEnd extends End {
  recordId: string;
  revision: number;
}

export interface Counts {
  succeeded: number;
  failed: number;
}

/**
 * Ends the pending items of the records. Lock order of every statement that ends items: first the items by record id,
 * which is the order of `ends`, then the jobs by id. The condition excludes ended items: before the first analyze,
 * Postgres expects one pending row and would compare each item with all results.
 */
export const endWaitingItems = (tx: Tx, org: string, ends: readonly RecordEnd[]) => tx<(Counts & { jobId: string })[]>`
  with ended as (
    update ingest_job_items i set status = r.status, code = r.code, detail = r.detail
    from unnest(
      ${plainColumn(ends.map(({ recordId }) => recordId))}::uuid[],
      ${plainColumn(ends.map(({ revision }) => revision))}::int[],
      ${plainColumn(ends.map(({ status }) => status))}::text[],
      ${column(ends.map(({ code }) => code))}::text[],
      ${column(ends.map(({ detail }) => detail))}::text[]
    ) as r (record_id, revision, status, code, detail)
    where i.organization_id = ${org} and i.entity_id = r.record_id and i.status not in ('succeeded', 'failed')
      and i.revision is not null and i.revision <= r.revision
    returning i.job_id, i.status)
  select job_id, count(*) filter (where status = 'succeeded')::int as succeeded,
    count(*) filter (where status = 'failed')::int as failed
  from ended group by job_id order by job_id`;

/** Ends the items of one job at these indexes. Returns how many were pending. */
export async function updateItems(tx: Tx, org: string, jobId: string, indexes: readonly number[], end: End) {
  const { count } = await tx`
    update ingest_job_items set status = ${end.status}, code = ${end.code}, detail = ${end.detail}
    where organization_id = ${org} and job_id = ${jobId} and index = any(${indexes as number[]}::int[])
      and status = 'pending'`;
  return count;
}

/** Adds to the counters of the job. The last item finishes the job and announces IngestJobFinished. */
export async function countEnded(write: Write, jobId: string, ended: Counts): Promise<void> {
  const { tx, org, emit, afterCommit } = write;
  const [job] = await updateCounters(tx, org, jobId, ended);
  if (!job?.finishedAt) return;
  // The single lane is fast: a client waits for this event.
  emit(IngestJobFinishedSchema, { job: toJob(job) }, { lane: "single" });
  const seconds = (job.finishedAt.getTime() - job.createdAt.getTime()) / 1000;
  afterCommit(() => jobDuration.record(Math.max(0, seconds), { operation: job.operation, status: job.status }));
}

const updateCounters = (tx: Tx, org: string, jobId: string, { succeeded, failed }: Counts) => tx<IngestJobRow[]>`
  update ingest_jobs set
    succeeded_items = succeeded_items + ${succeeded},
    failed_items = failed_items + ${failed},
    started_at = coalesce(started_at, clock_timestamp()),
    progressed_at = clock_timestamp(),
    finished_at = case
      when succeeded_items + failed_items + ${succeeded + failed} = total_items then clock_timestamp() end,
    status = case
      when succeeded_items + failed_items + ${succeeded + failed} < total_items then 'processing'
      when failed_items + ${failed} > 0 then 'completed_with_errors'
      else 'completed' end
  where organization_id = ${org} and id = ${jobId} and finished_at is null
  returning *`;
