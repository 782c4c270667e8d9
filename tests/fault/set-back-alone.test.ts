import { type OwnPostgres, ownPostgres } from "@emissions/testkit/infra";
import { until } from "@emissions/testkit/poll";
import { asAdmin } from "@emissions/testkit/roles";
import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reconcileOnce } from "../../scripts/start/reconcile.ts";
import { type Caller, type OwnBackend, startBackend, unitIds } from "../support/backend.ts";
import { addDemoRecords } from "../support/demo-records.ts";
import { batchOf, createPlant, weeksOf } from "./batches.ts";
import { blockStatement } from "./blocked-statement.ts";
import { expectConsistent } from "./consistency.ts";
import { purchaseOf, SETTLE_MS } from "./purchases.ts";

type Schema = "activity" | "calc";
const PURCHASES = 15;
const WASTES = 300;
const DIFFERS = 3;

let server: OwnPostgres;
let backend: OwnBackend;
let as: Caller;
let unit: string;
let plant: string;
beforeAll(async () => {
  server = await ownPostgres();
  backend = await startBackend({ postgresUrl: server.url });
  as = backend.caller("outsider");
  [unit, plant] = [(await unitIds(backend, as))("EUR"), await createPlant(backend, as)];
});
afterAll(async () => {
  await backend.stop();
  await server.remove();
});

/** Copies all tables of a schema, as `pg_dump --schema` and a restore do. */
const copySchema = (schema: Schema, direction: "back up" | "restore") =>
  asAdmin(backend.adminUrl, async (sql) => {
    const kept = `kept_${schema}`;
    const tables = await sql<{ name: string }[]>`
      select c.relname as name from pg_class c
      where c.relnamespace = ${schema}::regnamespace and c.relkind = 'r' and c.relname <> 'migrations' order by 1`;
    if (direction === "back up") await sql.unsafe(`drop schema if exists ${kept} cascade; create schema ${kept}`);
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      const all = tables.map(({ name }) => `${schema}.${name}`).join(", ");
      if (direction === "restore") await tx.unsafe(`lock table ${all} in access exclusive mode`);
      for (const { name } of tables) {
        const columns = await tx<{ name: string }[]>`
          select quote_ident(attname) as name from pg_attribute
          where attrelid = ${`${schema}.${name}`}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`;
        const names = columns.map((column) => column.name).join(", ");
        if (direction === "back up") await tx.unsafe(`create table ${kept}.${name} as select * from ${schema}.${name}`);
        else
          await tx.unsafe(
            `delete from ${schema}.${name};
             insert into ${schema}.${name} (${names}) overriding system value select ${names} from ${kept}.${name}`,
          );
      }
    });
  });

/** No record is in the year. */
async function lock(slug: string, year: number): Promise<void> {
  const body = { start_date: `${year}-01-01`, end_date: `${year}-12-31` };
  const { status } = await backend.call("POST", "/v2/periods/lock", { as: backend.caller(slug, "admin"), body });
  expect(status).toBe(201);
}

async function record(first: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = first; n < first + PURCHASES; n++) {
    const { json } = await backend.call("POST", "/v1/purchases", { as, body: purchaseOf(n, unit) });
    ids.push(json.id);
  }
  const body = batchOf(plant, { ...weeksOf(first % 24), records: WASTES });
  const { status } = await backend.call("POST", "/v2/wastes", {
    as,
    body,
    headers: { "idempotency-key": `b${first}` },
  });
  expect(status).toBe(202);
  return ids;
}

interface Ready {
  status: number;
  reason: string;
}
async function readiness(service: Schema): Promise<Ready> {
  const url = new URL("/readyz", backend.system.opsUrls[service]);
  const response = await fetch(url);
  const { reasons = {} } = (await response.json()) as { reasons?: Record<string, string> };
  return { status: response.status, reason: reasons.neighbours ?? "" };
}
const isReady = (service: Schema) =>
  until(`${service} to be ready`, async () => (await readiness(service)).status === 200, SETTLE_MS);
