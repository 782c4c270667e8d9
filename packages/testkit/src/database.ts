import { randomBytes } from "node:crypto";
import { migrate } from "@emissions/kit/db/migrate";
import { closePool, openSessions, type Sql, type Tx } from "@emissions/kit/db/pool";
import { testInfra } from "./infra.ts";
import { until } from "./poll.ts";
import { copyDatabase, type DatabaseUrls, dropDatabase, roleOf, type ServiceName } from "./roles.ts";
import { ensureTemplate, type Template } from "./template.ts";

export interface TestDatabase {
  /** URL for the ordinary role of the service. */
  url: string;
  ownerUrl: string;
  /** Sessions of the ordinary role. */
  sql: Sql;
  /** Sessions of the role that owns the tables. */
  owner: Sql;
  drop(): Promise<void>;
}

/** Rows that a database has from the start. */
export interface Seed {
  /** Folders of all files that the seed depends on, data and code. */
  folders: readonly URL[];
  /** Runs as the ordinary role of the service. */
  fill(sql: Sql): Promise<void>;
}

const POOL_MAX = 5;
const FOUNDATION = new URL("../../kit/migrations/", import.meta.url);

/**
 * A new, migrated database for one test file. Migrations and seed run once for each distinct set of files. Every other
 * database is a copy of that template, which takes about 30 ms.
 */
export async function testDatabase(service: ServiceName, migrations: URL[], seed?: Seed): Promise<TestDatabase> {
  const { postgresUrl } = testInfra();
  const template = await ensureTemplate(postgresUrl, templateOf(service, migrations, seed));
  const name = `test_${service}_${randomBytes(6).toString("hex")}`;
  const urls = await copyDatabase(postgresUrl, name, template);
  const options = { schema: service, max: POOL_MAX, applicationName: `test ${service}` };
  const sql = openSessions(urls.of(service), options);
  const owner = openSessions(urls.ownerOf(service), options);
  return {
    url: urls.of(service),
    ownerUrl: urls.ownerOf(service),
    sql,
    owner,
    drop: async () => {
      await Promise.all([sql.end({ timeout: 1 }), owner.end({ timeout: 1 })]);
      await dropDatabase(postgresUrl, name);
    },
  };
}

export function templateOf(service: ServiceName, migrations: readonly URL[], seed?: Seed): Template {
  return {
    name: seed === undefined ? service : `${service}_seeded`,
    folders: [FOUNDATION, ...migrations, ...(seed?.folders ?? [])],
    build: async (urls) => {
      await migrateAs(urls, service, migrations);
      if (seed !== undefined) await fill(urls, service, seed);
    },
  };
}

export async function migrateAs(urls: DatabaseUrls, service: ServiceName, migrations: readonly URL[]) {
  await migrate({ ownerUrl: urls.ownerOf(service), schema: service, role: roleOf(service), folders: migrations });
}

/** Postgres cannot copy a template with connections, so this closes all of its own. */
async function fill(urls: DatabaseUrls, service: ServiceName, seed: Seed) {
  const sql = openSessions(urls.of(service), { schema: service, max: 1, applicationName: `seed ${service}` });
  try {
    await seed.fill(sql);
  } finally {
    await closePool(sql);
  }
}

/** Waits until another connection to the database waits for a lock, or so many of them. */
export const someoneWaits = (tx: Tx, count = 1) =>
  until("somebody to wait for a lock", async () => {
    // A transaction keeps the list of connections that it saw first.
    await tx`select pg_stat_clear_snapshot()`;
    const [row] = await tx<[{ waiting: boolean }]>`
      select count(*) >= ${count} as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    return row.waiting;
  });
