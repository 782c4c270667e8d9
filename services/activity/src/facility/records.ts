import type { Write } from "@emissions/kit/db/transactions";
import type { Context } from "../context.ts";
import { RECORDS_MAX } from "../records/announce.ts";
import { recalculateRecords, removeRows } from "../records/delete.ts";
import { type RecordKind, tableOf } from "../records/kind.ts";
import type { FacilityDependant } from "./dependant.ts";
import { lockFacilities } from "./queries.ts";

/** The records of a kind, as they are deleted with their facility, and calculated again when it moves. */
export const recordsOfFacilities = (context: Pick<Context, "units">, kind: RecordKind): FacilityDependant => ({
  entityType: kind.entityType,
  deleteOfFacility: async (write, facilityId, doneTo) => {
    const { ids, progress } = await selectNext(write, { table: tableOf(kind) }, facilityId, doneTo);
    const gone = await removeRows(write, kind, ids);
    return { gone: gone.map(({ id }) => id), progress };
  },
  announceOfFacility: async (write, facilityId, doneTo) => {
    // Before its records, in the order in which a facility is deleted.
    await lockFacilities(write.tx, write.org, [facilityId]);
    const { ids, progress } = await selectNext(write, { table: tableOf(kind) }, facilityId, doneTo);
    await recalculateRecords(context, write, kind, ids);
    return progress;
  },
});

/** The next records of a facility, at most RECORDS_MAX, in the order of the index by facility. */
export async function selectNext({ tx, org }: Write, { table }: { table: string }, facilityId: string, doneTo: string) {
  const [startDate, id] = doneTo.split(" ");
  const behind = id ? tx`and (start_date, id) < (${startDate!}, ${id})` : tx``;
  const next = await tx<{ id: string; startDate: string }[]>`
    select id, start_date from ${tx(table)} where organization_id = ${org} and facility_id = ${facilityId} ${behind}
    order by start_date desc, id desc limit ${RECORDS_MAX}`;
  const last = next.length === RECORDS_MAX ? next.at(-1) : undefined;
  return { ids: next.map((row) => row.id), progress: last ? `${last.startDate} ${last.id}` : null };
}
