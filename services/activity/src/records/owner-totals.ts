import type { Tx } from "@emissions/kit/db/transactions";
import type { Counted, Owner, OwnerMove } from "./owner.ts";

/**
 * Adds the differences of records to the totals of owners, in the transaction that changes the records. The caller has
 * locked the records, so `was` is exactly what the totals contain. Rows are in the order of the key, so that two writers
 * do not block each other. Postgres adds exactly.
 */
export async function moveTotals(tx: Tx, org: string, owner: Owner, moves: readonly OwnerMove[]): Promise<void> {
  const changes = moves.filter(({ ownerId, was, is }) => ownerId !== null && isMove(owner, was, is));
  if (changes.length === 0) return;
  const column = (side: "was" | "is", value: keyof Counted) => changes.map((move) => move[side]?.[value] ?? "0");
  const [totals, id] = [tx(owner.totals), tx(owner.column)];
  const failed = owner.countsFailures;
  await tx`
    insert into ${totals} as t (organization_id, ${id}, co2e, co2e_biomass ${failed ? tx`, failed_records` : tx``})
    select ${org}::uuid, owner_id, sum(co2e_is - co2e_was), sum(biomass_is - biomass_was)
      ${failed ? tx`, sum(failed_is - failed_was)` : tx``}
    from unnest(
      ${changes.map(({ ownerId }) => ownerId)}::uuid[],
      ${column("was", "co2e")}::numeric[], ${column("is", "co2e")}::numeric[],
      ${column("was", "co2eBiomass")}::numeric[], ${column("is", "co2eBiomass")}::numeric[],
      ${column("was", "failed")}::int[], ${column("is", "failed")}::int[]
    ) as m (owner_id, co2e_was, co2e_is, biomass_was, biomass_is, failed_was, failed_is)
    group by owner_id order by owner_id
    on conflict (organization_id, ${id}) do update set
      co2e = t.co2e + excluded.co2e, co2e_biomass = t.co2e_biomass + excluded.co2e_biomass
      ${failed ? tx`, failed_records = t.failed_records + excluded.failed_records` : tx``}`;
}

const isMove = ({ countsFailures }: Owner, was: Counted | null, is: Counted | null): boolean =>
  was?.co2e !== is?.co2e ||
  was?.co2eBiomass !== is?.co2eBiomass ||
  (countsFailures && (was?.failed ?? 0) !== (is?.failed ?? 0));
