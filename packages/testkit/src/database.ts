import { createHash, type Hash, randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { migrate } from "@emissions/kit/db/migrate";
import { openPool, type Sql, type Tx } from "@emissions/kit/db/pool";
import { testInfra } from "./infra.ts";
import { until } from "./poll.ts";
import {
  asAdmin,
  type DatabaseUrls,
  databaseUrls,
  dropDatabase,
  prepareDatabase,
  roleOf,
  type ServiceName,
} from "./roles.ts";

export interface TestDatabase {
  /** Connection of the service's ordinary role. */
  url: string;
  ownerUrl: string;
  /** Pool of the ordinary role: what the service itself would use. */
  sql: Sql;
  /** Pool of the role that owns the tables, for what a service may not do. */
  owner: Sql;
  drop(): Promise<void>;
}

/** What a database holds from the start, besides its tables. */
export interface Seed {
  /** Every file that what is filled in depends on lies in one of these: data and code. */
  folders: readonly URL[];
  /** Works as the service's ordinary role. */
  fill(sql: Sql): Promise<void>;
}

/** Any number but the others of this package. */
const TEMPLATE_LOCK = 7_201_119;
const POOL_MAX = 5;
const FOUNDATION = new URL("../../kit/migrations/", import.meta.url);

/**
 * A fresh, migrated database for one test file. Migrations and seed run once for each distinct set of files; every
 * database after that is a copy, which takes some 30 ms.
 */
export async function testDatabase(service: ServiceName, migrations: URL[], seed?: Seed): Promise<TestDatabase> {
  const { postgresUrl } = testInfra();
  const template = await ensureTemplate(postgresUrl, service, migrations, seed);
  const name = `test_${service}_${randomBytes(6).toString("hex")}`;
  await asAdmin(
    postgresUrl,
    (admin) => admin`create database ${admin(name)} template ${admin(template)} owner emissions_owner`,
  );
  const urls = databaseUrls(postgresUrl, name);
  const options = { schema: service, max: POOL_MAX, applicationName: `test ${service}` };
  const sql = openPool(urls.of(service), options);
  const owner = openPool(urls.owner, options);
  return {
    url: urls.of(service),
    ownerUrl: urls.owner,
    sql,
    owner,
    drop: async () => {
      await Promise.all([sql.end({ timeout: 1 }), owner.end({ timeout: 1 })]);
      await dropDatabase(postgresUrl, name);
    },
  };
}

async function ensureTemplate(adminUrl: string, service: ServiceName, migrations: URL[], seed?: Seed) {
  const name = await templateName(service, migrations, seed);
  await asAdmin(adminUrl, async (admin) => {
    // Test files run in several processes at once; one of them builds.
    await admin`select pg_advisory_lock(${TEMPLATE_LOCK})`;
    const [found] = await admin`select from pg_database where datname = ${name}`;
    if (found !== undefined) return;
    const draft = `${name}_draft`;
    await admin`drop database if exists ${admin(draft)} with (force)`;
    const urls = await prepareDatabase(adminUrl, draft);
    await migrateAs(urls, service, migrations);
    if (seed !== undefined) await fill(urls, service, seed);
    // Only a finished template gets the name that the others look for.
    await admin`alter database ${admin(draft)} rename to ${admin(name)}`;
  });
  return name;
}

async function migrateAs(urls: DatabaseUrls, service: ServiceName, migrations: URL[]) {
  await migrate({ ownerUrl: urls.owner, schema: service, role: roleOf(service), folders: migrations });
}

/** A template with connections cannot be copied, so this one closes all of its own. */
async function fill(urls: DatabaseUrls, service: ServiceName, seed: Seed) {
  const sql = openPool(urls.of(service), { schema: service, max: 1, applicationName: `seed ${service}` });
  try {
    await seed.fill(sql);
  } finally {
    await sql.end();
  }
}

async function templateName(service: ServiceName, migrations: readonly URL[], seed?: Seed): Promise<string> {
  const hash = createHash("sha256");
  // The tables that every schema gets belong to the set as well.
  for (const folder of [FOUNDATION, ...migrations]) await addFiles(hash, folder, /^[^/]*\.sql$/);
  for (const folder of seed?.folders ?? []) await addFiles(hash, folder, /./);
  return `template_${service}_${seed === undefined ? "" : "seeded_"}${hash.digest("hex").slice(0, 12)}`;
}

async function addFiles(hash: Hash, folder: URL, wanted: RegExp): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const root = fileURLToPath(slashed(folder));
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  for (const file of files.map((path) => relative(root, path)).sort()) {
    if (wanted.test(file)) hash.update(`${file}\n`).update(await readFile(join(root, file)));
  }
}

function slashed(folder: URL): URL {
  return folder.href.endsWith("/") ? folder : new URL(`${folder.href}/`);
}

/** Waits until another connection to the database waits for a lock. */
export const someoneWaits = (tx: Tx) =>
  until("somebody to wait for a lock", async () => {
    const [row] = await tx<[{ waiting: boolean }]>`
      select count(*) > 0 as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    return row.waiting;
  });
