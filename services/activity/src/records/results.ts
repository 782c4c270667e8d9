import { inOrder } from "@emissions/kit/db/in-order";
import type { Tx, Write } from "@emissions/kit/db/transactions";
import { type Consumer, onMany } from "@emissions/kit/messages/consume";
import {
  CalculationOutcome,
  type RecordResult,
  RecordsCalculatedSchema,
  RecordsDelayedSchema,
} from "@emissions/proto/calc/v1/calculation_service";
import { countResults } from "../job/item-results.ts";
import { type RecordTable, tableOf } from "./kind.ts";
import { moveTotals } from "./owner-totals.ts";
import { deletePending, postpone } from "./pending.ts";
import { updateResults } from "./table.ts";

export const resultConsumer = (kinds: readonly RecordTable[]): Consumer =>
  onMany(RecordsCalculatedSchema, async (write, events) => {
    const results = latest(events.flatMap((event) => event.results));
    for (const kind of kinds) {
      await storeResults(
        write,
        kind,
        results.filter(({ entityType }) => entityType === kind.entityType),
      );
    }
  });

/** The calculation waits for a fault to end. The records are not lost, so their tries do not count. */
export const delayConsumer = (kinds: readonly RecordTable[]): Consumer =>
  onMany(RecordsDelayedSchema, async ({ tx, org }, events) => {
    const delayed = Map.groupBy(
      events.flatMap(({ records }) => records),
      ({ entityType }) => entityType,
    );
    for (const kind of kinds) {
      const records = delayed.get(kind.entityType);
      if (records !== undefined) await postpone(tx, org, tableOf(kind), records);
    }
  });

/** Locks records, then their pending rows, then items and jobs. Every other writer of several of them does the same. */
export async function storeResults(write: Write, kind: RecordTable, results: readonly RecordResult[]) {
  if (results.length === 0) return;
  const { tx, org } = write;
  await inOrder(
    () => updateRecords(tx, org, kind, results),
    () => deletePending(tx, org, tableOf(kind), results),
    () => countResults(write, results),
  );
}

async function updateRecords(tx: Tx, org: string, kind: RecordTable, results: readonly RecordResult[]) {
  const sums = await updateResults(tx, org, kind, results);
  if (kind.owner === undefined) return;
  const moves = sums.map(({ ownerId, co2eWas, biomassWas, failedWas, ...is }) => {
    return { ownerId, was: { co2e: co2eWas, co2eBiomass: biomassWas, failed: failedWas }, is };
  });
  await moveTotals(tx, org, kind.owner, moves);
}

/**
 * One result for each revision, because one statement can update a row only once: the last one of the highest version,
 * but no failure after a number. In order of id, so that two writers lock rows in the same order.
 */
function latest(results: readonly RecordResult[]): RecordResult[] {
  const byRevision = new Map<string, RecordResult>();
  for (const result of results) {
    const key = `${result.recordId} ${result.revision}`;
    const known = byRevision.get(key);
    if (known === undefined || isLater(result, known)) byRevision.set(key, result);
  }
  return [...byRevision.values()].sort((a, b) => (a.recordId < b.recordId ? -1 : 1));
}

const isLater = (result: RecordResult, known: RecordResult): boolean =>
  result.version === known.version
    ? result.status === CalculationOutcome.CALCULATED || known.status !== CalculationOutcome.CALCULATED
    : result.version > known.version;
