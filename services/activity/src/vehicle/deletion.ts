import type { Remove } from "../list/deletion.ts";
import type { RecordTable } from "../records/kind.ts";
import { type DeletedWith, deleteOwners } from "../records/owned.ts";
import { vehicleOwner } from "./owner.ts";

/** Records that one request deletes with their vehicles: the deletion ends within the timeout of a request. */
const RECORDS_MAX = 200_000;

/** Deletes vehicles with their records, and counts these by kind over all organizations of a request. */
export function vehicleDeletion(kinds: readonly RecordTable[]) {
  const counts = new Map<string, number>();
  const remove: Remove = async (write, ids) => {
    const left = [...counts.values()].reduce((sum, count) => sum - count, RECORDS_MAX);
    const deleted = await deleteOwners(write, vehicleOwner, kinds, ids, left);
    for (const { kind, count } of deleted.deletedWith) counts.set(kind, (counts.get(kind) ?? 0) + count);
    return deleted.ids;
  };
  const deletedWith = (): DeletedWith[] => Array.from(counts, ([kind, count]) => ({ kind, count }));
  return { remove, deletedWith };
}
