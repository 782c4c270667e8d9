import type { Message } from "@bufbuild/protobuf";
import type { Call, Db, Write } from "@emissions/kit/db/transactions";
import { isId, newId } from "@emissions/kit/process/id";
import { refuse, violation } from "@emissions/kit/wire/checks";
import type { Principal } from "@emissions/kit/wire/principal";
import { IngestJobFinishedSchema } from "@emissions/proto/activity/v1/ingest_job_service";
import { checkBatchSize } from "../batch.ts";
import { deletionBegun } from "./deletions.ts";
import { toJob } from "./message.ts";
import { type IngestJobRow, insertItems, insertJob, type JobEntity, type JobOperation } from "./queries.ts";
import { fillRange, rangeOf } from "./range.ts";

interface JobToBegin {
  /** Where rows name the job; by default a new one. */
  id?: string;
  entityType: JobEntity;
  operation: JobOperation;
  /** In the order of the request; at least one. */
  items: readonly ItemToBegin[];
  /** The transaction of the request does all of the work, so the job is completed from the beginning. */
  isDone?: boolean;
  /** The job whose records a deletion removes. */
  revertsJobId?: string;
}

export interface ItemToBegin {
  entityId?: string;
  /** The client's own id, as sent. */
  externalId?: string | null;
  /**
   * The result of this revision or a later one ends the item. Default 1. Deletions ignore it. Above 1 the job changed an
   * entity that existed.
   */
  revision?: number;
}

/**
 * Inserts a job with its items in the transaction of the request, and names it in the audit log. A batch that names a
 * range of a job adds its items to that job instead.
 */
export async function beginJob(write: Write, job: JobToBegin): Promise<IngestJobRow> {
  const { entityType, operation, items, isDone = false } = job;
  const awaitedRevision = (revision?: number) => (operation === "delete" ? null : (revision ?? (isDone ? null : 1)));
  const rows = items.map(({ entityId = null, externalId = null, revision }) => ({
    entityId,
    externalId,
    revision: awaitedRevision(revision),
    status: isDone ? ("succeeded" as const) : ("pending" as const),
  }));
  const range = operation === "create" ? rangeOf(write) : null;
  if (range !== null) return fillRange(write, range, { entityType, items: rows });
  const row = newJob(write, { ...job, totalItems: items.length });
  const { tx, org, id } = { ...write, id: row.id };
  write.about(id);
  // Pipelined: the function returns before Postgres answers.
  const placed = rows.map((item, index) => ({ ...item, index }));
  write.send(insertItems(tx, org, id, placed));
  if (operation === "delete") write.afterCommit(deletionBegun.notify);
  write.send(insertJob(tx, row));
  if (isDone) write.emit(IngestJobFinishedSchema, { job: toJob(row) });
  return row;
}

/** The id of the job that a batch fills or will begin, for rows that name it. */
export const jobIdOf = (write: Write): string => rangeOf(write)?.jobId ?? newId();

type NewJob = Omit<JobToBegin, "items"> & Partial<Pick<IngestJobRow, "totalItems" | "fileId" | "inPieces">>;

/** The row of a new job of the caller. */
export function newJob(
  { org, principal, idempotencyKey, restatement }: Write,
  { id = newId(), entityType, operation, isDone = false, totalItems = 0, ...job }: NewJob,
): IngestJobRow {
  const createdAt = new Date();
  return {
    organizationId: org,
    id,
    entityType,
    operation,
    source: sourceOf(principal),
    status: isDone ? "completed" : "queued",
    totalItems,
    succeededItems: isDone ? totalItems : 0,
    failedItems: 0,
    idempotencyKey,
    createdBy: principal.userId,
    tries: 0,
    restatementReason: restatement?.reason ?? null,
    createdAt,
    startedAt: isDone ? createdAt : null,
    finishedAt: isDone ? createdAt : null,
    inPieces: job.inPieces ?? false,
    fileId: job.fileId ?? null,
    revertsJobId: job.revertsJobId ?? null,
    revertedByJobId: null,
  };
}

interface DeletionRequest {
  entityType: JobEntity;
  ids: readonly string[];
  /** Public name of the ids. */
  field: string;
  max: number;
  /** Further fields of the reply. */
  more?(write: Write): Promise<object>;
}

/** Begins a job that deletes the entities with these ids, known or not. */
export function beginDeletion(
  db: Db,
  call: Call,
  request: Message,
  { entityType, ids, field, max, more }: DeletionRequest,
) {
  checkBatchSize(field, ids.length, max);
  const bad = violation(field, "type_error.uuid", "value is not a valid uuid");
  refuse(ids.flatMap((id, index) => (isId(id) ? [] : [{ ...bad, loc: [...bad.loc, String(index)] }])));
  const items = ids.map((id) => ({ entityId: id.toLowerCase() }));
  return db.write(call, request, async (write) => ({
    job: toJob(await beginJob(write, { entityType, operation: "delete", items })),
    ...(await more?.(write)),
  }));
}

const sourceOf = ({ kind }: Principal) => (kind === "api_key" ? "api_bulk" : "app");
