import { raisedRefusal } from "@emissions/kit/db/raised-refusals";
import { setRestatement } from "@emissions/kit/db/restatement";
import type { Db, Tx, Write } from "@emissions/kit/db/transactions";
import { pauseAfter } from "@emissions/kit/messages/deliveries";
import { isTransient } from "@emissions/kit/messages/transient";
import { NIL_ID } from "@emissions/kit/process/id";
import type { Logger } from "@emissions/kit/process/log";
import { type Background, repeat } from "@emissions/kit/process/repeat";
import { onDeletionBegun } from "./deletions.ts";
import { countEnded, type End, updateItems } from "./job-items.ts";
import type { IngestJobRow, JobEntity } from "./queries.ts";

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
}

interface Deleting {
  db: Db;
  deletables: readonly Deletable[];
  log: Logger;
}

type OpenJob = Pick<IngestJobRow, "organizationId" | "id">;

/** Finds the jobs of other processes. A job of this process starts the loop after its commit. */
const POLL_MS = 1_000;
/** The time for one organization before the next one. */
const TURN_MS = 200;
/** Limit of each wait for a lock, because other organizations wait meanwhile. Longer ones are faults. */
const LOCK_WAIT_MS = 2_000;
/** Organizations in one statement. */
const ORGANIZATIONS_MAX = 100;
/** After this many failures of a batch, faults of the database not counted, records are deleted one by one. Items of records that fail alone end as failed. */
export const TRIES_MAX = 3;

/**
 * Runs the deletion jobs of all organizations in rotation. Each batch is one transaction that locks the row of its job.
 * So one process at a time works on a job, and Postgres rolls back when the process dies. No lease is necessary.
 */
export function startDeletions({ db, deletables, log }: Deleting): Background {
  /** Organizations that met a fault of the database. */
  const pauses = new Map<string, { faults: number; until: number }>();

  const loop = repeat({
    everyMs: POLL_MS,
    onError: (error) => log.warn({ err: error }, "deletion jobs failed; retrying"),
    work: async () => {
      const now = performance.now();
      const skipped = new Set([...pauses].filter(([, { until }]) => until > now).map(([org]) => org));
      while ((await round(skipped)) && !loop.stopping());
    },
  });

  /** One turn for each organization. Returns false when no job is left. */
  async function round(skipped: Set<string>): Promise<boolean> {
    let turns = 0;
    let after = NIL_ID;
    let open: OpenJob[];
    do {
      open = await db.systemWide((tx) => selectOpenJobs(tx, after));
      for (const job of open.filter(({ organizationId }) => !skipped.has(organizationId))) {
        if (loop.stopping()) return false;
        turns++;
        if (!(await turn(job))) skipped.add(job.organizationId);
      }
      after = open.at(-1)?.organizationId ?? after;
    } while (open.length === ORGANIZATIONS_MAX);
    return turns > 0;
  }

  /** Returns false when another process has locked the job, or a batch failed. The next poll tries again. */
  async function turn(job: OpenJob): Promise<boolean> {
    const end = performance.now() + TURN_MS;
    try {
      do {
        const result = await deleteBatch({ db, deletables, log }, job);
        pauses.delete(job.organizationId);
        if (result === "locked") return false;
        if (result === "finished") return true;
      } while (performance.now() < end && !loop.stopping());
      return true;
    } catch (error) {
      log.warn({ err: error, job: job.id }, "a batch of a deletion failed; retrying");
      if (isTransient(error)) pause(job.organizationId);
      else await db.asService(job.organizationId, ({ tx, org }) => addTry(tx, org, job.id));
      return false;
    }
  }

  /** For longer after each fault. */
  function pause(org: string): void {
    const faults = (pauses.get(org)?.faults ?? 0) + 1;
    pauses.set(org, { faults, until: performance.now() + pauseAfter(faults) });
  }

  const unsubscribe = onDeletionBegun(() => loop.poke());
  return {
    stop: () => {
      unsubscribe();
      return loop.stop();
    },
  };
}

type BatchResult = "more" | "finished" | "locked";

/** Deletes the next records of the job and counts them, in one transaction. */
async function deleteBatch({ db, deletables, log }: Deleting, { organizationId, id }: OpenJob): Promise<BatchResult> {
  let failingIndexes: number[] | null = null;
  try {
    const work = async (write: Write): Promise<BatchResult> => {
      const { tx, org } = write;
      write.send(tx.unsafe(`set local lock_timeout = ${LOCK_WAIT_MS}`));
      const job = await lockJob(tx, org, id);
      if (job === null) return "locked";
      const { entityType, tries, restatementReason: reason, createdBy: userId } = job;
      if (reason !== null) write.send(setRestatement(tx, { reason, userId }));
      const deletable = deletables.find((one) => one.entityType === entityType);
      const isLastTry = tries >= TRIES_MAX - 1;
      const items = await selectPending(tx, org, id, isLastTry ? 1 : (deletable?.batchSize ?? 1));
      const indexes = items.map(({ index }) => index);
      if (isLastTry) failingIndexes = indexes;
      if (deletable === undefined) throw new Error(`no deletable for ${entityType}`);
      await deletable.deleteItems(
        write,
        items.map(({ entityId }) => entityId),
      );
      return endItems(write, job, indexes, DELETED);
    };
    return await db.asService(organizationId, work, { lane: "bulk" });
  } catch (error) {
    if (failingIndexes === null || isTransient(error)) throw error;
    const refusal = raisedRefusal(error);
    if (refusal === null) log.error({ err: error, job: id }, "a record could not be deleted; its item ends as failed");
    return db.asService(organizationId, async (write): Promise<BatchResult> => {
      const job = await lockJob(write.tx, write.org, id);
      return job === null ? "locked" : endItems(write, job, failingIndexes!, { ...INTERNAL_ERROR, ...refusal });
    });
  }
}

const DELETED: End = { status: "succeeded", code: null, detail: null };
const INTERNAL_ERROR: End = { status: "failed", code: "INTERNAL_ERROR", detail: "The record could not be deleted." };

async function endItems(write: Write, job: IngestJobRow, indexes: readonly number[], end: End): Promise<BatchResult> {
  const ended = await updateItems(write.tx, write.org, job.id, indexes, end);
  const counts = { succeeded: 0, failed: 0 };
  counts[end.status] = ended;
  await countEnded(write, job.id, counts);
  return job.succeededItems + job.failedItems + ended === job.totalItems ? "finished" : "more";
}

/** The oldest deletion of each organization. */
const selectOpenJobs = (tx: Tx, after: string) => tx<OpenJob[]>`
  select distinct on (organization_id) organization_id, id from ingest_jobs
  where finished_at is null and operation = 'delete' and organization_id > ${after}
  order by organization_id, id limit ${ORGANIZATIONS_MAX}`;

async function lockJob(tx: Tx, org: string, id: string): Promise<IngestJobRow | null> {
  const [row] = await tx<IngestJobRow[]>`
    select * from ingest_jobs where organization_id = ${org} and id = ${id} and finished_at is null
    for update skip locked`;
  return row ?? null;
}

const selectPending = (tx: Tx, org: string, jobId: string, limit: number) => tx<{ index: number; entityId: string }[]>`
  select index, entity_id from ingest_job_items
  where organization_id = ${org} and job_id = ${jobId} and status = 'pending' order by index limit ${limit}`;

const addTry = (tx: Tx, org: string, id: string) =>
  tx`update ingest_jobs set tries = tries + 1 where organization_id = ${org} and id = ${id} and finished_at is null`;
