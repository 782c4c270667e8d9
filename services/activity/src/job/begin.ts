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

interface JobToBegin {
  entityType: JobEntity;
  operation: JobOperation;
  /** In the order of the request; at least one. */
  items: readonly ItemToBegin[];
  /** The transaction of the request does all of the work, so the job is completed from the beginning. */
  isDone?: boolean;
}

interface ItemToBegin {
  entityId?: string;
  /** The client's own id, as sent. */
  externalId?: string | null;
  /** The result of this revision or a later one ends the item. Default 1. Deletions ignore it. */
  revision?: number;
}

/**
 * Inserts a job with its items in the transaction of the request, and names it in the audit log. The statements are
 * pipelined: the function returns before Postgres answers.
 */
export function beginJob(write: Write, job: JobToBegin): IngestJobRow {
  const { tx, org, principal, idempotencyKey } = write;
  const { entityType, operation, items, isDone = false } = job;
  const id = newId();
  write.about(id);
  const awaitedRevision = (revision = 1) => (operation === "delete" || isDone ? null : revision);
  write.send(
    insertItems(
      tx,
      org,
      id,
      items.map(({ entityId = null, externalId = null, revision }) => ({
        entityId,
        externalId,
        revision: awaitedRevision(revision),
        status: isDone ? "succeeded" : "pending",
      })),
    ),
  );
  if (operation === "delete") write.afterCommit(deletionBegun.notify);
  const createdAt = new Date();
  const row: IngestJobRow = {
    organizationId: org,
    id,
    entityType,
    operation,
    source: sourceOf(principal),
    status: isDone ? "completed" : "queued",
    totalItems: items.length,
    succeededItems: isDone ? items.length : 0,
    failedItems: 0,
    idempotencyKey,
    createdBy: principal.userId,
    tries: 0,
    restatementReason: write.restatement?.reason ?? null,
    createdAt,
    startedAt: isDone ? createdAt : null,
    finishedAt: isDone ? createdAt : null,
  };
  write.send(insertJob(tx, row));
  if (isDone) write.emit(IngestJobFinishedSchema, { job: toJob(row) });
  return row;
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
    job: toJob(beginJob(write, { entityType, operation: "delete", items })),
    ...(await more?.(write)),
  }));
}

const sourceOf = ({ kind }: Principal) => (kind === "api_key" ? "api_bulk" : "app");
