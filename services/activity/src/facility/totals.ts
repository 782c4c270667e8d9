import type { Tx } from "@emissions/kit/db/transactions";

/** What a record emits, in kilograms; null while it is not calculated. */
export interface Emissions {
  co2e: string | null;
  co2eBiomass: string | null;
}

/** A record of a facility whose number changes. One that moves to another facility is two moves: it leaves and arrives. */
interface FacilityMove {
  facilityId: string;
  /** Null for a record that was not there. */
  was: Emissions | null;
  /** Null for a record that is gone. */
  is: Emissions | null;
}

/** What records of a facility emitted, and emit now: sums in kilograms, as a statement that changes them returns them. */
export interface FacilitySums extends Emissions {
  facilityId: string;
  co2eWas: string;
  biomassWas: string;
}

/** Moves the totals of facilities by the difference of sums over their records. */
export const moveFacilitySums = (tx: Tx, org: string, sums: readonly FacilitySums[]) =>
  moveFacilityTotals(
    tx,
    org,
    sums.map(({ facilityId, co2eWas, biomassWas, ...is }) => {
      return { facilityId, was: { co2e: co2eWas, co2eBiomass: biomassWas }, is };
    }),
  );

/**
 * Moves the totals of facilities, in the transaction that changes the numbers of the records: what is subtracted
 * must be what the record showed, so the caller has locked it. In key order, so that two writers do not block each
 * other; the sums are Postgres's, and exact.
 */
export async function moveFacilityTotals(tx: Tx, org: string, moves: readonly FacilityMove[]): Promise<void> {
  const changes = moves.filter(({ was, is }) => was?.co2e !== is?.co2e || was?.co2eBiomass !== is?.co2eBiomass);
  if (changes.length === 0) return;
  const column = (side: "was" | "is", value: keyof Emissions) => changes.map((move) => move[side]?.[value] ?? "0");
  await tx`
    insert into facility_totals (organization_id, facility_id, co2e, co2e_biomass)
    select ${org}::uuid, facility_id, sum(co2e_is - co2e_was), sum(biomass_is - biomass_was)
    from unnest(
      ${changes.map(({ facilityId }) => facilityId)}::uuid[],
      ${column("was", "co2e")}::numeric[], ${column("is", "co2e")}::numeric[],
      ${column("was", "co2eBiomass")}::numeric[], ${column("is", "co2eBiomass")}::numeric[]
    ) as m (facility_id, co2e_was, co2e_is, biomass_was, biomass_is)
    group by facility_id order by facility_id
    on conflict (organization_id, facility_id) do update set
      co2e = facility_totals.co2e + excluded.co2e,
      co2e_biomass = facility_totals.co2e_biomass + excluded.co2e_biomass`;
}
