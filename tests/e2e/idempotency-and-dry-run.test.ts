import { createTokens } from "@emissions/gateway/identity/tokens";
import { routeTable } from "@emissions/gateway/routes/table";
import { newId } from "@emissions/kit/process/id";
import { fixedSecrets } from "@emissions/kit/process/secrets";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import { until } from "@emissions/testkit/poll";
import { asAdmin } from "@emissions/testkit/roles";
import { beforeAll, describe, expect, it } from "vitest";
import type { Backend, Caller } from "../support/backend.ts";
import { sharedBackend } from "../support/shared-backend.ts";

let backend: Backend;
let us: Caller;

beforeAll(async () => {
  backend = await sharedBackend();
  us = backend.caller("outsider", "admin");
});

const purchase = {
  product_name: "Paper",
  sector: "17.12",
  quantity: "1.50",
  unit_id: catalogueId("unit", "EUR"),
  purchase_date: "2025-01-31",
  expense_type: "opex",
};
const facilities = {
  records: Array.from({ length: 20 }, (_, i) => ({ name: `Plant ${i}`, type: "plant", country: "ES" })),
};

const DATABASES = "/v1/emission-factors/custom-databases";
const GROUPS = "/v1/custom-emission-groups";
const groupFactor = {
  name: "Sheets",
  unit_id: catalogueId("unit", "EUR"),
  tag: "simple",
  gases: [{ gas_type: "co2e", value: "2.50" }],
};
const record = {
  name: "Diesel",
  unit_id: catalogueId("unit", "km"),
  tag: "simple",
  activity_categories: ["transport"],
  factors: [{ gas_type: "co2e", value: "2.50" }],
};

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  backend.call("POST", path, { as: us, body, headers });
const total = async (path: string) => (await backend.call("GET", path, { as: us })).json.total;

describe("fifty identical requests at once", () => {
  it.each([
    ["/v1/purchases", purchase, "/v1/purchases?size=1", 1],
    ["/v2/facilities", facilities, "/v1/facilities?size=1", 20],
  ])("to POST %s have one effect and one answer", async (path, body, list, stored) => {
    const before = await total(list);
    const headers = { "idempotency-key": newId() };
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(path, body, headers)));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(201));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get("idempotent-replayed") === "true")).toHaveLength(49);
    expect(await total(list)).toBe(before + stored);
  });

  it("that are refused leave the key usable", async () => {
    const headers = { "idempotency-key": newId() };
    const refused = await Promise.all(
      Array.from({ length: 5 }, () => post("/v1/purchases", { ...purchase, sector: "" }, headers)),
    );
    expect(refused.map(({ status }) => status)).toEqual(Array(5).fill(422));
    const taken = await post("/v1/purchases", purchase, headers);
    expect([taken.status, taken.headers.get("idempotent-replayed")]).toEqual([201, null]);
    const other = await post("/v1/purchases", { ...purchase, quantity: "1.5" }, headers);
    expect([other.status, other.json.code]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
  });
});

it("a repeat is answered although the group that it refers to is deleted", async () => {
  const { json: group } = await post(GROUPS, { name: "Paper", category: "purchases" });
  await post(`${GROUPS}/${group.id}/factors`, groupFactor);
  const body = { ...purchase, custom_emission_factor_id: group.id };
  const headers = { "idempotency-key": newId() };
  const first = await post("/v1/purchases", body, headers);
  expect(first.status).toBe(201);
  await backend.call("DELETE", `${GROUPS}/${group.id}`, { as: us });
  expect((await post("/v1/purchases", body)).status).toBe(422);
  const again = await post("/v1/purchases", body, headers);
  expect([again.status, again.text, again.headers.get("idempotent-replayed")]).toEqual([201, first.text, "true"]);
});

