import type { Tx, Write } from "@emissions/kit/db";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import type { Context } from "../context.ts";
import type { FacilityDependant } from "../facility/dependant.ts";
import { moveFacilityTotals } from "../facility/totals.ts";
import type { Deletable } from "../job/deletion.ts";
import { announceAllDeleted, announceStored, RECORDS_MAX } from "../records/announce.ts";
import { wasteRecords } from "./record-type.ts";

interface Gone {
  id: string;
  revision: number;
  facilityId: string;
  co2e: string | null;
  co2eBiomass: string | null;
}

/** Deletes those of the wastes that there are, takes them out of all totals, and tells which there were. */
export async function deleteWastes(write: Write, ids: readonly string[]): Promise<string[]> {
  const gone = await removeWastes(write, ids);
  const moves = gone.map(({ facilityId, ...was }) => ({ facilityId, was, is: null }));
  await moveFacilityTotals(write.tx, write.org, moves);
  return gone.map(({ id }) => id);
}

/** Leaves the totals of the facilities alone. */
async function removeWastes(write: Write, ids: readonly string[]): Promise<Gone[]> {
  const { tx, org, send } = write;
  const gone = await lockWastes(tx, org, ids);
  const there = gone.map(({ id }) => id);
  if (there.length > 0) send(tx`delete from wastes where organization_id = ${org} and id = any(${there}::uuid[])`);
  announceAllDeleted(write, EntityType.WASTES, gone);
  return gone;
}

/** In order of id, so that two writers do not block each other. */
const lockWastes = (tx: Tx, org: string, ids: readonly string[]) => tx<Gone[]>`
  select id, revision, facility_id, co2e, co2e_biomass from wastes
  where organization_id = ${org} and id = any(${ids as string[]}::uuid[]) order by id for update`;

export const deletableWastes: Deletable = {
  entityType: "wastes",
  pieceSize: RECORDS_MAX,
  deleteItems: async (write, ids) => void (await deleteWastes(write, ids)),
};

export const wastesOfFacilities = (context: Pick<Context, "units">): FacilityDependant => ({
  entityType: EntityType.WASTES,
  deleteOfFacility: async (write, facilityId, doneTo) => {
    const { ids, progress } = await selectNext(write, facilityId, doneTo);
    await removeWastes(write, ids);
    return progress;
  },
  announceOfFacility: async (write, facilityId, doneTo) => {
    const { tx, org } = write;
    const { ids, progress } = await selectNext(write, facilityId, doneTo);
    const reset = await resetWastes(tx, org, ids);
    const moves = reset.map(({ facilityId: from, ...was }) => ({ facilityId: from, was, is: null }));
    await moveFacilityTotals(tx, org, moves);
    const there = reset.map(({ id }) => id);
    announceStored(write, await wasteRecords(context).selectInputs(tx, org, there));
    return progress;
  },
});

/** The next wastes of a facility: in the order of the index by facility, so that each piece costs the same. */
async function selectNext({ tx, org }: Write, facilityId: string, doneTo: string) {
  const [startDate, id] = doneTo.split(" ");
  const behind = id ? tx`and (start_date, id) < (${startDate!}, ${id})` : tx``;
  const next = await tx<{ id: string; startDate: string }[]>`
    select id, start_date from wastes where organization_id = ${org} and facility_id = ${facilityId} ${behind}
    order by start_date desc, id desc limit ${RECORDS_MAX}`;
  const last = next.length === RECORDS_MAX ? next.at(-1) : undefined;
  return { ids: next.map((row) => row.id), progress: last ? `${last.startDate} ${last.id}` : null };
}

/** Takes the number off wastes, and gives back what they showed. */
async function resetWastes(tx: Tx, org: string, ids: readonly string[]): Promise<Gone[]> {
  const held = await lockWastes(tx, org, ids);
  await tx`
    update wastes set revision = revision + 1, status = 'loading', error_code = null, error_detail = null, co2e = null,
      co2e_biomass = null
    where organization_id = ${org} and id = any(${held.map(({ id }) => id)}::uuid[])`;
  return held;
}
