import { randomBytes } from "node:crypto";
import type { Write } from "@emissions/kit/db/transactions";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import type { ApiKeys } from "../access/keys.ts";
import { isPassword } from "../access/passwords.ts";
import { selectCredential, selectKey } from "../access/queries.ts";
import { selectOrganization } from "../organization/queries.ts";
import { ensureMember, insertKey, insertOrganization, setPassword } from "./accounts.ts";
import { required, runCommand } from "./command.ts";
import { DEMO_ROLES, type Demo, type DemoOrganization, type DemoRole, readDemo, writeDemo } from "./demo-file.ts";

const USAGE = `Sets up the demonstration organizations with their users and keys, where they are not there yet.
  node src/commands/demo.ts --file <file>
The file keeps keys and passwords from one run to the next. Needs DATABASE_URL and API_KEY_PEPPER.`;

/** Parents before children. */
const GROUP = [
  { slug: "holding", name: "Demo Holding", country: "ES", parent: null },
  { slug: "iberia", name: "Demo Iberia", country: "ES", parent: "holding" },
  { slug: "nordics", name: "Demo Nordics", country: "SE", parent: "holding" },
  { slug: "nordics-depot", name: "Demo Nordics Depot", country: "DK", parent: "nordics" },
  { slug: "outsider", name: "Demo Outsider", country: "FR", parent: null },
] as const;

const FIRST_NAMES: Record<DemoRole, string> = { admin: "Ada", editor: "Edith", viewer: "Viktor" };
const PASSWORD_BYTES = 15;

/** The same in every installation, so that a second run finds them. */
const idOf = (slug: string) => catalogueId("demo-organization", slug);

await runCommand(USAGE, { file: { type: "string" } }, async ({ db, keys }, values) => {
  const file = required(values, "file");
  const before = await readDemo(file);
  const demo: Demo = { organizations: [], users: [] };
  for (const member of GROUP) {
    const part = await db.asService(idOf(member.slug), (write) => ensureOrganization({ write, keys, before }, member));
    demo.organizations.push(...part.organizations);
    demo.users.push(...part.users);
  }
  const after = { ...before, ...demo };
  if (JSON.stringify(after) !== JSON.stringify(before)) await writeDemo(file, after);
  return demo;
});

interface Work {
  write: Write;
  keys: ApiKeys;
  before: Demo;
}

async function ensureOrganization(work: Work, member: (typeof GROUP)[number]): Promise<Demo> {
  const { tx, org } = work.write;
  const { slug, name, country, parent } = member;
  const parentId = parent === null ? null : idOf(parent);
  if ((await selectOrganization(tx, org)) === null) {
    await insertOrganization(tx, { id: org, name, slug, country, parentId });
  }
  const known = work.before.organizations.find((organization) => organization.slug === slug);
  const users = [];
  const apiKeys: Partial<DemoOrganization["api_keys"]> = {};
  for (const role of DEMO_ROLES) {
    const email = `${role}@${slug}.example`;
    const userId = await ensureMember(tx, org, { email, firstName: FIRST_NAMES[role], role });
    users.push({ email, password: await ensurePassword(work, { userId, email }), organization: slug, role });
    apiKeys[role] = await ensureKey(work, { userId, role, known: known?.api_keys?.[role] });
  }
  const organization = { slug, id: org, name, parent_id: parentId, api_keys: apiKeys as DemoOrganization["api_keys"] };
  return { organizations: [organization], users };
}

/** The password in the file, when it opens the account; else a new one. */
async function ensurePassword(
  { write: { tx }, before }: Work,
  who: { userId: string; email: string },
): Promise<string> {
  const known = before.users.find(({ email }) => email === who.email)?.password;
  const stored = (await selectCredential(tx, who.email))?.passwordHash ?? null;
  if (known !== undefined && (await isPassword(known, stored))) return known;
  const password = known ?? randomBytes(PASSWORD_BYTES).toString("base64url");
  await setPassword(tx, who.userId, password);
  return password;
}

/** The key in the file, when it is in force; else a new one, and the lost one is revoked. */
async function ensureKey(
  { write: { tx, org }, keys }: Work,
  { userId, role, known }: { userId: string; role: DemoRole; known: string | undefined },
): Promise<string> {
  const stored = known === undefined ? null : await selectKey(tx, org, keys.hash(known));
  if (known !== undefined && stored?.usable) return known;
  const name = `demo ${role}`;
  await tx`update api_keys set enabled = false where organization_id = ${org} and name = ${name} and enabled`;
  return insertKey(tx, org, keys, { userId, name, kind: "test" });
}
