import type { Tx } from "@emissions/kit/db";

export interface OrganizationRow {
  id: string;
  country: string;
  gwpSet: string;
}

export interface NodeRow {
  id: string;
  parentId: string | null;
  name: string;
}

export async function selectOrganization(tx: Tx, org: string): Promise<OrganizationRow | null> {
  const [row] = await tx<OrganizationRow[]>`select id, country, gwp_set from organizations where id = ${org}`;
  return row ?? null;
}

/** The whole group from its root, parents before children. */
export const selectGroup = (tx: Tx) => tx<NodeRow[]>`select id, parent_id, name from group_tree()`;
