import { accountAddress } from "@emissions/kit/process/account-address";
import { newId } from "@emissions/kit/process/id";
import { selectCredential } from "../access/queries.ts";
import { refuseFull as refuseFullOfKeys } from "../api_key/limits.ts";
import { Group, lockGroup, refuseFull } from "../group/limits.ts";
import { announceToAncestors, ensureMember, insertKey, insertOrganization, setPassword } from "./accounts.ts";
import { required, runCommand } from "./command.ts";

const USAGE = `Creates an organization with its first admin and API key, and prints them; the key is not shown again.
  node src/commands/create-organization.ts --name <name> --country <ES> --admin-email <address>
    [--slug <short-name>] [--parent-id <organization id>]
Needs DATABASE_URL and API_KEY_PEPPER. With ADMIN_PASSWORD in the environment, a new admin can sign in with it. It never
changes the password of a known person.`;

const string = { type: "string" } as const;
const options = { name: string, country: string, "admin-email": string, slug: string, "parent-id": string };

const MARKS = /[\u0300-\u036f]/g;

await runCommand(USAGE, options, async ({ db, keys, groupLimits }, values) => {
  const name = required(values, "name");
  const country = required(values, "country").toUpperCase();
  const email = accountAddress(required(values, "admin-email"));
  const slug = values.slug ?? slugOf(name);
  const parentId = values["parent-id"] ?? null;
  const password = process.env.ADMIN_PASSWORD;
  const id = newId();
  const created = await db.asService(id, async ({ tx, org }) => {
    await insertOrganization(tx, { id, name, slug, country, parentId });
    await lockGroup(tx);
    refuseFull((await Group.of(tx)).size, groupLimits);
    await refuseFullOfKeys(tx, org, groupLimits);
    const isNew = (await selectCredential(tx, email)) === null;
    const userId = await ensureMember(tx, org, { email, role: "admin" });
    if (isNew && password) await setPassword(tx, userId, password);
    const apiKey = await insertKey(tx, org, keys, { userId, name: "first key" });
    return { api_key: apiKey, password_set: isNew && Boolean(password) };
  });
  await announceToAncestors(db, id);
  return { id, slug, name, parent_id: parentId, admin_email: email, ...created };
});

/** "Ibérica, S.A." is "iberica-s-a". */
function slugOf(name: string): string {
  const plain = name.normalize("NFKD").replace(MARKS, "").toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 63);
}
