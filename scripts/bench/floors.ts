import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { performance } from "node:perf_hooks";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { freePort } from "@emissions/testkit/ports";
import postgres from "postgres";
import { type Figures, type Load, load, percentiles, round } from "./load.ts";

const SELECTS = 2_000;
const COPIED_ROWS = 100_000;

type Options = Pick<Load, "connections" | "seconds" | "warmUpSeconds">;

export interface Floor {
  postgresSelect1(): Promise<{ p50_ms: number; p99_ms: number }>;
  /** Rows per second. */
  postgresCopy(): Promise<number>;
  fastifyNothing(options: Options): Promise<Figures>;
  fastifyInsert(options: Options): Promise<Figures>;
  nothingUrl: string;
  stop(): Promise<void>;
}

/** Upper bounds of the throughput on this machine, with the Postgres of the measured system. */
export async function startFloor(adminUrl: string): Promise<Floor> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  await sql`create table floor_purchases (
    id uuid primary key, organization_id uuid not null, product_name text not null, sector text not null,
    quantity numeric not null, unit_id uuid not null, purchase_date date not null, expense_type text not null,
    created_at timestamptz not null default now())`;
  const { url, child } = await startServer(adminUrl);
  return {
    postgresSelect1: () => selectOne(sql),
    postgresCopy: () => copy(sql),
    fastifyNothing: (options) =>
      load({ ...options, expect: 200, next: () => ({ method: "GET", url: `${url}/nothing` }) }),
    fastifyInsert: (options) =>
      load({
        ...options,
        expect: 201,
        next: (i) => ({ method: "POST", url: `${url}/purchases`, body: JSON.stringify(row(i)) }),
      }),
    nothingUrl: `${url}/nothing`,
    stop: async () => {
      child.kill();
      await once(child, "exit");
      await sql.end();
    },
  };
}

async function startServer(adminUrl: string): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort();
  const file = new URL("floor-server.ts", import.meta.url);
  const child = fork(file, { env: { ...process.env, DATABASE_URL: adminUrl, PORT: String(port) } });
  await once(child, "message");
  return { url: `http://127.0.0.1:${port}`, child };
}

async function selectOne(sql: postgres.Sql) {
  const times: number[] = [];
  for (let i = 0; i < SELECTS; i++) {
    const started = performance.now();
    await sql`select 1`;
    times.push(performance.now() - started);
  }
  const { p50_ms, p99_ms } = percentiles(times);
  return { p50_ms, p99_ms };
}

async function copy(sql: postgres.Sql): Promise<number> {
  await sql`create temp table copied (id uuid, name text, quantity numeric, day date)`;
  const started = performance.now();
  const lines = Array.from(
    { length: COPIED_ROWS },
    (_, i) => `${crypto.randomUUID()}\tpurchase ${i}\t${i}.5\t2025-01-01\n`,
  );
  await pipeline(Readable.from(lines), await sql`copy copied from stdin`.writable());
  return round(COPIED_ROWS / ((performance.now() - started) / 1000));
}

const row = (i: number) => ({
  organization_id: "01900000-0000-7000-8000-000000000000",
  product_name: `Purchase ${i}`,
  sector: "541511",
  quantity: `${i}.25`,
  unit_id: "01900000-0000-7000-8000-000000000001",
  purchase_date: "2025-06-01",
  expense_type: "opex",
});
