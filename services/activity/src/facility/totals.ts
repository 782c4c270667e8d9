import type { Tx } from "@emissions/kit/db/transactions";
import type { Emissions, OwnerMove } from "../records/owner.ts";

/**
 * Adds the differences of records to the totals of facilities, in the transaction that changes the records. The caller
 * has locked the records, so `was` is exactly what the totals contain. Rows are in the order of the key, so that two
 * writers do not block each other. Postgres adds exactly.
 */
export async function moveFacilityTotals(tx: Tx, org: string, moves: readonly OwnerMove[]): Promise<void> {
  const changes = moves.filter(({ was, is }) => was?.co2e !== is?.co2e || was?.co2eBiomass !== is?.co2eBiomass);
  if (changes.length === 0) return;
  const column = (side: "was" | "is", value: keyof Emissions) => changes.map((move) => move[side]?.[value] ?? "0");
  await tx`
    insert into facility_totals (organization_id, facility_id, co2e, co2e_biomass)
    select ${org}::uuid, facility_id, sum(co2e_is - co2e_was), sum(biomass_is - biomass_was)
    from unnest(
      ${changes.map(({ ownerId }) => ownerId)}::uuid[],
      ${column("was", "co2e")}::numeric[], ${column("is", "co2e")}::numeric[],
      ${column("was", "co2eBiomass")}::numeric[], ${column("is", "co2eBiomass")}::numeric[]
    ) as m (facility_id, co2e_was, co2e_is, biomass_was, biomass_is)
    group by facility_id order by facility_id
    on conflict (organization_id, facility_id) do update set
      co2e = facility_totals.co2e + excluded.co2e,
      co2e_biomass = facility_totals.co2e_biomass + excluded.co2e_biomass`;
}
