import type { Tx } from "@emissions/kit/db/transactions";

export interface ApiKeyRow {
  id: string;
  organizationId: string;
  name: string;
  prefix: string;
  role: string | null;
  userId: string;
  status: string;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  createdAt: Date;
  revokedAt: Date | null;
  rotatedTo: string | null;
}

const shown = (tx: Tx) => tx`t.id, t.organization_id, t.name, t.prefix, t.role, t.user_id, t.expires_at, t.last_used_at,
  t.created_at, t.revoked_at, t.rotated_to,
  case when not t.enabled then 'revoked' when t.expires_at <= now() then 'expired' else 'active' end as status`;

/** Never reads the hash. */
export const apiKeyRows = (tx: Tx) => tx`select ${shown(tx)} from api_keys t`;

export async function selectApiKey(
  tx: Tx,
  org: string,
  id: string,
  lock?: "for update",
): Promise<(ApiKeyRow & { lifetimeDays: number | null }) | null> {
  const [row] = await tx<(ApiKeyRow & { lifetimeDays: number | null })[]>`
    select ${shown(tx)}, (extract(epoch from t.expires_at - t.created_at) / 86400)::float8 as lifetime_days
    from api_keys t where t.organization_id = ${org} and t.id = ${id} ${lock ? tx`for update` : tx``}`;
  return row ?? null;
}

/** Keys that are neither revoked nor expired. */
export async function countActiveKeys(tx: Tx, org: string): Promise<number> {
  const [row] = await tx<[{ count: number }]>`select active_keys(${org}) as count`;
  return row.count;
}

export interface NewApiKey {
  id: string;
  userId: string;
  name: string;
  role: string | null;
  prefix: string;
  hash: Buffer;
  /** Days until it expires; null for a key that does not. */
  lifetimeDays: number | null;
}

export async function insertApiKey(tx: Tx, org: string, key: NewApiKey): Promise<ApiKeyRow> {
  const { id, userId, name, role, prefix, hash, lifetimeDays } = key;
  const [row] = await tx<[ApiKeyRow]>`
    insert into api_keys as t (organization_id, id, user_id, name, role, prefix, key_hash, expires_at)
    values (${org}, ${id}, ${userId}, ${name}, ${role}, ${prefix}, ${hash},
      now() + ${lifetimeDays}::float8 * interval '1 day')
    returning ${shown(tx)}`;
  return row;
}

/** Ends the former key after the overlap, and not later than before. */
export const endAfterOverlap = (tx: Tx, org: string, id: string, next: { id: string; overlapSeconds: number }) => tx`
  update api_keys set rotated_to = ${next.id},
    expires_at = least(expires_at, now() + make_interval(secs => ${next.overlapSeconds}))
  where organization_id = ${org} and id = ${id}`;

/** False for a key that is revoked already. */
export async function revokeApiKey(tx: Tx, org: string, id: string): Promise<boolean> {
  const { count } = await tx`
    update api_keys set enabled = false, revoked_at = now()
    where organization_id = ${org} and id = ${id} and enabled`;
  return count > 0;
}

/** Revokes all keys of a user. */
export const revokeKeysOf = (tx: Tx, org: string, userId: string) => tx`
  update api_keys set enabled = false, revoked_at = now()
  where organization_id = ${org} and user_id = ${userId} and enabled`;
