import { randomBytes } from "node:crypto";
import { ApiKeys } from "@emissions/activity/access/keys";
import { hashRandomPassword } from "@emissions/activity/access/passwords";
import { ensureMember, insertKey, insertOrganization } from "@emissions/activity/commands/accounts";
import { overrideLimit } from "@emissions/gateway/limits/overrides";
import { closePool, openPool, openSessions } from "@emissions/kit/db/pool";
import { NIL_ID, newId } from "@emissions/kit/process/id";
import { fixedSecrets } from "@emissions/kit/process/secrets";

const ROLES = ["admin", "editor", "viewer", "auditor", "human_resources"] as const;
export type Role = (typeof ROLES)[number];

/** Parents before children. The slugs are those that tests name; the stored slugs have a suffix. */
const GROUP = [
  { slug: "holding", country: "ES", parent: null },
  { slug: "iberia", country: "ES", parent: "holding" },
  { slug: "nordics", country: "SE", parent: "holding" },
  { slug: "nordics-depot", country: "DK", parent: "nordics" },
  { slug: "outsider", country: "FR", parent: null },
] as const;

export interface Organization {
  slug: string;
  id: string;
  name: string;
  parent_id: string | null;
  api_keys: Record<Role, string>;
}

export interface User {
  email: string;
  password: string;
  organization: string;
  role: Role;
}

export interface Organizations {
  organizations: Map<string, Organization>;
  users: User[];
}

/** More requests than tests and benches send: few keys do the work of many clients. */
const PLENTY = { requests: 1_000_000, burst: 1_000_000 };

async function raiseLimits(adminUrl: string, organizationIds: readonly string[]): Promise<void> {
  const pool = openPool({ DATABASE_URL: adminUrl }, { schema: "gateway", max: 1, applicationName: "test limits" });
  try {
    await overrideLimit(pool, { organizationId: NIL_ID, policy: "address", ...PLENTY });
    for (const organizationId of organizationIds)
      await overrideLimit(pool, { organizationId, policy: "account", ...PLENTY });
  } finally {
    await closePool(pool);
  }
}

/**
 * Creates the organizations of one test file, with a user and a key for each role. Their ids are new, so that several
 * files can share a database. `adminUrl` bypasses row-level security.
 */
export async function createOrganizations(adminUrl: string, apiKeyPepper: string): Promise<Organizations> {
  const keys = new ApiKeys(fixedSecrets(apiKeyPepper));
  const [suffix, password] = [randomBytes(4).toString("hex"), randomBytes(15).toString("base64url")];
  // One hash for all users, at the low cost that suits random passwords.
  const hash = await hashRandomPassword(password);
  const organizations = new Map<string, Organization>();
  const users: User[] = [];
  const sql = openSessions(adminUrl, { schema: "activity", max: 1, applicationName: "test organizations" });
  try {
    await sql.begin(async (tx) => {
      for (const { slug, country, parent } of GROUP) {
        const [id, name, parentId] = [newId(), `Test ${slug}`, parent && organizations.get(parent)!.id];
        await insertOrganization(tx, { id, name, slug: `${slug}-${suffix}`, country, parentId });
        const apiKeys: Partial<Organization["api_keys"]> = {};
        for (const role of ROLES) {
          const email = `${role}@${slug}-${suffix}.example`;
          const userId = await ensureMember(tx, id, { email, firstName: role, role });
          await tx`update users set password_hash = ${hash} where id = ${userId}`;
          apiKeys[role] = await insertKey(tx, id, keys, { userId, name: `test ${role}`, kind: "test" });
          users.push({ email, password, organization: slug, role });
        }
        organizations.set(slug, { slug, id, name, parent_id: parentId, api_keys: apiKeys as Organization["api_keys"] });
      }
    });
  } finally {
    await sql.end();
  }
  await raiseLimits(
    adminUrl,
    [...organizations.values()].map(({ id }) => id),
  );
  return { organizations, users };
}
