import type { Write } from "@emissions/kit/db/transactions";
import { CalculationOutcome, type RecordResult } from "@emissions/proto/calc/v1/calculation_service";
import { countEnded, type End, endWaitingItems } from "./job-items.ts";

/**
 * Ends the items of calculated records, in the transaction that stores the results. The first result ends an item. A
 * later success changes the record, but the item stays failed, because the counts of the job were announced.
 */
export async function countResults(write: Write, results: readonly RecordResult[]): Promise<void> {
  if (results.length === 0) return;
  const ends = latest(results).map(({ recordId, revision, ...result }) => ({
    recordId,
    revision,
    ...endOf(result),
  }));
  for (const { jobId, ...counts } of await endWaitingItems(write.tx, write.org, ends)) {
    await countEnded(write, jobId, counts);
  }
}

/** The highest revision of each record, sorted by record id, which is the lock order of items. */
const latest = (results: readonly RecordResult[]): RecordResult[] =>
  [
    ...new Map(results.toSorted((a, b) => a.revision - b.revision).map((result) => [result.recordId, result])).values(),
  ].sort((a, b) => (a.recordId < b.recordId ? -1 : 1));

function endOf({ status, errorCode, errorDetail }: Omit<RecordResult, "recordId" | "revision">): End {
  if (status === CalculationOutcome.CALCULATED) return { status: "succeeded", code: null, detail: null };
  const detail = errorDetail || `The record is stored, but has no number: ${errorCode}.`;
  return { status: "failed", code: "CALCULATION_FAILED", detail };
}
