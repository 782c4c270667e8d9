import { existsSync } from "node:fs";
import { appendFile, chmod, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { backUpCluster, CLUSTER, MANIFEST } from "./cluster-backup.ts";
import { restoreCluster } from "./cluster-restore.ts";
import { testFolder } from "./infra.ts";
import { until } from "./poll.ts";
import { type Postgres, removePostgres, startPostgres } from "./postgres.ts";
import { ownFolder, serverUser } from "./postgres-files.ts";

let folder: string;
let source: Postgres;
let sql: Sql;
const dataDirs: string[] = [];

const start = (name: string, settings: Record<string, string> = {}) => {
  const dataDir = join(folder, name);
  dataDirs.push(dataDir);
  return startPostgres({ dataDir, log: join(folder, `${name}.log`), durable: false, settings });
};
const archive = () => join(folder, "archive");

beforeAll(async () => {
  folder = testFolder();
  await ownFolder(archive(), serverUser());
  await chmod(archive(), 0o755);
  source = await start("source", { archive_mode: "on", archive_command: `cp %p ${archive()}/%f` });
  sql = postgres(source.url, { onnotice: () => {} });
  await sql`create table pairs (n int primary key, half numeric not null)`;
});
afterAll(async () => {
  await sql.end();
  await source.stop();
  for (const dataDir of dataDirs) await removePostgres(dataDir);
  await rm(folder, { recursive: true });
});

/** Transactions that each store two rows, until they are stopped. */
function startWriter() {
  let running = true;
  let written = 0;
  const loop = async () => {
    while (running) {
      await sql`insert into pairs select 2 * ${written}::int + i, 0.5 from generate_series(0, 1) i`;
      written++;
    }
  };
  const done = loop();
  const stop = async () => {
    running = false;
    await done;
  };
  return { stop, pairs: () => written };
}

/** Starts the restored cluster under the password of the source, and reads from it. */
async function inRestored<R>(name: string, read: (sql: Sql) => Promise<R>): Promise<R> {
  const server = await start(name);
  const url = new URL(source.url);
  url.port = new URL(server.url).port;
  const restored = postgres(url.href, { max: 1, onnotice: () => {} });
  try {
    return await read(restored);
  } finally {
    await restored.end();
    await server.stop();
  }
}

const countOf = async (from: Sql) => (await from<[{ n: number }]>`select count(*)::int as n from pairs`)[0].n;

it("a backup under writes has every transaction from before it, and each as a whole", async () => {
  const writer = startWriter();
  await until("some rows", () => writer.pairs() > 20);
  const before = writer.pairs();
  const backup = join(folder, "backup");
  await backUpCluster(source.url, backup);
  const after = writer.pairs() + 1;
  await writer.stop();
  await restoreCluster(backup, join(folder, "restored"));
  const rows = await inRestored("restored", countOf);
  expect(rows % 2).toBe(0);
  expect(rows / 2).toBeGreaterThanOrEqual(before);
  expect(rows / 2).toBeLessThanOrEqual(after);
  expect(await sql`select from pg_replication_slots`).toHaveLength(0);
});

it("a recovery to an instant ends before the transactions that were committed later", async () => {
  const backup = join(folder, "earlier");
  await backUpCluster(source.url, backup);
  await sql`insert into pairs values (-1, 1), (-2, 1)`;
  const [{ instant }] = await sql<[{ instant: string }]>`
    select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as instant`;
  const rows = await countOf(sql);
  await sql`delete from pairs`;
  const [{ last }] = await sql<[{ last: string }]>`select pg_walfile_name(pg_switch_wal()) as last`;
  await until("the log is archived", () => existsSync(join(archive(), last)));
  await restoreCluster(backup, join(folder, "recovered"), { until: instant, archive: archive() });
  expect(await inRestored("recovered", countOf)).toBe(rows);
});

it("a backup that is incomplete or damaged is refused, and leaves no cluster", async () => {
  const backup = join(folder, "damaged");
  await backUpCluster(source.url, backup);
  const target = join(folder, "refused");
  await mkdir(target);
  await appendFile(join(backup, CLUSTER, "PG_VERSION"), "9");
  await expect(restoreCluster(backup, target)).rejects.toThrow("the backup is damaged: PG_VERSION differs");
  await rm(join(backup, MANIFEST));
  await expect(restoreCluster(backup, target)).rejects.toThrow("no complete backup");
  expect((await readdir(target)).filter((name) => name.startsWith("data"))).toEqual([]);
});
