import type { Write } from "@emissions/kit/db";
import { RECORDS_MAX } from "../records/announce.ts";
import type { FacilityDependant } from "./dependant.ts";
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
    let deleted = RECORDS_MAX;
    while (deleted === RECORDS_MAX) deleted = await dependant.deleteOfFacility(write, id);
  }
  await deleteFacility(tx, org, id);
  return true;
}
