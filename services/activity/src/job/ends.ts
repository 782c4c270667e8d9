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

/** An item ends once: one that has ended is found by nobody any more. Items are locked before jobs, all in order of their keys. */
export const updateWaitingItems = (tx: Tx, org: string, ends: readonly ResultEnd[]) => {
  const ids = ends.map(({ entityId }) => entityId);
  return tx<Ended[]>`
    with ending as materialized (
      select i.job_id, i.index, r.status, r.code, r.detail
      from unnest(
        ${ids}::uuid[],
        ${ends.map(({ revision }) => revision)}::int[],
        ${ends.map(({ status }) => status)}::text[],
        ${ends.map(({ code }) => code)}::text[],
        ${ends.map(({ detail }) => detail)}::text[]
      ) as r (entity_id, revision, status, code, detail)
      join ingest_job_items i on i.organization_id = ${org} and i.entity_id = r.entity_id
      where i.status = 'pending' and i.revision is not null and i.revision <= r.revision
      order by i.job_id, i.index
      for update of i),
    ended as (
      update ingest_job_items i set status = e.status, code = e.code, detail = e.detail
      from ending e where i.organization_id = ${org} and i.job_id = e.job_id and i.index = e.index
      returning i.job_id, i.status)
    select job_id, count(*) filter (where status = 'succeeded')::int as succeeded,
      count(*) filter (where status = 'failed')::int as failed
    from ended group by job_id order by job_id`;
};

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
