import type { Tx } from "@emissions/kit/db/transactions";

export interface GroupInvitationRow {
  id: string;
  note: string | null;
  expiresAt: Date;
  createdBy: string | null;
  createdAt: Date;
}

export interface NewGroupInvitation extends Pick<GroupInvitationRow, "id" | "note" | "createdBy"> {
  tokenHash: Buffer;
  expiresInDays: number;
}

export async function insertGroupInvitation(
  tx: Tx,
  org: string,
  { id, note, tokenHash, expiresInDays, createdBy }: NewGroupInvitation,
): Promise<GroupInvitationRow> {
  const [row] = await tx<[GroupInvitationRow]>`
    insert into group_invitations (organization_id, id, note, token_hash, expires_at, created_by)
    values (${org}, ${id}, ${note}, ${tokenHash}, now() + make_interval(days => ${expiresInDays}), ${createdBy})
    returning *`;
  return row;
}

export async function countGroupInvitations(tx: Tx, org: string): Promise<number> {
  const [row] = await tx<[{ count: number }]>`
    select count(*)::int as count from group_invitations where organization_id = ${org}`;
  return row.count;
}

/** Of two requests with one token, one deletes the row. Null for a token that does not work. */
export async function takeGroupInvitation(tx: Tx, org: string, tokenHashes: Buffer[]): Promise<string | null> {
  const [row] = await tx<{ id: string }[]>`
    delete from group_invitations
    where organization_id = ${org} and token_hash in ${tx(tokenHashes)} and expires_at > now() returning id`;
  return row?.id ?? null;
}

/** False for an invitation that does not exist. */
export async function deleteGroupInvitation(tx: Tx, org: string, id: string): Promise<boolean> {
  const { count } = await tx`delete from group_invitations where organization_id = ${org} and id = ${id}`;
  return count > 0;
}

export const deleteGroupInvitationsOf = (tx: Tx, org: string, userId: string) => tx`
  delete from group_invitations where organization_id = ${org} and created_by = ${userId}`;
