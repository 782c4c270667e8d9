import type { Db, Tx, Write } from "@emissions/kit/db/transactions";
import { NIL_ID } from "@emissions/kit/process/id";
import type { Logger } from "@emissions/kit/process/log";
import { type Background, repeat } from "@emissions/kit/process/repeat";
import { isUnavailable } from "@emissions/kit/wire/errors";
import { onDeletionBegun } from "./deletions.ts";
import { countEnded, type End, updateItems } from "./job-items.ts";
import type { IngestJobRow, JobEntity } from "./queries.ts";

/** How the records of one kind are deleted by a job. */
export interface Deletable {
  entityType: JobEntity;
  /**
   * Deletes the records with all that hangs on them, in the transaction that ends their items. Ids that are unknown
   * or foreign are passed over: what is not there is deleted.
   */
  deleteItems(write: Write, ids: readonly string[]): Promise<void>;
  /** Records in one transaction. */
  pieceSize: number;
}

interface Deleting {
  db: Db;
  deletables: readonly Deletable[];
  log: Logger;
}

type Waiting = Pick<IngestJobRow, "organizationId" | "id">;

/** Finds deletions that other processes began; its own wake it up after their commit. */
const POLL_MS = 1_000;
/** How long one organization is worked for before it is the next one's turn. */
const TURN_MS = 200;
/** Organizations looked for in one statement. */
const ORGANIZATIONS_MAX = 100;
/** A piece that fails so often is deleted record by record: those that fail alone end as failed. */
export const TRIES_MAX = 3;

/**
 * Carries out the deletions of all organizations, a short turn of each in rotation. A piece is one transaction that
 * holds the row of its job: no other process takes the same job, and a process that dies lets go of it, with nothing
 * half done. So neither a lease nor a fence is needed.
 */
export function startDeletions({ db, deletables, log }: Deleting): Background {
  const loop = repeat({
    everyMs: POLL_MS,
    onError: (error) => log.warn({ err: error }, "deletions wait"),
    work: async () => {
      const resting = new Set<string>();
      while ((await round(resting)) && !loop.stopping());
    },
  });

  /** A turn of each organization. Answers whether there may be more to do. */
  async function round(resting: Set<string>): Promise<boolean> {
    let turns = 0;
    let after = NIL_ID;
    let waiting: Waiting[];
    do {
      waiting = await db.systemWide((tx) => selectWaiting(tx, after));
      for (const job of waiting.filter(({ organizationId }) => !resting.has(organizationId))) {
        if (loop.stopping()) return false;
        turns++;
        if (!(await turn(job))) resting.add(job.organizationId);
      }
      after = waiting.at(-1)?.organizationId ?? after;
    } while (waiting.length === ORGANIZATIONS_MAX);
    return turns > 0;
  }

  /** False when the organization is to rest until the next look: its job is in other hands, or has failed. */
  async function turn(job: Waiting): Promise<boolean> {
    const end = performance.now() + TURN_MS;
    try {
      do {
        const left = await deletePiece({ db, deletables, log }, job);
        if (left === "in other hands") return false;
        if (left === "finished") return true;
      } while (performance.now() < end && !loop.stopping());
      return true;
    } catch (error) {
      log.warn({ err: error, job: job.id }, "a piece of a deletion failed; it is tried again");
      if (!isUnavailable(error)) await db.asService(job.organizationId, ({ tx, org }) => addTry(tx, org, job.id));
      return false;
    }
  }

  const forget = onDeletionBegun(() => loop.poke());
  return {
    stop: () => {
      forget();
      return loop.stop();
    },
  };
}

type Left = "more" | "finished" | "in other hands";

/** Deletes the next records of the job and counts them, all in one transaction. */
async function deletePiece({ db, deletables, log }: Deleting, { organizationId, id }: Waiting): Promise<Left> {
  let failing: number[] | null = null;
  try {
    const piece = async (write: Write): Promise<Left> => {
      const { tx, org } = write;
      const job = await lockJob(tx, org, id);
      if (job === null) return "in other hands";
      const { entityType, tries } = job;
      const deletable = deletables.find((one) => one.entityType === entityType);
      const last = tries >= TRIES_MAX - 1;
      const items = await selectPending(tx, org, id, last ? 1 : (deletable?.pieceSize ?? 1));
      const indexes = items.map(({ index }) => index);
      if (last) failing = indexes;
      if (deletable === undefined) throw new Error(`nothing is known to delete ${entityType}`);
      await deletable.deleteItems(
        write,
        items.map(({ entityId }) => entityId),
      );
      return endAll(write, job, indexes, DELETED);
    };
    return await db.asService(organizationId, piece, { lane: "bulk" });
  } catch (error) {
    if (failing === null || isUnavailable(error)) throw error;
    log.error({ err: error, job: id }, "a record could not be deleted; its item ends as failed");
    return db.asService(organizationId, async (write): Promise<Left> => {
      const job = await lockJob(write.tx, write.org, id);
      return job === null ? "in other hands" : endAll(write, job, failing!, INTERNAL_ERROR);
    });
  }
}

const DELETED: End = { status: "succeeded", code: null, detail: null };
const INTERNAL_ERROR: End = { status: "failed", code: "INTERNAL_ERROR", detail: "The record could not be deleted." };

async function endAll(write: Write, job: IngestJobRow, indexes: readonly number[], end: End): Promise<Left> {
  const ended = await updateItems(write.tx, write.org, job.id, indexes, end);
  const counts = { succeeded: 0, failed: 0 };
  counts[end.status] = ended;
  await countEnded(write, job.id, counts);
  return job.succeededItems + job.failedItems + ended === job.totalItems ? "finished" : "more";
}

/** The oldest deletion of each organization. */
const selectWaiting = (tx: Tx, after: string) => tx<Waiting[]>`
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
