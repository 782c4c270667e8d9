import { plainColumn } from "@emissions/kit/columns";
import type { Tx, Write } from "@emissions/kit/db";
import { IngestJobFinishedSchema } from "@emissions/proto/activity/v1/ingest_job_service";
import { toJob } from "./message.ts";
import type { IngestJobRow } from "./queries.ts";

/** How the item ends of the record whose result has come. */
export interface ResultEnd {
  entityId: string;
  revision: number;
  status: "succeeded" | "failed";
  code: string | null;
  detail: string | null;
}

/** Items of one job that ended just now. */
export interface Ended {
  jobId: string;
  succeeded: number;
  failed: number;
}

/**
 * An item ends once: one that has ended is found by nobody any more. Ends that are alike, which nearly all are, are one
 * statement: with a join, Postgres compares each item with each result as long as it knows nothing of the tables.
 */
export async function updateWaitingItems(tx: Tx, org: string, ends: readonly ResultEnd[]): Promise<Ended[]> {
  const alike = Map.groupBy(ends, ({ entityId: _, ...end }) => JSON.stringify(end));
  const updates = [...alike.values()].map((same) => updateAlike(tx, org, same[0]!, same));
  const ended = new Map<string, Ended>();
  for (const { jobId, succeeded, failed } of (await Promise.all(updates)).flat()) {
    const before = ended.get(jobId) ?? { succeeded: 0, failed: 0 };
    ended.set(jobId, { jobId, succeeded: before.succeeded + succeeded, failed: before.failed + failed });
  }
  return [...ended.values()];
}

type End = Omit<ResultEnd, "entityId">;

const updateAlike = (tx: Tx, org: string, { revision, status, code, detail }: End, ends: readonly ResultEnd[]) =>
  tx<Ended[]>`
    with ended as (
      update ingest_job_items set status = ${status}, code = ${code}, detail = ${detail}
      where organization_id = ${org} and entity_id = any(${plainColumn(ends.map(({ entityId }) => entityId))}::uuid[])
        and status = 'pending' and revision is not null and revision <= ${revision}
      returning job_id, status)
    select job_id, count(*) filter (where status = 'succeeded')::int as succeeded,
      count(*) filter (where status = 'failed')::int as failed
    from ended group by job_id`;

/** How an item ends that waits for no result, because a worker takes it up by its place in the job. */
export const updateItems = (
  tx: Tx,
  org: string,
  jobId: string,
  { indexes, status, code, detail }: Pick<ResultEnd, "status" | "code" | "detail"> & { indexes: readonly number[] },
) => tx`
  update ingest_job_items set status = ${status}, code = ${code}, detail = ${detail}
  where organization_id = ${org} and job_id = ${jobId} and index = any(${indexes as number[]}::int[])
    and status = 'pending'`;

/** Adds to the counters of the jobs. The one who ends the last item finishes the job, and tells so. */
export async function countEnded({ tx, org, emit }: Write, ended: readonly Ended[]): Promise<void> {
  if (ended.length === 0) return;
  for (const job of await updateCounters(tx, org, ended)) {
    // Somebody waits for this one, whatever it is about.
    if (job.finishedAt !== null) emit(IngestJobFinishedSchema, { job: toJob(job) }, { lane: "single" });
  }
}

const updateCounters = (tx: Tx, org: string, ended: readonly Ended[]) => {
  const ids = ended.map(({ jobId }) => jobId);
  return tx<IngestJobRow[]>`
    with counted as materialized (
      select j.id, e.succeeded, e.failed
      from unnest(
        ${ids}::uuid[], ${ended.map(({ succeeded }) => succeeded)}::int[], ${ended.map(({ failed }) => failed)}::int[]
      ) as e (id, succeeded, failed)
      join ingest_jobs j on j.organization_id = ${org} and j.id = e.id
      order by j.id
      for update of j)
    update ingest_jobs j set
      succeeded_items = j.succeeded_items + c.succeeded,
      failed_items = j.failed_items + c.failed,
      started_at = coalesce(j.started_at, clock_timestamp()),
      finished_at = case
        when j.succeeded_items + j.failed_items + c.succeeded + c.failed = j.total_items then clock_timestamp() end,
      status = case
        when j.succeeded_items + j.failed_items + c.succeeded + c.failed < j.total_items then 'processing'
        when j.failed_items + c.failed > 0 then 'completed_with_errors'
        else 'completed' end
    from counted c where j.organization_id = ${org} and j.id = c.id
    returning j.*`;
};
