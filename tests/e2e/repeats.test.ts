import { createTokens } from "@emissions/gateway/identity/tokens";
import { routeTable } from "@emissions/gateway/routes/table";
import { newId } from "@emissions/kit/process/id";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import { asAdmin } from "@emissions/testkit/roles";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Caller, startWorld, type World } from "../support/world.ts";

let world: World;
let us: Caller;

beforeAll(async () => {
  world = await startWorld();
  us = world.caller("outsider", "admin");
});
afterAll(() => world.stop());

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
  world.call("POST", path, { as: us, body, headers });
const total = async (path: string) => (await world.call("GET", path, { as: us })).json.total;

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

  it("that are refused do not use the key up", async () => {
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

it("a repeat is answered although what it names has gone since", async () => {
  const { json: group } = await post(GROUPS, { name: "Paper", category: "purchases" });
  await post(`${GROUPS}/${group.id}/factors`, groupFactor);
  const body = { ...purchase, custom_emission_factor_id: group.id };
  const headers = { "idempotency-key": newId() };
  const first = await post("/v1/purchases", body, headers);
  expect(first.status).toBe(201);
  await world.call("DELETE", `${GROUPS}/${group.id}`, { as: us });
  expect((await post("/v1/purchases", body)).status).toBe(422);
  const again = await post("/v1/purchases", body, headers);
  expect([again.status, again.text, again.headers.get("idempotent-replayed")]).toEqual([201, first.text, "true"]);
});

describe("dry runs", () => {
  it("leave nothing behind on any route, whether they go well or not", async () => {
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
    const routes = routeTable(createTokens({ secret: "only the table matters here" })).filter(({ spec }) => spec.dry);
    expect(Object.keys(good).filter((path) => !routes.some((route) => route.path === path))).toEqual([]);

    const before = await stored();
    for (const { path, spec } of routes) {
      const url = path.replaceAll(/\{(\w+)\}/g, (_, name) => ids[name] ?? newId());
      const body = good[path] ?? (spec.body?.meta()?.examples as unknown[] | undefined)?.[0];
      const answer = await post(`${url}?dry_run=true`, body, { "idempotency-key": newId() });
      if (path in good) {
        const expected = { dry_run: true, valid: true, total: path === "/v2/facilities" ? 20 : 1 };
        expect([path, answer.status, answer.json]).toEqual([path, 200, expected]);
      }
      expect([path, answer.status < 500]).toEqual([path, true]);
    }
    expect(await stored()).toEqual(before);
  });

  it("give the refusal of the real call, what only the tables know included", async () => {
    const missing = { ...purchase, supplier_id: newId() };
    const [dry, real] = await Promise.all([
      post("/v1/purchases?dry_run=true", missing),
      post("/v1/purchases", missing),
    ]);
    expect([dry.status, dry.text]).toEqual([real.status, real.text]);
    expect(dry.status).toBe(422);
  });
});

/** Rows of every table that a request may write to; the inbox and calc follow later, and by themselves. */
const stored = () =>
  asAdmin(world.system.adminUrl, async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('activity', 'factors', 'imports') and tablename not in ('inbox', 'leases', 'api_keys')
      order by 1`;
    const counts: Record<string, number> = {};
    for (const { name } of tables) {
      const [row] = await sql.unsafe<{ rows: number }[]>(`select count(*)::int as rows from ${name}`);
      counts[name] = row?.rows ?? 0;
    }
    return counts;
  });
