import type { Write } from "@emissions/kit/db/transactions";
import { completeItemsOfDeleted } from "../job/deleted-records.ts";
import type { Deletable } from "../job/deletion.ts";
import { type RecordTable, tableOf } from "../records/kind.ts";
import { deleteFacility, selectFacility } from "./queries.ts";
import { deleteNext, kindsOfFacilities } from "./records.ts";

/** Deletes a facility with all its records; false when it does not exist. The lock prevents new records meanwhile. */
export async function deleteWithRecords(write: Write, kinds: readonly RecordTable[], id: string): Promise<boolean> {
  const { tx, org } = write;
  if ((await selectFacility(tx, org, id, "to change")) === null) return false;
  for (const kind of kindsOfFacilities(kinds)) {
    const deleted: string[] = [];
    let doneTo: string | null = "";
    while (doneTo !== null) {
      const { ids, progress } = await deleteNext(write, kind, { facilityId: id, doneTo });
      deleted.push(...ids);
      doneTo = progress;
    }
    // Records are locked before items and jobs, and kinds in their order, as consumers of results do.
    await completeItemsOfDeleted(write, tableOf(kind), deleted);
  }
  await deleteFacility(tx, org, id);
  return true;
}

/** One facility in each transaction, with all its records. */
export const facilityDeletable = (kinds: readonly RecordTable[]): Deletable => ({
  entityType: "facilities",
  batchSize: 1,
  deleteItems: async (write, ids) => {
    for (const id of ids) await deleteWithRecords(write, kinds, id);
  },
});
