import type { Tx } from "@emissions/kit/db/transactions";
import { accountAddress } from "@emissions/kit/process/account-address";

export interface MembershipRow {
  userId: string;
  /** Null when the user is not a member of the organization. */
  role: string | null;
  memberEnabled: boolean | null;
  archived: boolean;
  descendantIds: string[];
  ancestors: { id: string; name: string }[];
}

export interface KeyRow extends MembershipRow {
  keyId: string;
  /** It was hashed with an earlier pepper. */
  hasOldHash: boolean;
  usable: boolean;
}

/** The columns of a membership that tell the state and the group of the organization. */
export const group = (tx: Tx) => tx`
  exists (select from organizations where id = current_organization() and archived_at is not null) as archived,
  array(select id from group_descendants()) as descendant_ids,
  (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by depth), '[]')
   from group_lineage()) as ancestors`;

export const selectLineage = async (tx: Tx) => [
  ...(await tx<{ id: string; name: string }[]>`select id, name from group_lineage() order by depth`),
];

/** Finds the organization by the hashes of the key, across all organizations. */
export async function selectOrganizationOfKey(tx: Tx, hashes: readonly Buffer[]): Promise<string | null> {
  for (const hash of hashes) {
    const [row] = await tx<{ organizationId: string }[]>`select organization_id from organization_of_key(${hash})`;
    if (row !== undefined) return row.organizationId;
  }
  return null;
}

/** The first hash is the one to store. */
export async function selectKey(tx: Tx, org: string, hashes: readonly Buffer[]): Promise<KeyRow | null> {
  const [row] = await tx<KeyRow[]>`
    select k.id as key_id, k.key_hash <> ${hashes[0]!} as has_old_hash, k.user_id, m.enabled as member_enabled, ${group(tx)},
      k.enabled and (k.expires_at is null or k.expires_at > now())
        and (m.role is null or k.role is null or common_role(k.role, m.role) is not null) as usable,
      case when k.role is null then m.role else common_role(k.role, m.role) end as role
    from api_keys k left join members m on m.organization_id = k.organization_id and m.user_id = k.user_id
    where k.organization_id = ${org} and k.key_hash in ${tx([...hashes])}`;
  return row ?? null;
}

export async function selectMember(tx: Tx, org: string, email: string): Promise<MembershipRow | null> {
  const [row] = await tx<MembershipRow[]>`
    select u.id as user_id, m.role, m.enabled as member_enabled, ${group(tx)}
    from members m join users u on u.id = m.user_id
    where m.organization_id = ${org} and u.email = ${email}`;
  return row ?? null;
}

export interface CredentialRow {
  id: string;
  email: string;
  passwordHash: string | null;
}

export async function selectCredential(tx: Tx, email: string): Promise<CredentialRow | null> {
  const [row] = await tx<CredentialRow[]>`
    select id, email, password_hash from user_by_address(${accountAddress(email)})`;
  return row ?? null;
}

/** Does nothing if the password was changed meanwhile. */
export const renewHash = (tx: Tx, { id, passwordHash }: CredentialRow, renewed: string) => tx`
  select renew_password_hash(${id}, ${passwordHash}, ${renewed})`;
