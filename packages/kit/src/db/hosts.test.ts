import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { Code } from "@connectrpc/connect";
import { testFolder } from "@emissions/testkit/infra";
import { until } from "@emissions/testkit/poll";
import { freePort } from "@emissions/testkit/ports";
import { type Postgres, removePostgres, startPostgres } from "@emissions/testkit/postgres";
import { clusterHome, ownFolder, serverUser } from "@emissions/testkit/postgres-files";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { closePool, openPool, type Pool } from "./pool.ts";
import { runStatement } from "./run-transaction.ts";

/** A standby with the rows of the primary when it was copied. Nothing is replicated, so a row tells where it is. */
let [primary, standby]: Postgres[] = [];
let folder: string;
const pools: Pool[] = [];
const clusters = ["primary", "standby"] as const;
const start = (name: (typeof clusters)[number]) =>
  startPostgres({ dataDir: join(folder, name), log: join(folder, `${name}.log`), durable: false });

beforeAll(async () => {
  folder = testFolder();
  const first = await start("primary");
  const sql = postgres(first.url, { max: 1 });
  await sql.unsafe("create schema places; create table places.notes (text text)");
  await sql.end();
  await first.stop();
  const [from, to] = [join(folder, "primary"), join(folder, "standby")];
  await ownFolder(await clusterHome(to, serverUser()), serverUser());
  await promisify(execFile)("cp", ["-Rp", `${from}/.`, to]);
  await rm(join(to, "port"), { force: true });
  await writeFile(join(to, "data", "standby.signal"), "");
  [primary, standby] = await Promise.all([start("primary"), start("standby")]);
});
afterEach(async () => {
  for (const pool of pools.splice(0)) await closePool(pool);
});
afterAll(async () => {
  await Promise.all([primary?.kill(), standby?.kill()]);
  for (const name of clusters) await removePostgres(join(folder, name));
  await rm(folder, { recursive: true, force: true });
});

/** A pool for several servers, in this order. */
function poolOf(...servers: Postgres[]): Pool {
  const url = new URL(servers[0]!.url);
  const hosts = servers.map(({ url }) => new URL(url).host).join();
  const DATABASE_URL = `${url.href.replace(url.host, hosts)}?target_session_attrs=read-write`;
  const pool = openPool({ DATABASE_URL }, { schema: "places", max: 3 });
  pools.push(pool);
  return pool;
}

const write = (pool: Pool, text: string) => runStatement(pool, (tx) => tx`insert into notes values (${text})`);

async function notesAt({ url }: Postgres): Promise<string[]> {
  const sql = postgres(url, { max: 1 });
  const rows = await sql<{ text: string }[]>`select text from places.notes order by text`;
  await sql.end();
  return rows.map(({ text }) => text);
}

it("a standby that is named first is passed over by all connections", async () => {
  const pool = poolOf(standby!, primary!);
  await Promise.all(["a", "b", "c"].map((text) => write(pool, text)));
  expect(await notesAt(primary!)).toEqual(["a", "b", "c"]);
});

it("without a server that takes writes, calls are refused as unavailable", async () => {
  await expect(write(poolOf(standby!), "nowhere")).rejects.toMatchObject({ code: Code.Unavailable });
});

it("a server on which nothing listens is passed over", async () => {
  const away = { ...primary!, url: primary!.url.replace(/:\d+\/postgres$/, `:${await freePort()}/postgres`) };
  await write(poolOf(away, primary!), "d");
  expect(await notesAt(primary!)).toEqual(["a", "b", "c", "d"]);
});

it("after a fail-over, writes go on at the new primary with the same pool", async () => {
  const pool = poolOf(primary!, standby!);
  await Promise.all(["e", "f", "g"].map((text) => write(pool, text)));
  await primary!.crash();
  const outage = await Promise.allSettled(["x", "y", "z", "x", "y", "z"].map((text) => write(pool, text)));
  expect(outage).toMatchObject(Array(6).fill({ status: "rejected", reason: { code: Code.Unavailable } }));
  const admin = postgres(standby!.url, { max: 1 });
  await admin`select pg_promote()`;
  await admin.end();
  await until("a write to succeed", () =>
    write(pool, "h").then(
      () => true,
      () => false,
    ),
  );
  await Promise.all(["i", "j", "k"].map((text) => write(pool, text)));
  expect(await notesAt(standby!)).toEqual(["h", "i", "j", "k"]);
});
