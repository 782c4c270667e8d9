import type { Write } from "@emissions/kit/db/transactions";
import { CalculationOutcome, type RecordResult } from "@emissions/proto/calc/v1/calculation_service";
import { countEnded, type End, endWaitingItems } from "./job-items.ts";

/**
 * Ends the items whose records have their result, in the transaction that copies it onto the records. An item ends
 * with the first result that comes: one that failed stays failed in its job, although a number that comes later still
 * reaches the record, because the job's counts were told already.
 */
export async function countResults(write: Write, results: readonly RecordResult[]): Promise<void> {
  if (results.length === 0) return;
  const arrived = latest(results).map(({ recordId, revision, ...result }) => ({
    recordId,
    revision,
    ...endOf(result),
  }));
  for (const { jobId, ...counts } of await endWaitingItems(write.tx, write.org, arrived)) {
    await countEnded(write, jobId, counts);
  }
}

/** One for each record, the highest revision, in the order in which items are locked. */
const latest = (results: readonly RecordResult[]): RecordResult[] =>
  [
    ...new Map(results.toSorted((a, b) => a.revision - b.revision).map((result) => [result.recordId, result])).values(),
  ].sort((a, b) => (a.recordId < b.recordId ? -1 : 1));

function endOf({ status, errorCode, errorDetail }: Omit<RecordResult, "recordId" | "revision">): End {
  if (status === CalculationOutcome.CALCULATED) return { status: "succeeded", code: null, detail: null };
  const detail = errorDetail || `The record is stored, but has no number: ${errorCode}.`;
  return { status: "failed", code: "CALCULATION_FAILED", detail };
}
