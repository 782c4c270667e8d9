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

interface Floors {
  postgres_select_1: { p50_ms: number; p99_ms: number };
  postgres_copy_rows_per_second: number;
  fastify_nothing: Figures;
  fastify_insert: Figures;
}

/** What this machine can do at best, measured in the same run as what we make of it. */
export async function floors(
  adminUrl: string,
  options: Pick<Load, "connections" | "seconds" | "warmUpSeconds">,
): Promise<Floors> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  await sql`drop table if exists floor_purchases`;
  await sql`create table floor_purchases (
    id uuid primary key, organization_id uuid not null, product_name text not null, sector text not null,
    quantity numeric not null, unit_id uuid not null, purchase_date date not null, expense_type text not null,
    created_at timestamptz not null default now())`;
  const server = await startServer(adminUrl);
  try {
    return {
      postgres_select_1: await selectOne(sql),
      postgres_copy_rows_per_second: await copy(sql),
      fastify_nothing: await load({
        ...options,
        expect: 200,
        next: () => ({ method: "GET", url: `${server.url}/nothing` }),
      }),
      fastify_insert: await load({
        ...options,
        expect: 201,
        next: (i) => ({ method: "POST", url: `${server.url}/purchases`, body: JSON.stringify(row(i)) }),
      }),
    };
  } finally {
    server.child.kill();
    await once(server.child, "exit");
    await sql`drop table floor_purchases`;
    await sql.end();
  }
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
