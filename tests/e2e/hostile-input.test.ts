import { createTokens } from "@emissions/gateway/identity/tokens";
import { type Attack, attacks, complaint } from "@emissions/gateway/routes/hostile.fixture";
import { routeTable } from "@emissions/gateway/routes/table";
import { catalogueId, newId } from "@emissions/kit/id";
import { afterAll, beforeAll, expect, it } from "vitest";
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
  quantity: 1,
  unit_id: catalogueId("unit", "EUR"),
  purchase_date: "2025-01-31",
  expense_type: "opex",
};
const supplier = { business_name: "Papelera", country: "ES" };

const facility = { name: "Oficina", type: "office", country: "ES" };

const record = {
  name: "Diesel",
  unit_id: catalogueId("unit", "km"),
  tag: "simple",
  activity_categories: ["transport"],
  factors: [{ gas_type: "co2e", value: "2.50" }],
};
const DATABASES = "/v1/emission-factors/custom-databases";
const VERSIONS = `${DATABASES}/{database_id}/versions`;
const RECORDS = `${VERSIONS}/{source_id}/records`;

const GROUPS = "/v1/custom-emission-groups";
const groupFactor = {
  name: "Sheets",
  unit_id: catalogueId("unit", "kg"),
  tag: "simple",
  gases: [{ gas_type: "co2e", value: "2.50" }],
};

const SIDE_BY_SIDE = 16;

it("never makes the service fail, on any route", async () => {
  const create = async (path: string, body: object) => (await world.call("POST", path, { as: us, body })).json.id;
  const [purchaseId, supplierId] = [await create("/v1/purchases", purchase), await create("/v1/suppliers", supplier)];
  const database_id = await create(DATABASES, { name: "Ours" });
  const source_id = await create(`${DATABASES}/${database_id}/versions`, { name: "2025" });
  const record_id = await create(`${DATABASES}/${database_id}/versions/${source_id}/records`, record);
  const groupId = await create(GROUPS, { name: "Paper", category: "purchases" });
  const factor_id = await create(`${GROUPS}/${groupId}/factors`, groupFactor);
  const facility_id = await create("/v1/facilities", facility);
  const custom = { database_id, source_id, record_id, factor_id, facility_id };
  const saneOf: Record<string, object> = {
    "POST /v1/purchases": purchase,
    "POST /v1/suppliers": supplier,
    "POST /v1/facilities": facility,
    "POST /v2/facilities": { records: [facility] },
    "POST /v2/facilities/delete": { facility_ids: [newId()] },
    [`POST ${DATABASES}`]: { name: "Ours" },
    [`POST ${VERSIONS}`]: { name: "2025" },
    [`POST ${RECORDS}`]: record,
    [`POST ${GROUPS}`]: { name: "Paper", category: "purchases" },
    [`POST ${GROUPS}/{id}/factors`]: groupFactor,
  };

  // The things themselves have to stay there for the other attacks.
  const routes = routeTable(createTokens({ secret: "only the table matters here" })).filter(
    ({ verb }) => verb !== "DELETE",
  );
  const all = routes.flatMap((route) => {
    const collection = route.path.slice(0, route.path.indexOf("/{"));
    const id = { "/v1/suppliers": supplierId, [GROUPS]: groupId }[collection] ?? purchaseId;
    return [...attacks(route, { ...custom, id }, { ...saneOf[`${route.verb} ${route.path}`] })].filter(isSendable);
  });
  const complaints: string[] = [];
  while (all.length > 0) await Promise.all(all.splice(0, SIDE_BY_SIDE).map(attempt));
  expect(complaints).toEqual([]);

  async function attempt({ what, method, url, headers, payload }: Attack): Promise<void> {
    const { status, headers: answered, text: body } = await world.call(method, url, { as: us, body: payload, headers });
    const found = complaint({ status, requestId: answered.get("x-request-id") ?? "", body });
    if (found !== null) complaints.push(`${method} ${url.slice(0, 80)} ${what}: ${found}`);
  }
});

/** fetch refuses to send the rest; those are tried on the gateway alone. */
const isSendable = ({ method, headers, payload }: Attack) =>
  !(method === "GET" && payload !== undefined) && Object.values(headers).every((value) => /^[\x20-\x7e]*$/.test(value));
