import { raisedRefusal } from "@emissions/kit/db/raised-refusals";
import { setRestatement } from "@emissions/kit/db/restatement";
import type { Db, Tx, Write } from "@emissions/kit/db/transactions";
import { type OpenWork, rotate, STEP_LOCK_WAIT_MS, type StepResult } from "@emissions/kit/messages/rotation";
import { isTransient } from "@emissions/kit/messages/transient";
import type { Logger } from "@emissions/kit/process/log";
import type { Background } from "@emissions/kit/process/repeat";
import { deletionBegun } from "./deletions.ts";
import { countEnded, type End, updateItems } from "./job-items.ts";
import type { IngestJobRow, JobEntity } from "./queries.ts";
import { lockChanged, type Revertible } from "./revert/revertible.ts";

/** Deletes the records of one entity type for jobs. */
export interface Deletable {
  entityType: JobEntity;
  /**
   * Deletes the records with their dependent rows, in the transaction that ends their items. Ignores missing ids and
   * those of other organizations; their items succeed.
   */
  deleteItems(write: Write, ids: readonly string[]): Promise<void>;
  /** Records in one transaction. */
  batchSize: number;
  /** For jobs that delete what another job created. */
  revert?: Revertible;
}

interface Deleting {
  db: Db;
  deletables: readonly Deletable[];
  log: Logger;
}

/** After this many failures of a batch, faults of the database not counted, records are deleted one by one. Items of records that fail alone end as failed. */
export const TRIES_MAX = 3;
/** Records of a revert in one transaction. */
const REVERTED_MAX = 500;

/** Runs the deletion jobs of all organizations. */
export const startDeletions = (deleting: Deleting): Background =>
  rotate(deleting, {
    name: "deletion",
    selectOpen: selectOpenJobs,
    step: (job) => deleteBatch(deleting, job),
    countFailure: ({ organizationId, id }) =>
      deleting.db.asService(organizationId, ({ tx, org }) => addTry(tx, org, id)),
    begun: deletionBegun,
  });

/** Deletes the next records of the job and counts them, in one transaction. */
async function deleteBatch({ db, deletables, log }: Deleting, { organizationId, id }: OpenWork): Promise<StepResult> {
  let failingIndexes: number[] | null = null;
  try {
    const work = async (write: Write): Promise<StepResult> => {
      const { tx, org } = write;
      write.send(tx.unsafe(`set local lock_timeout = ${STEP_LOCK_WAIT_MS}`));
      const job = await lockJob(tx, org, id);
      if (job === null) return "waiting";
      const { entityType, tries, restatementReason: reason, createdBy: userId } = job;
      if (reason !== null) write.send(setRestatement(tx, { reason, userId }));
      const deletable = deletables.find((one) => one.entityType === entityType);
      const isLastTry = tries >= TRIES_MAX - 1;
      const items = await selectPending(tx, org, job, isLastTry ? 1 : batchSizeOf(job, deletable));
      const indexes = items.map(({ index }) => index);
      if (isLastTry) failingIndexes = indexes;
      if (deletable === undefined) throw new Error(`no deletable for ${entityType}`);
      const kept = await selectKept(write, job, deletable, items);
      const gone = items.filter((item) => !kept.includes(item));
      await deletable.deleteItems(
        write,
        gone.map(({ entityId }) => entityId),
      );
      return endItems(write, job, [
        { indexes: gone.map(({ index }) => index), end: DELETED },
        { indexes: kept.map(({ index }) => index), end: RECORD_CHANGED },
      ]);
    };
    return await db.asService(organizationId, work, { lane: "bulk" });
  } catch (error) {
    if (failingIndexes === null || isTransient(error)) throw error;
    const refusal = raisedRefusal(error);
    if (refusal === null) log.error({ err: error, job: id }, "a record could not be deleted; its item ends as failed");
    return db.asService(organizationId, async (write): Promise<StepResult> => {
      const job = await lockJob(write.tx, write.org, id);
      return job === null
        ? "waiting"
        : endItems(write, job, [{ indexes: failingIndexes!, end: { ...INTERNAL_ERROR, ...refusal } }]);
    });
  }
}

const DELETED: End = { status: "succeeded", code: null, detail: null };
const INTERNAL_ERROR: End = { status: "failed", code: "INTERNAL_ERROR", detail: "The record could not be deleted." };

const RECORD_CHANGED: End = {
  status: "failed",
  code: "JOB_RECORDS_CHANGED",
  detail: "The record was changed, or others depend on it.",
};

/** Owners are deleted one by one, because each may have many records. Those of a revert have none. */
const batchSizeOf = ({ revertsJobId }: IngestJobRow, deletable: Deletable | undefined): number =>
  revertsJobId === null ? (deletable?.batchSize ?? 1) : REVERTED_MAX;

interface Item {
  index: number;
  entityId: string;
}

/** Items of a revert whose records were changed after its request. */
async function selectKept(
  { tx, org }: Write,
  { revertsJobId }: IngestJobRow,
  { revert: of }: Deletable,
  items: readonly Item[],
): Promise<Item[]> {
  if (revertsJobId === null || of === undefined) return [];
  const ids = items.map(({ entityId }) => entityId);
  const changed = await lockChanged(tx, org, revertsJobId, { of, ids });
  return items.filter(({ entityId }) => changed.has(entityId));
}

async function endItems(
  write: Write,
  job: IngestJobRow,
  ends: readonly { indexes: readonly number[]; end: End }[],
): Promise<StepResult> {
  const counts = { succeeded: 0, failed: 0 };
  for (const { indexes, end } of ends) {
    if (indexes.length > 0) counts[end.status] += await updateItems(write.tx, write.org, job.id, indexes, end);
  }
  await countEnded(write, job.id, counts);
  const ended = job.succeededItems + job.failedItems + counts.succeeded + counts.failed;
  return ended === job.totalItems ? "finished" : "more";
}

/** The oldest deletion of each organization. */
const selectOpenJobs = (tx: Tx, after: string, limit: number) => tx<OpenWork[]>`
  select distinct on (organization_id) organization_id, id from ingest_jobs
  where finished_at is null and operation = 'delete' and organization_id > ${after}
  order by organization_id, id limit ${limit}`;

async function lockJob(tx: Tx, org: string, id: string): Promise<IngestJobRow | null> {
  const [row] = await tx<IngestJobRow[]>`
    select * from ingest_jobs where organization_id = ${org} and id = ${id} and finished_at is null
    for update skip locked`;
  return row ?? null;
}

/** Items end in the order of their index, so those before the number of ended ones are not read again. */
const selectPending = (tx: Tx, org: string, job: IngestJobRow, limit: number) => tx<Item[]>`
  select index, entity_id from ingest_job_items
  where organization_id = ${org} and job_id = ${job.id} and index >= ${job.succeededItems + job.failedItems}
    and status = 'pending' order by index limit ${limit}`;

const addTry = (tx: Tx, org: string, id: string) =>
  tx`update ingest_jobs set tries = tries + 1 where organization_id = ${org} and id = ${id} and finished_at is null`;
