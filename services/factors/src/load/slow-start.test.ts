import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { prepareOnDatabase } from "@emissions/kit/db/start-database";
import { closePool, Db, openPool, type Pool } from "@emissions/kit/db/transactions";
import type { Write } from "@emissions/kit/db/write";
import { createLogger } from "@emissions/kit/process/log";
import { until } from "@emissions/testkit/poll";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Catalogue } from "../catalogue/catalogue.ts";
import { loadedDatabase } from "../database.fixture.ts";
import { parseCsv } from "./csv.ts";
import { loadCatalogue } from "./load.ts";
import { countrySpendFactors } from "./spend.ts";

const FILE = "share-alike/spend-open-ceda-2025.csv";
/** Of the repeats of a start. One that computes in a transaction fails each time. */
const START_LIMIT_MS = 60_000;
const log = createLogger({ service: "test", level: "silent" });

let database: Awaited<ReturnType<typeof loadedDatabase>>;
let folder: string;
let source: { shareAlike: true; folder: URL };
let pool: Pool;

beforeAll(async () => {
  database = await loadedDatabase();
  folder = await mkdtemp(join(tmpdir(), "catalogue-"));
  source = { shareAlike: true, folder: pathToFileURL(`${folder}/`) };
  await cp(new URL("../../catalog/", import.meta.url), folder, { recursive: true });
  const opened = openPool({ DATABASE_URL: database.url }, { schema: "factors", max: 2 });
  const settings = `${opened.settings}; set local idle_in_transaction_session_timeout = ${await computingMs()}`;
  pool = Object.assign(opened, { settings });
});
afterAll(async () => {
  await closePool(pool);
  await database.drop();
  await rm(folder, { recursive: true });
});

/**
 * Milliseconds to compute the rows of one file, on this machine and now. A start takes longer between two statements if
 * it computes anything large while a transaction is open.
 */
async function computingMs(): Promise<number> {
  const text = await readFile(join(folder, FILE), "utf8");
  const begun = performance.now();
  parseCsv(text).flatMap(countrySpendFactors);
  return Math.ceil(performance.now() - begun);
}

/** Changes one figure of the file. */
async function edit(from: string, to: string): Promise<void> {
  const text = await readFile(join(folder, FILE), "utf8");
  await writeFile(join(folder, FILE), text.replace(from, to));
}

/** As at the start of the service. A loaded machine may end a transaction after the load, and the work begins anew. */
async function start(db: Db): Promise<{ changed: string[]; factors: number }> {
  const result = { changed: [] as string[], factors: 0 };
  const work = async () => {
    result.changed.push(...(await loadCatalogue(db, source)));
    const { factors } = await new Catalogue(db).refresh();
    result.factors = [...factors.values()].reduce((sum, { length }) => sum + length, 0);
  };
  await prepareOnDatabase(work, { config: { DATABASE_URL: database.url }, log, waitMs: START_LIMIT_MS });
  return result;
}

async function stored(): Promise<number> {
  const [row] = await database.sql<[{ count: number }]>`select count(distinct id)::int from factors`;
  return row.count;
}

/** Its process is killed, as far as the database sees it, when the first transaction has written everything. */
class KilledDb extends Db {
  kills = 0;

  override asService<R>(org: string, work: (write: Write) => Promise<R>): Promise<R> {
    return super.asService(org, async (write) => {
      const result = await work(write);
      const [{ pid, writes }] = await write.tx<[{ pid: number; writes: boolean }]>`
        select pg_backend_pid() as pid, pg_current_xact_id_if_assigned() is not null as writes`;
      if (writes && this.kills++ === 0) await database.sql`select pg_terminate_backend(${pid}, 10000)`;
      return result;
    });
  }
}

/** Longer than the wait for the end of its session. */
const STATEMENT_S = 120;
/** Less than the limit of the statement, so that it is the lost client that ends the session. */
const GONE_LIMIT_MS = 40_000;

/** Ends the client while the server runs a statement of the load, as a kill of its process does. */
async function killDuringStatement(): Promise<void> {
  await database.owner.unsafe(`
    create function factors.slow() returns trigger language plpgsql as
      'begin perform pg_sleep(${STATEMENT_S}); return null; end';
    create trigger slow after delete on factors.catalogue_files for each statement execute function factors.slow()`);
  const killed = openPool({ DATABASE_URL: database.url }, { schema: "factors", max: 1, applicationName: "killed" });
  const sessions = () => database.sql`
    select from pg_stat_activity where application_name = 'killed' and wait_event = 'PgSleep'`;
  const load = loadCatalogue(new Db(killed), source).catch((error: Error) => error);
  await until("the statement runs", async () => (await sessions()).length > 0);
  await killed.end({ timeout: 0 });
  expect(await load).toBeInstanceOf(Error);
  await until("the session is gone", async () => (await sessions()).length === 0, GONE_LIMIT_MS);
  await database.owner`drop trigger slow on factors.catalogue_files`;
}

describe("a start whose transactions may not be idle for as long as the rows of one file are computed", () => {
  it("reads a catalogue that is loaded already", async () => {
    expect(await start(new Db(pool))).toEqual({ changed: [], factors: await stored() });
  });

  it("loads a changed file", async () => {
    await edit("0.96988,", "0.96989,");
    expect(await start(new Db(pool))).toEqual({ changed: ["spend"], factors: await stored() });
  });

  it("loads it again after the session of the load was ended", async () => {
    await edit("0.96989,", "0.96987,");
    const db = new KilledDb(pool);
    expect(await start(db)).toEqual({ changed: ["spend"], factors: await stored() });
    expect(db.kills).toBe(2);
  });

  it("loads it soon after a process was killed during a statement of the load, which keeps no lock", async () => {
    await edit("0.96987,", "0.96986,");
    await killDuringStatement();
    expect(await start(new Db(pool))).toEqual({ changed: ["spend"], factors: await stored() });
  });
});
