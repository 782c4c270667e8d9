import type { Tx, Write } from "@emissions/kit/db/transactions";
import { conflict } from "@emissions/kit/wire/errors";
import { INGEST_JOB } from "@emissions/kit/wire/headers";
import { type JobRange, parseJobRange } from "@emissions/kit/wire/ingest-job";
import { BATCH_MAX } from "../batch.ts";
import { countEnded } from "./job-items.ts";
import { type IngestJobRow, insertItems, type JobEntity, type NewItem } from "./queries.ts";
import { jobNotFound, jobNotOpen } from "./refusals.ts";

/** The range of an existing job that the batch fills. Null for a batch that begins a job of its own. */
export const rangeOf = (write: Pick<Write, "header">): JobRange | null => parseJobRange(write.header(INGEST_JOB));

interface Filling {
  entityType: JobEntity;
  /** Without their indexes, in the order of the request. */
  items: readonly Omit<NewItem, "index">[];
}

/**
 * Adds the records of a batch to the job, in the transaction that stores them. Indexes of failed items are skipped, so a
 * batch can be sent again without its refused records. Items come before the job, as in all other lock orders.
 */
export async function fillRange(write: Write, { jobId, ...range }: JobRange, { entityType, items }: Filling) {
  const { tx, org } = write;
  const failed = new Set(await selectFailedIndexes(tx, org, jobId, range));
  const indexes = Array.from({ length: Math.min(range.size, BATCH_MAX) }, (_, at) => range.firstIndex + at);
  const free = indexes.filter((index) => !failed.has(index));
  if (free.length !== items.length) throw rangeTaken();
  const placed = items.map((item, at) => ({ ...item, index: free[at]! }));
  const { count } = await insertItems(tx, org, jobId, placed);
  if (count < items.length) throw rangeTaken();
  const job = await touchOpenJob(write, jobId, entityType);
  if (free.at(-1)! >= job.totalItems) throw rangeTaken();
  const succeeded = items.filter(({ status }) => status === "succeeded").length;
  if (succeeded > 0) await countEnded(write, jobId, { succeeded, failed: 0 });
  return job;
}

const rangeTaken = () =>
  conflict(
    "INGEST_JOB_RANGE_MISMATCH",
    "The number of records is not the number of free items in the range of the job.",
  );

/** Indexes of records that were not stored, in ascending order. */
export async function selectFailedIndexes(
  tx: Tx,
  org: string,
  jobId: string,
  { firstIndex, size }: Omit<JobRange, "jobId">,
): Promise<number[]> {
  const rows = await tx<{ index: number }[]>`
    select index from ingest_job_items
    where organization_id = ${org} and job_id = ${jobId} and index >= ${firstIndex} and index < ${firstIndex + size}
      and status = 'failed' and entity_id is null
    order by index`;
  return rows.map(({ index }) => index);
}

/** Locks an open job that takes items, and records the progress. */
export async function touchOpenJob({ tx, org }: Write, id: string, entityType?: JobEntity): Promise<IngestJobRow> {
  const [row] = await tx<IngestJobRow[]>`
    update ingest_jobs set progressed_at = clock_timestamp()
    where organization_id = ${org} and id = ${id} returning *`;
  if (row === undefined) throw jobNotFound();
  if (!row.inPieces || row.finishedAt !== null || (entityType !== undefined && row.entityType !== entityType)) {
    throw jobNotOpen();
  }
  return row;
}
