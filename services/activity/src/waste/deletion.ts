import type { Tx, Write } from "@emissions/kit/db";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import type { Context } from "../context.ts";
import type { FacilityDependant } from "../facility/dependant.ts";
import { moveFacilityTotals } from "../facility/totals.ts";
import type { Deletable } from "../job/deletion.ts";
import { announceAllDeleted, announceStored, RECORDS_MAX } from "../records/announce.ts";
import { joined } from "../records/join.ts";
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

/** Leaves the totals of the facilities alone. Locks in order of id, so that two deletions do not block each other. */
async function removeWastes(write: Write, ids: readonly string[]): Promise<Gone[]> {
  const { tx, org } = write;
  const gone = await joined<Gone>(
    tx,
    tx`
    with held as materialized (
      select id from wastes where organization_id = ${org} and id = any(${ids as string[]}::uuid[])
      order by id for update)
    delete from wastes w using held
    where w.organization_id = ${org} and w.id = any(${ids as string[]}::uuid[]) and w.id = held.id
    returning w.id, w.revision, w.facility_id, w.co2e, w.co2e_biomass`,
  );
  announceAllDeleted(write, EntityType.WASTES, gone);
  return gone;
}

export const deletableWastes: Deletable = {
  entityType: "wastes",
  pieceSize: RECORDS_MAX,
  deleteItems: async (write, ids) => void (await deleteWastes(write, ids)),
};

export const wastesOfFacilities = (context: Pick<Context, "units">): FacilityDependant => ({
  entityType: EntityType.WASTES,
  deleteOfFacility: async (write, facilityId) => {
    const { tx, org } = write;
    const next = await tx<{ id: string }[]>`
      select id from wastes where organization_id = ${org} and facility_id = ${facilityId} limit ${RECORDS_MAX}`;
    await removeWastes(
      write,
      next.map(({ id }) => id),
    );
    return next.length;
  },
  announceOfFacility: async (write, facilityId, afterId) => {
    const { tx, org } = write;
    const reset = await resetWastes(tx, org, { facilityId, afterId });
    await moveFacilityTotals(
      tx,
      org,
      reset.map(({ id: _, ...was }) => ({ facilityId, was, is: null })),
    );
    const ids = reset.map(({ id }) => id).sort();
    announceStored(write, await wasteRecords(context).selectInputs(tx, org, ids));
    return ids;
  },
});

interface Piece {
  facilityId: string;
  afterId: string;
}

/** Takes the number off the next wastes of a facility, in order of id, and gives back what they showed. */
const resetWastes = (tx: Tx, org: string, { facilityId, afterId }: Piece) => tx<
  Omit<Gone, "revision" | "facilityId">[]
>`
  with held as materialized (
    select id, co2e, co2e_biomass from wastes
    where organization_id = ${org} and facility_id = ${facilityId} and id > ${afterId}
    order by id limit ${RECORDS_MAX} for update)
  update wastes w set revision = w.revision + 1, status = 'loading', error_code = null, error_detail = null,
    co2e = null, co2e_biomass = null
  from held where w.organization_id = ${org} and w.id = held.id
  returning w.id, held.co2e, held.co2e_biomass`;