describe("dry runs", () => {
  it("leave no rows on any route, whether valid or not", async () => {
    const database_id = (await post(DATABASES, { name: "Ours" })).json.id;
    const source_id = (await post(`${DATABASES}/${database_id}/versions`, { name: "2025" })).json.id;
    const id = (await post(GROUPS, { name: "Dry", category: "purchases" })).json.id;
    const ids: Record<string, string> = { database_id, source_id, id };
    const good: Record<string, object> = {
      "/v1/purchases": purchase,
      "/v1/suppliers": { business_name: "Dry", country: "ES" },
      "/v1/facilities": facilities.records[0]!,
      "/v2/facilities": facilities,
      "/v2/facilities/delete": { facility_ids: [newId()] },
      [DATABASES]: { name: "Dry" },
      [`${DATABASES}/{database_id}/versions`]: { name: "Dry" },
      [`${DATABASES}/{database_id}/versions/{source_id}/records`]: record,
      [GROUPS]: { name: "Dry as well", category: "purchases" },
      [`${GROUPS}/{id}/factors`]: groupFactor,
    };
    const routes = routeTable(createTokens({ secrets: fixedSecrets("only the table matters here") })).filter(
      ({ spec }) => spec.dry,
    );
    expect(Object.keys(good).filter((path) => !routes.some((route) => route.path === path))).toEqual([]);

    // Results of earlier requests, and the audit rows of other services, arrive later.
    await until("every record is calculated", async () => (await stored())["activity.pending_calculations"] === 0);
    await until("every audit row of other services has arrived", async () => (await audited()).every(Boolean));
    const before = await stored();
    for (const { path, spec } of routes) {
      const url = path.replaceAll(/\{(\w+)\}/g, (_, name) => ids[name] ?? newId());
      const body = good[path] ?? (spec.body?.meta()?.examples as unknown[] | undefined)?.[0];
      const answer = await post(`${url}?dry_run=true`, body);
      if (path in good) {
        const expected = {
          dry_run: true,
          valid: true,
          total: path === "/v2/facilities" ? 20 : 1,
          ...(path === "/v2/facilities/delete" && { deleted_with: expect.any(Array) }),
        };
        expect([path, answer.status, answer.json]).toEqual([path, 200, expected]);
      }
      expect([path, answer.status < 500]).toEqual([path, true]);
    }
    expect(await stored()).toEqual(before);
  });

  it("return the same refusal as the real call, also of rules that need the database", async () => {
    const missing = { ...purchase, supplier_id: newId() };
    const [dry, real] = await Promise.all([
      post("/v1/purchases?dry_run=true", missing),
      post("/v1/purchases", missing),
    ]);
    expect([dry.status, dry.text]).toEqual([real.status, real.text]);
    expect(dry.status).toBe(422);
  });
});

/** Counts our rows in each table that a request writes to. The inbox and calc are left out: they change later. */
/** Whether activity has each audit row of another service. */
const audited = () =>
  asAdmin(backend.adminUrl, async (sql) => {
    const rows = await sql<{ arrived: boolean }[]>`
      select exists (select from activity.audit_log a where a.id = l.id) as arrived
      from (select id, organization_id from factors.audit_log union all select id, organization_id from imports.audit_log) l
      where l.organization_id = ${us["x-organization-id"]}`;
    return rows.map(({ arrived }) => arrived);
  });

/** Numbers of rows. The chain of audit rows grows later. */
const stored = () =>
  asAdmin(backend.adminUrl, async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select format('%I.%I', table_schema, table_name) as name from information_schema.columns
      where table_schema in ('activity', 'factors', 'imports') and column_name = 'organization_id'
        and table_name not in ('inbox', 'leases', 'api_keys', 'audit_blocks', 'audit_heads', 'audit_queue')
      order by 1`;
    const counts: Record<string, number> = {};
    for (const { name } of tables) {
      const [row] = await sql<[{ rows: number }]>`
        select count(*)::int as rows from ${sql.unsafe(name)} where organization_id = ${us["x-organization-id"]}`;
      counts[name] = row.rows;
    }
    return counts;
  });
