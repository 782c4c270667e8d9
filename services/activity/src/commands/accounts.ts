import type { Db, Tx } from "@emissions/kit/db/transactions";
import { accountAddress } from "@emissions/kit/process/account-address";
import { newId } from "@emissions/kit/process/id";
import { AccessChangedSchema } from "@emissions/proto/activity/v1/access_service";
import type { ApiKeys, KeyKind } from "../access/keys.ts";
import { putMember } from "../access/members.ts";
import { hashPassword, hashRandomPassword, OPERATOR } from "../access/passwords.ts";
import { selectCredential } from "../access/queries.ts";

export type RoleName = "admin" | "editor" | "viewer" | "human_resources" | "auditor";

export interface NewOrganization {
  id: string;
  name: string;
  slug: string;
  country: string;
  parentId: string | null;
}

/** An operator sets the parent, so its acceptance is not necessary. */
export async function insertOrganization(tx: Tx, organization: NewOrganization): Promise<void> {
  const { id, name, slug, country, parentId } = organization;
  await tx`
    insert into organizations (id, parent_id, accepted, name, slug, country)
    values (${id}, ${parentId}, ${parentId !== null}, ${name}, ${slug}, ${country})`;
}

interface NewMember {
  email: string;
  firstName?: string;
  role: RoleName;
}

/** Adds a member, and a user when the address is unknown. Returns the id of the user. */
export async function ensureMember(tx: Tx, org: string, { email, firstName, role }: NewMember): Promise<string> {
  const address = accountAddress(email);
  const existing = await selectCredential(tx, address);
  const id = existing?.id ?? newId();
  if (existing === null) {
    await tx`insert into users (id, email, first_name) values (${id}, ${address}, ${firstName ?? null})`;
  }
  await putMember(tx, org, id, role);
  return id;
}

/** The user must be a member of the organization of the transaction. */
export async function setPassword(tx: Tx, userId: string, password: string): Promise<void> {
  await setHash(tx, userId, await hashPassword(password, OPERATOR));
}

/** The same for a password of random bits. */
export async function setRandomPassword(tx: Tx, userId: string, password: string): Promise<void> {
  await setHash(tx, userId, await hashRandomPassword(password));
}

async function setHash(tx: Tx, userId: string, hash: string): Promise<void> {
  await tx`update users set password_hash = ${hash} where id = ${userId}`;
}

interface NewKey {
  userId: string;
  name: string;
  /** Default: the kind of the system. */
  kind?: KeyKind;
}

/** Returns the key in clear text. The table stores only its hash. */
export async function insertKey(tx: Tx, org: string, keys: ApiKeys, { userId, name, kind }: NewKey): Promise<string> {
  const key = keys.newKey(kind);
  await tx`
    insert into api_keys (organization_id, id, user_id, name, prefix, key_hash)
    values (${org}, ${newId()}, ${userId}, ${name}, ${keys.prefix(key)}, ${keys.hash(key)})`;
  return key;
}

/** Invalidates the cached groups of the ancestors. */
export async function announceToAncestors(db: Db, org: string): Promise<void> {
  const ancestors = await db.asService(org, ({ tx }) => tx<{ id: string }[]>`select id from group_ancestors()`);
  for (const { id } of ancestors) await db.asService(id, async ({ emit }) => emit(AccessChangedSchema, {}));
}
