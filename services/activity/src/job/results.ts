import type { Write } from "@emissions/kit/db";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { CalculationOutcome, type RecordResult } from "@emissions/proto/calc/v1/calculation_service";
import { countEnded, type ResultEnd, updateWaitingItems } from "./ends.ts";

/** Kinds of records that jobs are about; the others are not looked for. */
const IN_JOBS: ReadonlySet<EntityType> = new Set([EntityType.WASTES, EntityType.INVOICES]);

/**
 * Ends the items whose records have their result, in the transaction that copies it onto the records. An item ends
 * with the first result that comes: one that failed stays failed in its job, although a number that comes later still
 * reaches the record, because the job's counts were told already.
 */
export async function countResults(
  write: Write,
  entityType: EntityType,
  results: readonly RecordResult[],
): Promise<void> {
  if (results.length === 0 || !IN_JOBS.has(entityType)) return;
  await countEnded(write, await updateWaitingItems(write.tx, write.org, latestOf(results).map(endOf)));
}

/** One for each record, the highest revision. */
const latestOf = (results: readonly RecordResult[]) => [
  ...new Map(results.toSorted((a, b) => a.revision - b.revision).map((result) => [result.recordId, result])).values(),
];

const endOf = ({ recordId, revision, status, errorCode, errorDetail }: RecordResult): ResultEnd => {
  const common = { entityId: recordId, revision };
  if (status === CalculationOutcome.CALCULATED) return { ...common, status: "succeeded", code: null, detail: null };
  const detail = errorDetail || `The record is stored, but has no number: ${errorCode}.`;
  return { ...common, status: "failed", code: "CALCULATION_FAILED", detail };
};
