// `node scripts/boot.mjs scripts/bench/sizes.ts [records]` measures bytes per record, by table, on a system of its own.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { newId } from "@emissions/kit/process/id";
import { catalogueId, unitId } from "@emissions/quantity/catalogue-id";
import { testFolder } from "@emissions/testkit/infra";
import { until } from "@emissions/testkit/poll";
import { removePostgres, startPostgres } from "@emissions/testkit/postgres";
import postgres, { type Sql } from "postgres";
import { batchOf, createPlant } from "../../tests/fault/batches.ts";
import { finished, type OwnBackend, startBackend } from "../../tests/support/backend.ts";
import { measureDeletes } from "./deletes.ts";

const RECORDS = Number(process.argv[2] ?? 2_000);
const DELETED_ROWS = 1_000_000;
const AT_ONCE = 8;
const SETTLE_MS = 300_000;
/** Smaller shares are noise of pages that are not full. */
const SHOWN_BYTES_MIN = 4;

interface Kind {
  name: string;
  path: string;
  body: (n: number, plant: string) => object;
  table: string;
}

const KINDS: readonly Kind[] = [
  {
    name: "purchase",
    path: "/v1/purchases",
    table: "activity.purchases",
    body: (n) => ({
      product_name: `Purchase ${n}`,
      sector: "62.01",
      quantity: `${n + 1}.25`,
      unit_id: unitId("EUR"),
      purchase_date: day(n),
      expense_type: "opex",
    }),
  },
  {
    name: "invoice",
    path: "/v1/invoices",
    table: "activity.invoices",
    body: (n, plant) => ({
      type: "heat",
      facility_id: plant,
      facility_fuel_id: catalogueId("facility_fuel", "fuels/natural_gas"),
      base_quantity: n + 0.5,
      unit_id: unitId("kWh"),
      start_date: "2025-03-01",
      end_date: "2025-03-31",
    }),
  },
  {
    name: "leg of a shipment",
    path: "/v1/logistics/requests",
    table: "activity.logistics_requests",
    body: (n) => ({
      toc: "artic_truck_diesel",
      load: 5_000,
      distance_km: 203 + n,
      shipment_date: day(n),
      movement_id: `SHIP-${n}`,
    }),
  },
];

const day = (n: number) => `2025-${String((n % 12) + 1).padStart(2, "0")}-${String((n % 28) + 1).padStart(2, "0")}`;

const folder = testFolder();
const dataDir = join(folder, "postgres");
const server = await startPostgres({ dataDir, log: join(folder, "postgres.log"), durable: false });
try {
  const backend = await startBackend({ postgresUrl: server.url, env: { LOG_LEVEL: "warn" } });
  const sql = postgres(backend.adminUrl, { max: 1, onnotice: () => {} });
  try {
    for (const kind of KINDS) {
      await show(sql, `${kind.name}, one request each`, RECORDS, () => send(backend, sql, kind));
    }
    await show(sql, "waste in batches of 5,000", 5_000, () => sendWastes(backend));
    console.log(JSON.stringify(await measureDeletes(sql, DELETED_ROWS), null, 2));
  } finally {
    await sql.end();
    await backend.stop();
  }
} finally {
  await server.stop();
  await removePostgres(dataDir);
  await rm(folder, { recursive: true, force: true });
}

async function send(backend: OwnBackend, sql: Sql, { path, body, table }: Kind) {
  const as = backend.caller("outsider");
  const plant = await createPlant(backend, as);
  let next = 0;
  const client = async () => {
    for (let n = next++; n < RECORDS; n = next++) {
      const headers = { "idempotency-key": newId() };
      const { status, text } = await backend.call("POST", path, { as, body: body(n, plant), headers });
      if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  const isDone = async () => {
    const [{ pending }] = await sql<[{ pending: number }]>`
      select count(*)::int as pending from ${sql(table)} where calculation_status = 'pending'`;
    return pending === 0;
  };
  await until(`${table} to be calculated`, isDone, SETTLE_MS);
}

async function sendWastes(backend: OwnBackend) {
  const as = backend.caller("outsider");
  const body = batchOf(await createPlant(backend, as), { month: "2025-03", firstDay: 1 });
  const { json } = await backend.call("POST", "/v2/wastes", { as, body, headers: { "idempotency-key": newId() } });
  await finished(backend, as, json.id, SETTLE_MS);
}

/** Growth of all tables with their indexes, divided by the records. */
async function show(sql: Sql, name: string, records: number, work: () => Promise<void>) {
  const before = await sizes(sql);
  await work();
  const rows = [...(await sizes(sql))]
    .map(([table, bytes]) => ({ table, bytes: Math.round((bytes - (before.get(table) ?? 0)) / records) }))
    .filter(({ bytes }) => bytes >= SHOWN_BYTES_MIN)
    .toSorted((a, b) => b.bytes - a.bytes);
  console.log(`\n${name}: ${rows.reduce((sum, { bytes }) => sum + bytes, 0)} bytes`);
  for (const { table, bytes } of rows) console.log(`| \`${table}\` | ${bytes} |`);
}

async function sizes(sql: Sql): Promise<Map<string, number>> {
  const rows = await sql<{ table: string; bytes: number }[]>`
    select relnamespace::regnamespace || '.' || relname as table, pg_total_relation_size(oid)::float8 as bytes
    from pg_class where relkind = 'r' and relnamespace::regnamespace::text in
      ('activity', 'calc', 'factors', 'gateway', 'imports', 'notify')`;
  return new Map(rows.map(({ table, bytes }) => [table, bytes]));
}
