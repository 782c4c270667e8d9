import { rm } from "node:fs/promises";
import { join } from "node:path";
import { testFolder } from "@emissions/testkit/infra";
import { until } from "@emissions/testkit/poll";
import { type Postgres, removePostgres, startPostgres } from "@emissions/testkit/postgres";
import { asAdmin, SERVICES, type ServiceName, toDatabase } from "@emissions/testkit/roles";
import { startStandby } from "@emissions/testkit/standby";
import { afterAll, beforeAll, expect, it } from "vitest";
import { batchOf, createPlant, expectOneBatch, sendBatch, weeksOf } from "../../fault/batches.ts";
import { expectAllCounted, purchaseOf } from "../../fault/purchases.ts";
import { type Caller, finished, type OwnBackend, startBackend, unitIds } from "../../support/backend.ts";

/** activity and calc exchange most events, so each is on another server. */
const ON_SECOND: readonly ServiceName[] = ["calc", "imports", "notify"];
const SETTLE_MS = 300_000;
const PURCHASES_MIN = 50;

let folder: string;
let servers: Postgres[] = [];
let backend: OwnBackend;
let as: Caller;

const dataDir = (n: number) => join(folder, `postgres-${n}`);

beforeAll(async () => {
  folder = testFolder();
  const start = (n: number) =>
    startPostgres({ dataDir: dataDir(n), log: join(folder, `postgres-${n}.log`), durable: false });
  servers = [await start(0), await start(1)];
  const [first, second] = servers.map(({ url }) => url) as [string, string];
  const postgresUrls = Object.fromEntries(ON_SECOND.map((service) => [service, second]));
  backend = await startBackend({ postgresUrl: first, postgresUrls });
  as = backend.caller("outsider");
});

afterAll(async () => {
  await backend?.stop();
  for (const [n, server] of servers.entries()) {
    await server.stop();
    await removePostgres(dataDir(n));
  }
  await rm(folder, { recursive: true, force: true });
});

/** Schemas of services in the database on the server. */
function schemasOn({ url }: Postgres): Promise<string[]> {
  const { pathname } = new URL(backend.adminUrl);
  return asAdmin(toDatabase(url, pathname.slice(1)), async (sql) => {
    const rows = await sql<{ name: string }[]>`
      select nspname as name from pg_namespace where nspname in ${sql(SERVICES)} order by 1`;
    return rows.map(({ name }) => name);
  });
}

it("each schema is on one of two servers", async () => {
  const [first, second] = await Promise.all(servers.map(schemasOn));
  expect(first).toEqual(["activity", "factors", "gateway"]);
  expect(second).toEqual(["calc", "imports", "notify"]);
});

it("a purchase is calculated, and counted in the totals", async () => {
  const unitId = (await unitIds(backend, as))("EUR");
  expect((await backend.call("POST", "/v1/purchases", { as, body: purchaseOf(0, unitId) })).status).toBe(201);
  await expectAllCounted(backend, as, 1);
});

it("a batch of wastes is calculated once, and its job ends", async () => {
  const weeks = weeksOf(1);
  const plant = await createPlant(backend, as);
  const { status, json } = await sendBatch(backend, as, batchOf(plant, weeks));
  expect(status).toBe(202);
  const job = await finished(backend, as, json.id, SETTLE_MS);
  expect(job).toMatchObject({ status: "completed", failed_items: 0 });
  await expectOneBatch(backend, as, weeks);
});

it("calc moves to a server of its own while purchases arrive, and each is counted once", async () => {
  const [, second] = servers as [Postgres, Postgres];
  const third = await startStandby(second, {
    dataDir: dataDir(2),
    log: join(folder, "postgres-2.log"),
    durable: false,
  });
  servers.push(third);
  const unitId = (await unitIds(backend, as))("EUR");
  // The first test has created one.
  let count = 1;
  let isMoved = false;
  const buy = async () => {
    while (!isMoved || count < PURCHASES_MIN) {
      expect((await backend.call("POST", "/v1/purchases", { as, body: purchaseOf(count, unitId) })).status).toBe(201);
      count++;
    }
  };
  const move = async () => {
    const calc = backend.system.process("calc");
    await calc.kill("SIGTERM");
    const [{ end }] = await asAdmin(
      second.url,
      (sql) => sql<[{ end: string }]>`
      select pg_current_wal_insert_lsn()::text as end`,
    );
    await asAdmin(third.url, async (sql) => {
      await until("the standby has all of it", async () => {
        const [row] = await sql`select pg_last_wal_replay_lsn() >= ${end}::text::pg_lsn as has_all`;
        return row!.has_all;
      });
      await sql`select pg_promote()`;
    });
    const login = new URL(backend.system.databaseUrls.of("calc"));
    await calc.restart({ DATABASE_URL: Object.assign(login, { port: new URL(third.url).port }).href });
    isMoved = true;
  };
  await Promise.all([buy(), move()]);
  await expectAllCounted(backend, as, count);
  const calculations = (server: Postgres) =>
    asAdmin(toDatabase(server.url, new URL(backend.adminUrl).pathname.slice(1)), async (sql) => {
      const [row] = await sql<[{ count: number }]>`select count(*)::int from calc.calculations`;
      return row.count;
    });
  expect(await calculations(third)).toBeGreaterThan(await calculations(second));
});
