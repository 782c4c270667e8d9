import type { Write } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { deletionBegun } from "./deletions.ts";
import { type IngestJobRow, insertItems, insertJob, type JobEntity, type JobOperation } from "./queries.ts";

interface JobToBegin {
  entityType: JobEntity;
  operation: JobOperation;
  /** In the order of the request; at least one. */
  items: readonly ItemToBegin[];
}

interface ItemToBegin {
  entityId?: string;
  /** The client's own id, as sent. */
  externalId?: string | null;
  /**
   * The item ends with the result of this revision of the record or of a later one; 1 by default. Unused by deletions.
   */
  revision?: number;
}

/**
 * Writes a job with its items in the transaction of the request, and names it in the audit log. Sent, but not waited
 * for.
 */
export function beginJob(write: Write, job: JobToBegin): IngestJobRow {
  const { tx, org, principal, idempotencyKey } = write;
  const { entityType, operation, items } = job;
  const id = newId();
  write.about(id);
  const awaited = (revision = 1) => (operation === "delete" ? null : revision);
  write.send(
    insertItems(
      tx,
      org,
      id,
      items.map(({ entityId = null, externalId = null, revision }) => ({
        entityId,
        externalId,
        revision: awaited(revision),
      })),
    ),
  );
  if (operation === "delete") write.afterCommit(deletionBegun);
  const begun: IngestJobRow = {
    organizationId: org,
    id,
    entityType,
    operation,
    source: sourceOf(principal),
    status: "queued",
    totalItems: items.length,
    succeededItems: 0,
    failedItems: 0,
    idempotencyKey,
    createdBy: principal.userId,
    tries: 0,
    createdAt: new Date(),
    startedAt: null,
    finishedAt: null,
  };
  write.send(insertJob(tx, begun));
  return begun;
}

const sourceOf = ({ kind }: Principal) => (kind === "api_key" ? "api_bulk" : "app");
