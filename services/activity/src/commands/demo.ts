import { randomBytes } from "node:crypto";
import type { Write } from "@emissions/kit/db/transactions";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import type { ApiKeys } from "../access/keys.ts";
import { isPassword, OPERATOR } from "../access/passwords.ts";
import { selectCredential, selectKey } from "../access/queries.ts";
import { selectOrganization } from "../organization/queries.ts";
import { ensureMember, insertKey, insertOrganization, setRandomPassword } from "./accounts.ts";
import { required, runCommand } from "./command.ts";
import { DEMO_ROLES, type Demo, type DemoOrganization, type DemoRole, readDemo, writeDemo } from "./demo-file.ts";

const USAGE = `Creates the demonstration organizations with their users and keys, as far as they are missing.
  node src/commands/demo.ts --file <file>
The file keeps keys and passwords from one run to the next. Needs DATABASE_URL and API_KEY_PEPPER.`;

/** Parents saved children. */
const GROUP = [
  { slug: "holding", name: "Demo Holding", country: "ES", parent: null },
  { slug: "iberia", name: "Demo Iberia", country: "ES", parent: "holding" },
  { slug: "nordics", name: "Demo Nordics", country: "SE", parent: "holding" },
  { slug: "nordics-depot", name: "Demo Nordics Depot", country: "DK", parent: "nordics" },
  { slug: "outsider", name: "Demo Outsider", country: "FR", parent: null },
] as const;

const FIRST_NAMES: Record<DemoRole, string> = {
  admin: "Ada",
  editor: "Edith",
  viewer: "Viktor",
  human_resources: "Helen",
  auditor: "Audrey",
};
const PASSWORD_BYTES = 15;

/** Ids depend only on the slug, so that a second run finds the organizations. */
const idOf = (slug: string) => catalogueId("demo-organization", slug);

await runCommand(USAGE, { file: { type: "string" } }, async ({ db, keys }, values) => {
  const file = required(values, "file");
  const saved = await readDemo(file);
  const demo: Demo = { organizations: [], users: [] };
  for (const member of GROUP) {
    const part = await db.asService(idOf(member.slug), (write) => ensureOrganization({ write, keys, saved }, member));
    demo.organizations.push(...part.organizations);
    demo.users.push(...part.users);
  }
  const updated = { ...saved, ...demo };
  if (JSON.stringify(updated) !== JSON.stringify(saved)) await writeDemo(file, updated);
  return demo;
});

interface Setup {
  write: Write;
  keys: ApiKeys;
  saved: Demo;
}

async function ensureOrganization(setup: Setup, member: (typeof GROUP)[number]): Promise<Demo> {
  const { tx, org } = setup.write;
  const { slug, name, country, parent } = member;
  const parentId = parent === null ? null : idOf(parent);
  if ((await selectOrganization(tx, org)) === null) {
    await insertOrganization(tx, { id: org, name, slug, country, parentId });
  }
  const savedOrganization = setup.saved.organizations.find((organization) => organization.slug === slug);
  const users = [];
  const apiKeys: Partial<DemoOrganization["api_keys"]> = {};
  for (const role of DEMO_ROLES) {
    const email = `${role}@${slug}.example`;
    const userId = await ensureMember(tx, org, { email, firstName: FIRST_NAMES[role], role });
    users.push({ email, password: await ensurePassword(setup, { userId, email }), organization: slug, role });
    apiKeys[role] = await ensureKey(setup, { userId, role, savedKey: savedOrganization?.api_keys?.[role] });
  }
  const organization = { slug, id: org, name, parent_id: parentId, api_keys: apiKeys as DemoOrganization["api_keys"] };
  return { organizations: [organization], users };
}

/** Returns the password in the file and stores its hash; without one, generates a password. */
async function ensurePassword(
  { write: { tx }, saved }: Setup,
  user: { userId: string; email: string },
): Promise<string> {
  const savedPassword = saved.users.find(({ email }) => email === user.email)?.password;
  const stored = (await selectCredential(tx, user.email))?.passwordHash ?? null;
  if (savedPassword !== undefined && (await isPassword(savedPassword, stored, OPERATOR))) return savedPassword;
  const password = savedPassword ?? randomBytes(PASSWORD_BYTES).toString("base64url");
  await setRandomPassword(tx, user.userId, password);
  return password;
}

/** Returns the key in the file if it is valid. Otherwise revokes the stored key and creates another one. */
async function ensureKey(
  { write: { tx, org }, keys }: Setup,
  { userId, role, savedKey }: { userId: string; role: DemoRole; savedKey: string | undefined },
): Promise<string> {
  const stored = savedKey === undefined ? null : await selectKey(tx, org, keys.hashes(savedKey));
  if (savedKey !== undefined && stored?.usable) return savedKey;
  const name = `demo ${role}`;
  await tx`update api_keys set enabled = false where organization_id = ${org} and name = ${name} and enabled`;
  return insertKey(tx, org, keys, { userId, name, kind: "test" });
}
