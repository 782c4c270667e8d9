import type { ServiceImpl } from "@connectrpc/connect";
import type { Db, Tx, Write } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { principalOf } from "@emissions/kit/wire/principal";
import type { IngestJobService } from "@emissions/proto/activity/v1/ingest_job_service";
import { newJob } from "../begin.ts";
import type { Deletable } from "../deletion.ts";
import { deletionBegun } from "../deletions.ts";
import { requireWriter } from "../filling.ts";
import { isVisibleJob } from "../list.ts";
import { toJob } from "../message.ts";
import { type IngestJobRow, insertJob, selectJob } from "../queries.ts";
import { jobNotFound } from "../refusals.ts";
import { notRevertible, periodLocked, recordsChanged } from "./refusals.ts";
import { countObstacles, type Revertible } from "./revertible.ts";

type Handlers = Pick<ServiceImpl<typeof IngestJobService>, "revertIngestJob">;

/** Deletes the records that a job created, by a deletion job. */
export const revertHandlers = ({ db }: { db: Db }, deletables: readonly Deletable[]): Handlers => ({
  revertIngestJob: (request, call) =>
    db.write(call, request, async (write) => {
      const { tx, org } = write;
      const { jobId } = request;
      const job = isId(jobId) ? await lockJob(tx, org, jobId.toLowerCase()) : null;
      if (job === null || !isVisibleJob(job, principalOf(call))) throw jobNotFound();
      requireWriter(principalOf(call), job.entityType);
      const of = deletables.find(({ entityType }) => entityType === job.entityType)?.revert;
      if (job.operation !== "create") throw notRevertible("operation");
      if (of === undefined) throw notRevertible("entity_type");
      if (job.finishedAt === null) throw notRevertible("unfinished");
      await refuseSecond(tx, org, job);
      const obstacles = await countObstacles(tx, org, job.id, of);
      if (obstacles.existed > 0) throw notRevertible("existed");
      if (obstacles.changed + obstacles.depended > 0) throw recordsChanged(obstacles);
      if (write.restatement === null) await refuseLocked(tx, org, job.id, of);
      return { job: toJob(await beginRevert(write, job)) };
    }),
});

async function lockJob(tx: Tx, org: string, id: string): Promise<IngestJobRow | null> {
  const [row] = await tx<IngestJobRow[]>`
    select * from ingest_jobs where organization_id = ${org} and id = ${id} for update`;
  return row ?? null;
}

/** An earlier revert that could not delete all records may be repeated. */
async function refuseSecond(tx: Tx, org: string, { revertedByJobId }: IngestJobRow): Promise<void> {
  if (revertedByJobId === null) return;
  const earlier = await selectJob(tx, org, revertedByJobId);
  if (earlier?.status !== "completed_with_errors") throw notRevertible("reverted");
}

/** Only kinds with emissions have days. */
async function refuseLocked(tx: Tx, org: string, jobId: string, { days }: Revertible): Promise<void> {
  if (days === undefined) return;
  const { table, column } = days;
  const [{ locked }] = await tx<[{ locked: boolean }]>`
    with held as (
      select r.id from ${tx(table)} r where r.organization_id = ${org} and r.${tx(column)} in (
        select entity_id from ingest_job_items where organization_id = ${org} and job_id = ${jobId}))
    select exists (select from period_locks where organization_id = ${org})
      and (select count(*) from held) > (select count(*) from unlocked_records(${table}, array(select id from held)))
      as locked`;
  if (locked) throw periodLocked();
}

/** The statements insert as many items as the job has, without reading them. */
async function beginRevert(
  write: Write,
  { id: revertsJobId, entityType, revertedByJobId }: IngestJobRow,
): Promise<IngestJobRow> {
  const { tx, org, about, afterCommit } = write;
  const draft = newJob(write, { entityType, operation: "delete", revertsJobId });
  const { count: totalItems } = await tx`
    insert into ingest_job_items (organization_id, job_id, index, entity_id, external_id, status)
    select ${org}, ${draft.id}, row_number() over (order by min(index)) - 1, entity_id, min(external_id), 'pending'
    from ingest_job_items where organization_id = ${org} and job_id = ${revertsJobId} and entity_id is not null
    group by entity_id`;
  if (totalItems === 0) throw notRevertible("empty");
  const row = { ...draft, totalItems };
  await insertJob(tx, row);
  await tx`update ingest_jobs set reverted_by_job_id = ${row.id} where organization_id = ${org} and id = ${revertsJobId}`;
  about(row.id);
  about(revertsJobId, { reverted_by_job_id: { old: revertedByJobId, new: row.id } });
  afterCommit(deletionBegun.notify);
  return row;
}
