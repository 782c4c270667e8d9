import type { Context } from "../context.ts";
import type { FacilityDependant } from "../facility/dependant.ts";
import { deleteFacilityRecords, dependantTable } from "../facility/record-table.ts";
import type { Deletable } from "../job/deletion.ts";
import type { Remove } from "../list/deletion.ts";
import { RECORDS_MAX } from "../records/announce.ts";
import { WASTES, wasteRecords } from "./record-type.ts";

/** Deletes those of the wastes that there are, takes them out of all totals, and tells which there were. */
export const deleteWastes: Remove = (write, ids) => deleteFacilityRecords(write, WASTES, ids);

export const deletableWastes: Deletable = {
  entityType: "wastes",
  pieceSize: RECORDS_MAX,
  deleteItems: async (write, ids) => void (await deleteWastes(write, ids)),
};

export const wastesOfFacilities = (context: Pick<Context, "units">): FacilityDependant =>
  dependantTable(WASTES, wasteRecords(context));
