import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";

/** The fields of a hub that decide about the emissions of a leg. */
export interface NamedHub {
  id: string;
  type: "owned" | "subcontracted";
  /** Text of HubCategory. Without it the goods of a subcontracted hub have no factor. */
  category: string | null;
  status: "active" | "archived";
}

/**
 * The existing hubs, by id; those of other organizations are missing. `lock` prevents their change and deletion until
 * the transaction ends: a deletion waits, and then finds the new requests.
 */
export async function lookUpHubs(
  tx: Tx,
  org: string,
  ids: readonly string[],
  { lock = false }: { lock?: boolean } = {},
): Promise<ReadonlyMap<string, NamedHub>> {
  const named = [...new Set(ids)].filter(isId);
  if (named.length === 0) return new Map();
  const rows = await tx<NamedHub[]>`
    select id, type, category, status from logistic_hubs
    where organization_id = ${org} and id in (select unnest(${named}::uuid[])) order by id ${lock ? tx`for share` : tx``}`;
  return new Map(rows.map((hub) => [hub.id, hub]));
}
