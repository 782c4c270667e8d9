import type { Tx } from "@emissions/kit/db/transactions";
import type { CredentialRow } from "../access/queries.ts";

/** Seconds until a link expires. */
const EXPIRES_IN_SECONDS = 3_600;

interface NewReset {
  userId: string;
  tokenHash: Buffer;
  createdBy: string | null;
}

/** A new link of a member replaces the former one. */
export async function insertReset(tx: Tx, org: string, { userId, tokenHash, createdBy }: NewReset): Promise<Date> {
  const [{ expiresAt }] = await tx<[{ expiresAt: Date }]>`
    insert into password_resets (organization_id, user_id, token_hash, expires_at, created_by)
    values (${org}, ${userId}, ${tokenHash}, now() + make_interval(secs => ${EXPIRES_IN_SECONDS}), ${createdBy})
    on conflict (organization_id, user_id) do update set token_hash = excluded.token_hash,
      expires_at = excluded.expires_at, created_by = excluded.created_by, created_at = excluded.created_at
    returning expires_at`;
  return expiresAt;
}

/** A password that was changed after the link was made is not replaced by it. */
const working = (tx: Tx, org: string, tokenHashes: Buffer[]) => tx`
  r.organization_id = ${org} and r.token_hash in ${tx(tokenHashes)} and r.expires_at > now()
    and m.organization_id = r.organization_id and m.user_id = r.user_id and m.removed_at is null
    and u.id = r.user_id and r.created_at > coalesce(u.password_changed_at, '-infinity')
    and not is_member_elsewhere(r.user_id)`;

/** The person of a token that works. */
export async function selectResetPerson(tx: Tx, org: string, tokenHashes: Buffer[]): Promise<CredentialRow | null> {
  const [row] = await tx<CredentialRow[]>`
    select u.id, u.email, u.password_hash from password_resets r, members m, users u
    where ${working(tx, org, tokenHashes)}`;
  return row ?? null;
}

/** Of two requests with one token, one deletes the row. False for a token that does not work. */
export async function takeReset(tx: Tx, org: string, tokenHashes: Buffer[]): Promise<boolean> {
  const { count } = await tx`
    delete from password_resets r using members m, users u where ${working(tx, org, tokenHashes)}`;
  return count > 0;
}

/** Links of a person, and those that the person has made. */
export const deleteResetsOf = (tx: Tx, org: string, userId: string) => tx`
  delete from password_resets where organization_id = ${org} and (user_id = ${userId} or created_by = ${userId})`;

export async function isMember(tx: Tx, org: string, userId: string): Promise<boolean> {
  const { count } = await tx`
    select from members where organization_id = ${org} and user_id = ${userId} and removed_at is null`;
  return count > 0;
}

/** Whether an organization that this one does not manage has the person, too. */
export async function isMemberElsewhere(tx: Tx, userId: string): Promise<boolean> {
  const [row] = await tx<[{ elsewhere: boolean }]>`select is_member_elsewhere(${userId}) as elsewhere`;
  return row.elsewhere;
}
