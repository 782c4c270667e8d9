import { randomBytes } from "node:crypto";
import { openSessions, type Sql } from "@emissions/kit/db/pool";
import { newId } from "@emissions/kit/process/id";
import { testInfra } from "@emissions/testkit/infra";
import { asAdmin, copyDatabase, dropDatabase, toDatabase } from "@emissions/testkit/roles";
import { ensureTemplate } from "@emissions/testkit/template";
import { afterAll, beforeAll, expect, it } from "vitest";
import { insertOrganization } from "../../services/activity/src/commands/accounts.ts";
import { systemTemplate } from "../../tests/support/template.ts";
import { measureDeletes } from "./deletes.ts";
import { fillDeliveries } from "./deliveries.ts";
import { fillPurchases } from "./fill-purchases.ts";
import { fillTotals } from "./fill-totals.ts";
import { fillWastes } from "./fill-wastes.ts";
import { SHORT_ROWS } from "./filling.ts";
import { fillAndCount } from "./lists.ts";
import { fillCustomRecords } from "./selections.ts";
import { fillShipments } from "./shipments.ts";
import { startCopies, waste } from "./wastes.ts";

const name = `test_fills_${randomBytes(6).toString("hex")}`;
const rows = SHORT_ROWS;
/** The first file that needs the template builds it, with the catalogue. */
const TEMPLATE_LIMIT_MS = 600_000;
const log = () => {};
let adminUrl: string;
let sql: Sql;

beforeAll(async () => {
  const { postgresUrl } = testInfra();
  await copyDatabase(postgresUrl, name, await ensureTemplate(postgresUrl, systemTemplate));
  adminUrl = toDatabase(postgresUrl, name);
  sql = openSessions(adminUrl, { schema: "activity", max: 1, applicationName: "test fills" });
}, TEMPLATE_LIMIT_MS);
afterAll(async () => {
  await sql.end();
  await dropDatabase(testInfra().postgresUrl, name);
});

async function newOrganization(): Promise<string> {
  const id = newId();
  await sql.begin((tx) => insertOrganization(tx, { id, name: "Bench", slug: id, country: "ES", parentId: null }));
  return id;
}

/** Each fill of the bench, and a table of which it fills rows. */
const FILLS: Record<string, { table: string; fill: (organization: string) => Promise<unknown> }> = {
  purchases: {
    table: "activity.purchases",
    fill: (organization) => fillPurchases(adminUrl, { organization, rows }, log),
  },
  "lists of purchases": {
    table: "activity.purchases",
    fill: (organization) => fillAndCount(adminUrl, organization, rows),
  },
  wastes: {
    table: "activity.wastes",
    fill: (organization) => fillWastes(adminUrl, { organization, facility: newId(), rows }, log),
  },
  shipments: {
    table: "activity.logistics_requests",
    fill: (organization) => fillShipments(adminUrl, { organization, rows }, log),
  },
  "custom records": {
    table: "factors.custom_records",
    fill: (organization) => fillCustomRecords(adminUrl, organization, rows),
  },
  deliveries: {
    table: "notify.webhook_deliveries",
    fill: async (organization) =>
      fillDeliveries(adminUrl, { organization, endpoints: [await addEndpoint(organization)], count: rows }),
  },
};

/** As the endpoints that the bench creates over REST. */
async function addEndpoint(organization: string): Promise<string> {
  const id = newId();
  await sql`
    insert into notify.webhook_endpoints (organization_id, id, url, event_types, enabled, sealed_secret)
    values (${organization}, ${id}, 'https://bench.example', '{ingest_job.finished}', true, '')`;
  return id;
}

it.each(Object.entries(FILLS))("the bench fills %s in the present schema", async (_, { table, fill }) => {
  const organization = await newOrganization();
  await fill(organization);
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::int from ${sql(table)} where organization_id = ${organization}`;
  expect(count).toBe(rows);
});

it("the bench fills totals of series in the present schema", async () => {
  expect(await fillTotals(adminUrl, { organization: newId(), records: rows }, log)).toBeGreaterThan(rows);
});

it("the bench fills and sweeps tables that are emptied in the present schema", async () => {
  const figures = await asAdmin(adminUrl, (sql) => measureDeletes(sql, rows));
  for (const figure of Object.values(figures)) expect(figure).toMatchObject({ rows });
});

it("the bench copies wastes into tables of the present schema", async () => {
  const floor = await startCopies(adminUrl);
  const body = JSON.stringify({ records: Array.from({ length: rows }, (_, n) => waste(newId(), n)) });
  try {
    for (const table of ["floor_wastes", "floor_indexed_wastes"])
      expect(await floor.take(body, table)).toBeGreaterThan(0);
  } finally {
    await floor.close();
  }
});
