import type { Tx } from "@emissions/kit/db/transactions";
import type { NamedCustomRecord } from "@emissions/proto/activity/v1/record_events";

/** Inserts in the order of the record ids, which prevents deadlocks. */
export const insertUses = (
  tx: Tx,
  org: string,
  named: readonly Pick<NamedCustomRecord, "recordId" | "organizationId">[],
) => tx`
  insert into custom_record_uses (organization_id, record_id, owner_id)
  select distinct ${org}::uuid, r.id, r.owner
  from unnest(
    ${named.map(({ recordId }) => recordId)}::uuid[], ${named.map(({ organizationId }) => organizationId)}::uuid[]
  ) as r (id, owner)
  order by r.id
  on conflict do nothing`;

/** True if activities of the owner or of a descendant organization use the record. */
export async function isInUse(tx: Tx, { organizationId, id }: { organizationId: string; id: string }) {
  const rows =
    await tx`select from custom_record_uses where owner_id = ${organizationId} and record_id = ${id} limit 1`;
  return rows.length > 0;
}
