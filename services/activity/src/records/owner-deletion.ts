import type { Remove } from "../list/deletion.ts";
import type { RecordTable } from "./kind.ts";
import { type DeletedWith, deleteOwners } from "./owned.ts";
import type { Owner } from "./owner.ts";

/** Records that one request deletes with their owners: the deletion ends within the timeout of a request. */
const RECORDS_MAX = 200_000;

/** Deletes owners with their records, and counts these by kind over all organizations of a request. */
export function ownerDeletion(owner: Owner, kinds: readonly RecordTable[]) {
  const counts = new Map<string, number>();
  const remove: Remove = async (write, ids) => {
    const left = [...counts.values()].reduce((sum, count) => sum - count, RECORDS_MAX);
    const deleted = await deleteOwners(write, owner, kinds, ids, left);
    for (const { kind, count } of deleted.deletedWith) counts.set(kind, (counts.get(kind) ?? 0) + count);
    return deleted.ids;
  };
  const more = () => ({ deletedWith: Array.from(counts, ([kind, count]): DeletedWith => ({ kind, count })) });
  return { remove, more };
}
