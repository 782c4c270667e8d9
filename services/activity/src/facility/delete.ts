import type { Write } from "@emissions/kit/db/transactions";
import type { Context } from "../context.ts";
import { completeItemsOfDeleted } from "../job/deleted-records.ts";
import type { Deletable } from "../job/deletion.ts";
import { nameOf } from "../records/record-type.ts";
import type { FacilityDependant, Progress } from "./dependant.ts";
import { facilityDependants } from "./dependants.ts";
import { deleteFacility, selectFacility } from "./queries.ts";

/**
 * Deletes a facility with all that hangs on it; false when there is none. The lock keeps records that name the
 * facility from coming in between.
 */
export async function deleteWithRecords(
  write: Write,
  dependants: readonly FacilityDependant[],
  id: string,
): Promise<boolean> {
  const { tx, org } = write;
  if ((await selectFacility(tx, org, id, "to change")) === null) return false;
  for (const dependant of dependants) {
    const all: string[] = [];
    let doneTo: Progress = "";
    while (doneTo !== null) {
      const { gone, progress } = await dependant.deleteOfFacility(write, id, doneTo);
      all.push(...gone);
      doneTo = progress;
    }
    // Records are locked before items and jobs, those of one kind before those of the next, as by results.
    await completeItemsOfDeleted(write, nameOf(dependant.entityType), all);
  }
  await deleteFacility(tx, org, id);
  return true;
}

/** One at a time: a facility is deleted with all its records or stays with all of them. */
export const facilityDeletable = (context: Pick<Context, "units">): Deletable => ({
  entityType: "facilities",
  batchSize: 1,
  deleteItems: async (write, ids) => {
    for (const id of ids) await deleteWithRecords(write, facilityDependants(context), id);
  },
});
