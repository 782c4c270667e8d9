import type { Write } from "@emissions/kit/db";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { CalculationOutcome, type RecordResult } from "@emissions/proto/calc/v1/calculation_service";
import { countEnded, type End, lockWaitingItems, updateItems } from "./ends.ts";

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
  const resultOf = latest(results);
  const inOrder = [...resultOf.values()].sort((a, b) => (a.recordId < b.recordId ? -1 : 1));
  const found = await lockWaitingItems(write.tx, write.org, inOrder);
  const ended = found.map(({ jobId, index, recordId }) => ({ jobId, index, end: endOf(resultOf.get(recordId)!) }));
  const jobs = [...Map.groupBy(ended, ({ jobId }) => jobId)].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [jobId, items] of jobs) await endItems(write, jobId, items);
}

/** Those that end alike in one statement: they are many, and the ways to fail are few. */
async function endItems(write: Write, jobId: string, items: readonly { index: number; end: End }[]): Promise<void> {
  const counts = { succeeded: 0, failed: 0 };
  const alike = Map.groupBy(items, ({ end }) => `${end.code} ${end.detail}`);
  const updates = [...alike.values()].map(async (some) => {
    const { end } = some[0]!;
    const indexes = some.map(({ index }) => index);
    const ended = await updateItems(write.tx, write.org, jobId, indexes, end);
    counts[end.status] += ended;
  });
  await Promise.all(updates);
  await countEnded(write, jobId, counts);
}

/** One for each record, the highest revision. */
const latest = (results: readonly RecordResult[]) =>
  new Map(results.toSorted((a, b) => a.revision - b.revision).map((result) => [result.recordId, result]));

function endOf({ status, errorCode, errorDetail }: RecordResult): End {
  if (status === CalculationOutcome.CALCULATED) return { status: "succeeded", code: null, detail: null };
  const detail = errorDetail || `The record is stored, but has no number: ${errorCode}.`;
  return { status: "failed", code: "CALCULATION_FAILED", detail };
}
