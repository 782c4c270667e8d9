import { inOrder } from "@emissions/kit/db/in-order";
import type { Tx, Write } from "@emissions/kit/db/transactions";
import { completeItemsOfDeleted } from "../job/deleted-records.ts";
import type { Deletable } from "../job/deletion.ts";
import { changedAfterJob } from "../job/revert/revertible.ts";
import { announceAllDeleted, announceStored, RECORDS_MAX } from "./announce.ts";
import { adaptRelated, selectInputs } from "./inputs.ts";
import {
  type InputCatalogues,
  isCounted,
  type RecordKind,
  type RecordTable,
  type StoredRecord,
  tableOf,
} from "./kind.ts";
import { moveTotals } from "./owner-totals.ts";
import { type Results, refuseUnfit } from "./record-write.ts";
import { deleteRecords, resetRecords, selectRecords } from "./table.ts";

/** Deletes the existing records, subtracts them from all totals, and returns their ids. */
export async function removeRecords(write: Write, kind: RecordTable, ids: readonly string[]): Promise<string[]> {
  const gone = await removeRows(write, kind, ids);
  const there = gone.map(({ id }) => id);
  await inOrder(
    () => completeItemsOfDeleted(write, tableOf(kind), there),
    () => subtractFromOwners(write, kind, gone),
  );
  return there;
}

/** Deletion jobs for the records of a kind. */
export const recordsDeletable = (kind: RecordTable): Deletable => ({
  entityType: tableOf(kind),
  batchSize: RECORDS_MAX,
  deleteItems: async (write, ids) => void (await removeRecords(write, kind, ids)),
  revert: {
    table: tableOf(kind),
    days: { table: tableOf(kind), column: "id" },
    dependants: kind.dependants ?? [],
    ...(kind.replacedByKey && { changed: changedAfterJob }),
  },
});

/** Does not change totals of owners and items of jobs: the caller deletes or completes them next. */
export async function removeRows(write: Write, kind: RecordTable, ids: readonly string[]): Promise<StoredRecord[]> {
  const { tx, org, send } = write;
  const gone = await selectRecords<StoredRecord>(tx, org, tableOf(kind), ids, "lock");
  const there = gone.map(({ id }) => id);
  if (there.length > 0) {
    send(deleteRecords(tx, org, kind, there));
    await kind.removal?.next?.(write, gone);
  }
  announceAllDeleted(write, kind.entityType, gone);
  return gone;
}

/**
 * Starts a new calculation after a change of the owner or supplier. The records have no result until it arrives. Those of
 * locked periods keep theirs.
 */
export async function recalculateRecords(
  context: InputCatalogues,
  write: Write,
  kind: RecordKind,
  ids: readonly string[],
): Promise<void> {
  const { tx, org } = write;
  const unlocked = await selectUnlocked(tx, tableOf(kind), ids);
  const held = await selectRecords<StoredRecord>(tx, org, tableOf(kind), unlocked, "lock");
  await adaptRelated(context, write, kind, held);
  await restartRecords(context, write, kind, held);
}

/** Starts a new calculation of locked records. They have no result until it arrives. */
export async function restartRecords(
  context: InputCatalogues,
  write: Write,
  kind: RecordKind,
  held: readonly StoredRecord[],
  results: Results = null,
): Promise<void> {
  const { tx, org } = write;
  const there = held.map(({ id }) => id);
  await kind.copyFromOwner?.(tx, org, there);
  await resetRecords(tx, org, kind, there);
  await subtractFromOwners(write, kind, held);
  const inputs = await selectInputs(context, kind, { tx, org, ids: there });
  refuseUnfit(results, inputs);
  announceStored(write, inputs);
}

/** Subtracts the emissions of records from the totals of their owners. The caller has locked the records. */
export async function subtractFromOwners({ tx, org }: Write, kind: RecordTable, rows: readonly StoredRecord[]) {
  const { owner } = kind;
  if (owner === undefined) return;
  const ownerOf = (row: object) => (row as Record<string, string | null>)[owner.key]!;
  const counted = rows.filter((row) => isCounted(kind, row));
  const moves = counted.map((row) => ({
    ownerId: ownerOf(row),
    was: { co2e: row.co2e, co2eBiomass: row.co2eBiomass, failed: row.calculationStatus === "failed" ? 1 : 0 },
    is: null,
  }));
  await moveTotals(tx, org, owner, moves);
}

/** Records that no locked period covers. Holds back new locks until the transaction ends. */
async function selectUnlocked(tx: Tx, table: string, ids: readonly string[]): Promise<string[]> {
  await tx`select pg_advisory_xact_lock_shared(period_lock_key(current_organization()))`;
  const rows = await tx<{ id: string }[]>`select id from unlocked_records(${table}, ${ids as string[]}::uuid[]) as id`;
  return rows.map(({ id }) => id);
}
