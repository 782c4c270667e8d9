import { chunked } from "@emissions/kit/db/chunked";
import { plainColumn } from "@emissions/kit/db/columns";
import type { Tx, Write } from "@emissions/kit/db/transactions";
import { countEnded } from "./job-items.ts";

/** Ids in one statement. */
const STEP_IDS_MAX = 10_000;

/**
 * Ends the items that wait for results of deleted records, because no result will arrive. They end as succeeded: the
 * job did its work, and a later deletion is not a failure. Call it once for all records of a kind, after their
 * deletion and before the update of facility totals. Consumers of results lock in the same order.
 */
export async function completeItemsOfDeleted(write: Write, entityType: string, ids: readonly string[]): Promise<void> {
  const statements = chunked(ids.toSorted(), STEP_IDS_MAX).map((chunk) =>
    completeWaitingItems(write.tx, write.org, entityType, chunk),
  );
  const ended = Map.groupBy((await Promise.all(statements)).flat(), ({ jobId }) => jobId);
  for (const jobId of [...ended.keys()].sort()) {
    const succeeded = ended.get(jobId)!.reduce((sum, row) => sum + row.succeeded, 0);
    await countEnded(write, jobId, { succeeded, failed: 0 });
  }
}

/**
 * Reads items only while a job of the entity type is open, because most items ended long ago. The condition excludes
 * ended items instead of selecting pending ones. Before the first analyze, Postgres expects one pending row and would
 * compare each item with thousands of ids.
 */
const completeWaitingItems = (tx: Tx, org: string, entityType: string, ids: readonly string[]) => tx<
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
