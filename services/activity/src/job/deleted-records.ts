import { chunked } from "@emissions/kit/db/chunked";
import { plainColumn } from "@emissions/kit/db/columns";
import type { Tx, Write } from "@emissions/kit/db/transactions";
import { countEnded } from "./job-items.ts";

/** Ids looked for in one statement. */
const STEP_IDS_MAX = 10_000;

/**
 * Ends the items that wait for the results of records which the transaction has deleted: none will come. They end as
 * succeeded, because what was asked for was done, and a later deletion is no failure of it. To be called once for all
 * records of a kind, after the last of them is deleted and before the totals of facilities are moved: results lock in
 * that order.
 */
export async function completeItemsOfDeleted(write: Write, entityType: string, ids: readonly string[]): Promise<void> {
  const steps = chunked(ids.toSorted(), STEP_IDS_MAX).map((some) => endWaiting(write.tx, write.org, entityType, some));
  const ended = Map.groupBy((await Promise.all(steps)).flat(), ({ jobId }) => jobId);
  for (const jobId of [...ended.keys()].sort()) {
    const succeeded = ended.get(jobId)!.reduce((sum, step) => sum + step.succeeded, 0);
    await countEnded(write, jobId, { succeeded, failed: 0 });
  }
}

/**
 * Items are looked at only while a job of the kind waits for results: nearly every record has one that ended long ago.
 * The condition excludes ended items instead of naming pending ones: until the table is analyzed Postgres expects a
 * single pending row, and would compare each item with each of thousands of ids.
 */
const endWaiting = (tx: Tx, org: string, entityType: string, ids: readonly string[]) => tx<
  { jobId: string; succeeded: number }[]
>`
  with waiting as materialized (
    select job_id, index from ingest_job_items
    where organization_id = ${org} and entity_id in (select unnest(${plainColumn(ids)}::uuid[]))
      and status not in ('succeeded', 'failed') and revision is not null
      and exists (
        select from ingest_jobs
        where organization_id = ${org} and finished_at is null and operation <> 'delete' and entity_type = ${entityType})
    order by entity_id, job_id for update),
  ended as (
    update ingest_job_items i set status = 'succeeded' from waiting w
    where i.organization_id = ${org} and i.job_id = w.job_id and i.index = w.index
    returning i.job_id)
  select job_id, count(*)::int as succeeded from ended group by job_id`;
