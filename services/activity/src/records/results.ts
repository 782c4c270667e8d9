import { inOrder } from "@emissions/kit/db/in-order";
import type { Write } from "@emissions/kit/db/transactions";
import { type Consumer, onMany } from "@emissions/kit/messages/consume";
import {
  CalculationOutcome,
  type RecordResult,
  RecordsCalculatedSchema,
} from "@emissions/proto/calc/v1/calculation_service";
import { countResults } from "../job/item-results.ts";
import { deletePending } from "./pending.ts";
import { nameOf, type RecordType } from "./record-type.ts";

export const resultConsumer = (types: readonly RecordType[]): Consumer =>
  onMany(RecordsCalculatedSchema, async (write, events) => {
    const results = latest(events.flatMap((event) => event.results));
    for (const type of types) {
      await storeResults(
        write,
        type,
        results.filter(({ entityType }) => entityType === type.entityType),
      );
    }
  });

/** Records are locked before what waits, and that before items and jobs: whoever writes several of them keeps to it. */
export async function storeResults(write: Write, type: RecordType, results: readonly RecordResult[]) {
  if (results.length === 0) return;
  const { tx, org } = write;
  await inOrder(
    () => type.updateResults(tx, org, results),
    () => deletePending(tx, org, nameOf(type.entityType), results),
    () => countResults(write, results),
  );
}

/**
 * One result for each revision, because one statement can update a row only once: the last one, unless it is a
 * failure after a number. In order of id, so that two writers lock rows in the same order.
 */
function latest(results: readonly RecordResult[]): RecordResult[] {
  const byRevision = new Map<string, RecordResult>();
  for (const result of results) {
    const key = `${result.recordId} ${result.revision}`;
    const isNumber = byRevision.get(key)?.status === CalculationOutcome.CALCULATED;
    if (!isNumber || result.status === CalculationOutcome.CALCULATED) byRevision.set(key, result);
  }
  return [...byRevision.values()].sort((a, b) => (a.recordId < b.recordId ? -1 : 1));
}
