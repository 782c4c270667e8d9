import { createHash, type Hash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { asAdmin, copyDatabase, type DatabaseUrls, prepareDatabase } from "./roles.ts";

/** The content of a template database, which is built once and copied for each database that starts with it. */
export interface Template {
  name: string;
  /** The template that this one begins with. Default: an empty database. */
  base?: Template;
  /** Data and code that determine the content: a changed file leads to a new template. */
  folders: readonly URL[];
  /** Must close its connections: Postgres copies only a database without sessions. */
  build(urls: DatabaseUrls): Promise<void>;
}

/** Any number that differs from the other advisory locks of this package. */
const TEMPLATE_LOCK = 7_201_119;

/** Builds the template unless the cluster has it already. Returns the name of its database. */
export async function ensureTemplate(adminUrl: string, template: Template): Promise<string> {
  const name = await databaseName(template);
  const base = template.base && (await ensureTemplate(adminUrl, template.base));
  await asAdmin(adminUrl, async (admin) => {
    // Test files run in several processes at once; one of them builds.
    await admin`select pg_advisory_lock(${TEMPLATE_LOCK})`;
    const [found] = await admin`select from pg_database where datname = ${name}`;
    if (found !== undefined) return;
    const draft = `${name}_draft`;
    await admin`drop database if exists ${admin(draft)} with (force)`;
    await buildOnce(name, async () => {
      if (base !== undefined) await copyDatabase(adminUrl, draft, base);
      await template.build(await prepareDatabase(adminUrl, draft));
    });
    // Only a finished template gets the name that the others look for.
    await admin`alter database ${admin(draft)} rename to ${admin(name)}`;
  });
  return name;
}

/** Errors of builds in this process. A seed takes seconds until it fails, and each of many test files would repeat it. */
const failures = new Map<string, unknown>();

/** The code of Postgres for a statement that exceeds its time, as on a busy machine. Another attempt can succeed. */
const QUERY_CANCELED = "57014";

async function buildOnce(name: string, build: () => Promise<void>): Promise<void> {
  if (failures.has(name)) throw failures.get(name);
  await build().catch((error: unknown) => {
    const isTimeout = error instanceof Error && "code" in error && error.code === QUERY_CANCELED;
    if (!isTimeout) failures.set(name, error);
    throw error;
  });
}

async function databaseName({ name, base, folders }: Template): Promise<string> {
  const hash = createHash("sha256");
  if (base !== undefined) hash.update(await databaseName(base));
  for (const folder of folders) await addFiles(hash, folder);
  return `template_${name}_${hash.digest("hex").slice(0, 12)}`;
}

async function addFiles(hash: Hash, folder: URL): Promise<void> {
  const root = fileURLToPath(folder);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  for (const file of files.sort()) hash.update(`${relative(root, file)}\n`).update(await readFile(file));
}
