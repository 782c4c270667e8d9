import type { Tx } from "@emissions/kit/db/transactions";

export interface InvitationRow {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  role: string;
  expiresAt: Date;
  createdBy: string | null;
  createdAt: Date;
}

export interface NewInvitation extends Omit<InvitationRow, "expiresAt" | "createdAt"> {
  tokenHash: Buffer;
  expiresInDays: number;
}

/** A new invitation of an address replaces the former one. */
export async function insertInvitation(tx: Tx, org: string, invitation: NewInvitation): Promise<InvitationRow> {
  const { id, email, firstName, lastName, role, tokenHash, expiresInDays, createdBy } = invitation;
  const [row] = await tx<[InvitationRow]>`
    insert into member_invitations
      (organization_id, id, email, first_name, last_name, role, token_hash, expires_at, created_by)
    values (${org}, ${id}, ${email}, ${firstName}, ${lastName}, ${role}, ${tokenHash},
      now() + make_interval(days => ${expiresInDays}), ${createdBy})
    on conflict (organization_id, email) do update set id = excluded.id, first_name = excluded.first_name,
      last_name = excluded.last_name, role = excluded.role, token_hash = excluded.token_hash,
      expires_at = excluded.expires_at, created_by = excluded.created_by, attempts = 0,
      created_at = excluded.created_at
    returning *`;
  return row;
}

export async function countInvitations(tx: Tx, org: string): Promise<number> {
  const [row] = await tx<[{ count: number }]>`
    select count(*)::int as count from member_invitations where organization_id = ${org}`;
  return row.count;
}

/** The invitation of a token that works. */
export async function selectInvitation(tx: Tx, org: string, tokenHashes: Buffer[]): Promise<InvitationRow | null> {
  const [row] = await tx<InvitationRow[]>`
    select * from member_invitations
    where organization_id = ${org} and token_hash in ${tx(tokenHashes)} and expires_at > now()`;
  return row ?? null;
}

/** Counts an attempt to accept, before its password is known to be right. Null for a link that does not work. */
export async function countAttempt(
  tx: Tx,
  org: string,
  { tokenHashes, attemptsMax }: { tokenHashes: Buffer[]; attemptsMax: number },
): Promise<string | null> {
  const [row] = await tx<{ email: string }[]>`
    update member_invitations set attempts = attempts + 1
    where organization_id = ${org} and token_hash in ${tx(tokenHashes)} and expires_at > now() and attempts < ${attemptsMax}
    returning email`;
  return row?.email ?? null;
}

/** Of two requests with one token, one deletes the row. */
export async function takeInvitation(tx: Tx, org: string, tokenHashes: Buffer[]): Promise<InvitationRow | null> {
  const [row] = await tx<InvitationRow[]>`
    delete from member_invitations
    where organization_id = ${org} and token_hash in ${tx(tokenHashes)} and expires_at > now() returning *`;
  return row ?? null;
}

/** False for an invitation that does not exist. */
export async function deleteInvitation(tx: Tx, org: string, id: string): Promise<boolean> {
  const { count } = await tx`delete from member_invitations where organization_id = ${org} and id = ${id}`;
  return count > 0;
}

export const deleteInvitationsOf = (tx: Tx, org: string, userId: string) => tx`
  delete from member_invitations where organization_id = ${org} and created_by = ${userId}`;

/** False if the address has a user by now. */
export async function insertUser(
  tx: Tx,
  user: Pick<InvitationRow, "id" | "email" | "firstName" | "lastName"> & { passwordHash: string | null },
): Promise<boolean> {
  const { id, email, firstName, lastName, passwordHash } = user;
  const { count } = await tx`
    insert into users (id, email, first_name, last_name, password_hash)
    values (${id}, ${email}, ${firstName}, ${lastName}, ${passwordHash}) on conflict do nothing`;
  return count > 0;
}
