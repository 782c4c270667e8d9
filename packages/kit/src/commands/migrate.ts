// Applies the migrations of all services of this checkout or image, or of the named ones. The logins of the owners come
// from <SERVICE>_OWNER_URL, such as ACTIVITY_OWNER_URL, or from the file in <SERVICE>_OWNER_URL_FILE, or follow from
// DATABASE_URL. Passwords may be in <SERVICE>_OWNER_PASSWORD_FILE. For TLS they need the same files as the services.
import { parseArgs } from "node:util";
import { ABSENT, awaitDatabase, DATABASE_WAIT_MS } from "../db/await-database.ts";
import { migrate, newerLine, planMigration } from "../db/migrate.ts";
import { servicesWithSchema } from "../db/migration-files.ts";
import { type Owner, readOwners } from "../db/owner-logins.ts";

const USAGE =
  "migrate [--dry-run] [service ...]: each needs <SERVICE>_OWNER_URL or <SERVICE>_OWNER_URL_FILE, the login of the owner of its schema, or DATABASE_URL";
try {
  const { values, positionals } = parseArgs({ options: { "dry-run": { type: "boolean" } }, allowPositionals: true });
  const owners = readOwners(await chosen(positionals), process.env);
  for (const owner of owners) await (values["dry-run"] ? show(owner) : run(owner));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${USAGE}\n`);
  process.exitCode = 1;
}

async function chosen(names: string[]): Promise<string[]> {
  const known = await servicesWithSchema();
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`${unknown} has no schema; there are ${known.join(", ")}`);
  return names.length > 0 ? names : known;
}

async function show(owner: Owner): Promise<void> {
  const { formerOwner, pending, newer } = await whenPresent(owner, () => planMigration(owner));
  if (formerOwner !== null) print(`${owner.schema}: would take the schema over from ${formerOwner}`);
  for (const { name, alone, isPresent } of pending) {
    if (isPresent) print(`${owner.schema}: would note ${name}, which replaces applied files`);
    else print(`${owner.schema}: would apply ${name}${alone ? ", outside of a transaction" : ""}`);
  }
  if (newer.length > 0) print(newerLine(owner.schema, newer));
  if (pending.length === 0) print(`${owner.schema}: up to date`);
}

async function run(owner: Owner): Promise<void> {
  const applied = await whenPresent(owner, () => migrate({ ...owner, log: { info: print } }));
  if (applied.length === 0) print(`${owner.schema}: up to date`);
}

function whenPresent<R>({ ownerUrl }: Owner, work: () => Promise<R>): Promise<R> {
  const log = { warn: ({ reason }: { reason: string }, line: string) => print(`${line}: ${reason}`) };
  return awaitDatabase(work, { url: ownerUrl, end: performance.now() + DATABASE_WAIT_MS, log, meanwhile: ABSENT });
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
