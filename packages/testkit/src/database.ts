import { createHash, randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { migrate } from "@emissions/kit/migrate";
import { openPool, type Sql } from "@emissions/kit/pool";
import { testInfra } from "./infra.ts";
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

/** Any number but the others of this package. */
const TEMPLATE_LOCK = 7_201_119;
const POOL_MAX = 5;
const FOUNDATION = new URL("../../kit/migrations/", import.meta.url);

/**
 * A fresh, migrated database for one test file. The migrations run once for each distinct set of files; every
 * database after that is a copy, which takes some 30 ms.
 */
export async function testDatabase(service: ServiceName, migrations: URL[]): Promise<TestDatabase> {
  const { postgresUrl } = testInfra();
  const template = await ensureTemplate(postgresUrl, service, migrations);
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

async function ensureTemplate(adminUrl: string, service: ServiceName, migrations: URL[]): Promise<string> {
  const name = `template_${service}_${await digestOf(migrations)}`;
  await asAdmin(adminUrl, async (admin) => {
    // Test files run in several processes at once; one of them builds.
    await admin`select pg_advisory_lock(${TEMPLATE_LOCK})`;
    const [found] = await admin`select from pg_database where datname = ${name}`;
    if (found !== undefined) return;
    const draft = `${name}_draft`;
    await admin`drop database if exists ${admin(draft)} with (force)`;
    await migrateAs(await prepareDatabase(adminUrl, draft), service, migrations);
    // Only a finished template gets the name that the others look for.
    await admin`alter database ${admin(draft)} rename to ${admin(name)}`;
  });
  return name;
}

async function migrateAs(urls: DatabaseUrls, service: ServiceName, migrations: URL[]) {
  await migrate({ ownerUrl: urls.owner, schema: service, role: roleOf(service), folders: migrations });
}

async function digestOf(folders: URL[]): Promise<string> {
  const hash = createHash("sha256");
  // The tables that every schema gets belong to the set as well.
  for (const folder of [FOUNDATION, ...folders]) {
    const files = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
    for (const file of files) hash.update(`${file}\n`).update(await readFile(new URL(file, slashed(folder))));
  }
  return hash.digest("hex").slice(0, 12);
}

function slashed(folder: URL): URL {
  return folder.href.endsWith("/") ? folder : new URL(`${folder.href}/`);
}