const isNotReady = (service: Schema) =>
  until(
    `${service} to be not ready`,
    async () => {
      const { status, reason } = await readiness(service);
      return status === 503 && reason !== "" && reason;
    },
    SETTLE_MS,
  );

const APPLY = ["--apply", "--by", "test", "--reason", "set back alone"];
function reconcile(args: readonly string[] = [], signal?: AbortSignal): Promise<number> {
  const { databaseUrls } = backend.system;
  return reconcileOnce({ activity: databaseUrls.of("activity"), calc: databaseUrls.of("calc") }, args, signal);
}
/** Kills the commands when only the records of the last organization wait. */
async function killApply(): Promise<void> {
  const kill = new AbortController();
  let applied: Promise<unknown> | undefined;
  const lastRows = (sql: Sql) => sql`
    select from activity.purchases
    where organization_id = (select organization_id from activity.purchases order by organization_id desc limit 1)
    for update`;
  const before = await settledTimes();
  const after = await blockStatement(backend.adminUrl, {
    waiter: "activity",
    lock: lastRows,
    begin: () => {
      applied = reconcile(APPLY, kill.signal).catch((error: Error) => error.name);
    },
    whileBlocked: async () => {
      kill.abort();
      expect(await applied).toBe("AbortError");
      return settledTimes();
    },
  });
  expect(after).toBeGreaterThan(before);
}
/** Groups of records that were settled. */
const settledTimes = () =>
  asAdmin(backend.adminUrl, async (sql) => {
    const { count } = await sql`select from activity.audit_log where action = 'ReconcileRecords'`;
    return count;
  });

async function settle(): Promise<void> {
  expect(await reconcile()).toBe(DIFFERS);
  const applied = async () => (await reconcile(APPLY)) === 0;
  await until("no difference", applied, SETTLE_MS);
  expect(await reconcile()).toBe(0);
  // Activity has marks of factors, imports and notify, too. They have exchanged no event in the time that was undone.
  await Promise.all([isReady("activity"), isReady("calc")]);
  await expectConsistent(backend);
}

describe("one schema that was set back alone", () => {
  it("is noticed when it is that of activity, and what has no record leaves the totals", {
    timeout: 8 * SETTLE_MS,
  }, async () => {
    await lock("nordics", 2001);
    const before = await record(200);
    await expectConsistent(backend);
    expect(await reconcile()).toBe(0);
    await copySchema("activity", "back up");
    await record(300);
    await addDemoRecords(backend);
    await lock("outsider", 2002);
    await backend.call("DELETE", `/v1/purchases/${before[0]}`, { as });
    await backend.call("PATCH", `/v1/purchases/${before[1]}`, { as, body: { quantity: "99.25" } });
    await expectConsistent(backend);
    await copySchema("activity", "restore");
    expect(await isNotReady("activity")).toMatch(/this service is behind calc/);
    expect(await isNotReady("calc")).toMatch(/activity is behind this service/);
    // It gets a number that calc knows from the time that was undone.
    await backend.call("PATCH", `/v1/purchases/${before[1]}`, { as, body: { quantity: "11.5" } });
    await settle();
  });

  it("is noticed when it is that of calc, and what it lacks is published again, also after a kill", {
    timeout: 8 * SETTLE_MS,
  }, async () => {
    const before = await record(0);
    await expectConsistent(backend);
    await copySchema("calc", "back up");
    await record(100);
    await addDemoRecords(backend);
    await lock("outsider", 2003);
    await backend.call("DELETE", `/v1/purchases/${before[0]}`, { as });
    await backend.call("PATCH", `/v1/purchases/${before[1]}`, { as, body: { quantity: "77.5" } });
    await expectConsistent(backend);
    await copySchema("calc", "restore");
    expect(await isNotReady("calc")).toMatch(/this service is behind activity/);
    expect(await isNotReady("activity")).toMatch(/calc is behind this service/);
    await killApply();
    await settle();
  });
});
