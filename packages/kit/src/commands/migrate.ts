// Applies the migrations of all services of this checkout or image, or of the named ones. The logins of the owners come
// from <SERVICE>_OWNER_URL, such as ACTIVITY_OWNER_URL, or from the file in <SERVICE>_OWNER_URL_FILE, their passwords also
// from that in <SERVICE>_OWNER_PASSWORD_FILE. For TLS they need the same files as the services.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { ABSENT, awaitDatabase, DATABASE_WAIT_MS } from "../db/await-database.ts";
import { migrate, newerLine, planMigration } from "../db/migrate.ts";
import { migrationsOf, servicesWithSchema } from "../db/migration-files.ts";
import type { TlsFiles } from "../db/tls.ts";
import { DatabaseConfig, readConfig } from "../process/config.ts";
import { DatabaseUrl, urlsOf, withPassword } from "../process/database-url.ts";

const USAGE =
  "migrate [--dry-run] [service ...]: each needs <SERVICE>_OWNER_URL or <SERVICE>_OWNER_URL_FILE, the login of the owner of its schema";
const OWNER_SUFFIX = /_owner$/;

interface Owner {
  schema: string;
  ownerUrl: string;
  role: string;
  folders: URL[];
  tls: TlsFiles;
}

try {
  const { values, positionals } = parseArgs({ options: { "dry-run": { type: "boolean" } }, allowPositionals: true });
  const owners = readOwners(await chosen(positionals));
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

/** Names every bad variable at once. */
function readOwners(services: string[]): Owner[] {
  const faults: string[] = [];
  const tls = readConfig(DatabaseConfig.omit({ DATABASE_URL: true, DATABASE_PASSWORD_FILE: true }));
  const owners = services.map((schema) => {
    const variable = `${schema.toUpperCase()}_OWNER_URL`;
    const url = textOf(variable);
    const { success: isUrl, error } = DatabaseUrl.safeParse(url);
    const user = isUrl ? decodeURIComponent(urlsOf(url)[0]!.username) : "";
    if (url === "") faults.push(`${variable} is missing`);
    else if (!isUrl) faults.push(...error.issues.map(({ message }) => `${variable}: ${message}`));
    else if (!OWNER_SUFFIX.test(user)) faults.push(`${variable} has no user whose name ends with _owner`);
    const ownerUrl = isUrl ? withFile(url, `${schema.toUpperCase()}_OWNER_PASSWORD_FILE`, faults) : url;
    return { schema, ownerUrl, role: user.replace(OWNER_SUFFIX, ""), folders: [migrationsOf(schema)], tls };
  });
  if (faults.length > 0) throw new Error(faults.join("\n"));
  return owners;
}

/** The address with the password of the file that the variable names, if it names one. */
function withFile(url: string, variable: string, faults: string[]): string {
  const file = process.env[variable];
  if (!file) return url;
  if (urlsOf(url)[0]!.password !== "") {
    faults.push(`Set ${variable} or the password in the address, not both`);
    return url;
  }
  try {
    return withPassword(url, readFileSync(file, "utf8").trim());
  } catch (error) {
    faults.push(`${variable}: ${(error as Error).message}`);
    return url;
  }
}

/** The content of a variable, or of the file that it names with _FILE behind its name. */
function textOf(variable: string): string {
  const { [variable]: text = "", [`${variable}_FILE`]: file = "" } = process.env;
  return text === "" && file !== "" ? readFileSync(file, "utf8").trim() : text;
}

async function show(owner: Owner): Promise<void> {
  const { formerOwner, pending, newer } = await whenPresent(owner, () => planMigration(owner));
  if (formerOwner !== null) print(`${owner.schema}: would take the schema over from ${formerOwner}`);
  for (const { name, alone } of pending) {
    print(`${owner.schema}: would apply ${name}${alone ? ", outside of a transaction" : ""}`);
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
