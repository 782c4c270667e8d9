import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Answer, type Backend, type Caller, unitIds } from "../support/backend.ts";
import { sharedBackend } from "../support/shared-backend.ts";

/** A client gets its answer within this time, however long another transaction holds the row. */
const ANSWER_MAX_MS = 5_000;

interface Resource {
  path: string;
  table: string;
  body: object;
  change: object;
  /** A POST below the resource that needs its row. */
  add?: { path: string; body?: object };
}

let backend: Backend;
let us: Caller;
let admin: postgres.Sql;
let unit: (code: string) => string;

beforeAll(async () => {
  backend = await sharedBackend();
  us = backend.caller("holding", "admin");
  unit = await unitIds(backend, us);
  admin = postgres(backend.adminUrl, { max: 1, onnotice: () => {} });
});
afterAll(() => admin.end());

const resources = (): Resource[] => [
  {
    path: "/v1/suppliers",
    table: "activity.suppliers",
    body: { business_name: "Papers", country: "ES" },
    change: { business_name: "Papers of Spain" },
  },
  {
    path: "/v1/purchases",
    table: "activity.purchases",
    body: {
      product_name: "Paper",
      sector: "17.12",
      purchase_date: "2025-03-14",
      expense_type: "opex",
      quantity: 10,
      unit_id: unit("EUR"),
    },
    change: { product_name: "Board" },
  },
  {
    path: "/v1/facilities",
    table: "activity.facilities",
    body: { name: "Plant", type: "office", country: "ES" },
    change: { name: "Depot" },
  },
  {
    path: "/v2/webhook-endpoints",
    table: "notify.webhook_endpoints",
    body: { url: "https://localhost:8443/hook", event_types: ["ingest_job.finished"] },
    change: { description: "ours" },
    add: { path: "/rotate-secret" },
  },
  {
    path: "/v1/custom-emission-groups",
    table: "factors.custom_groups",
    body: { name: "Papers", category: "purchases" },
    change: { name: "Boards" },
    add: {
      path: "/factors",
      body: { name: "f", unit_id: unit("kg"), tag: "simple", gases: [{ gas_type: "co2e", value: 1 }] },
    },
  },
  {
    path: "/v1/emission-factors/custom-databases",
    table: "factors.custom_databases",
    body: { name: "Ours" },
    change: { name: "Ours again" },
    add: { path: "/versions", body: { name: "2025" } },
  },
];

interface Timed {
  request: string;
  answer: Answer;
  ms: number;
}

async function timed(method: string, path: string, body?: object): Promise<Timed> {
  const begun = performance.now();
  const answer = await backend.call(method, path, { as: us, ...(body && { body }) });
  return { request: `${method} ${path}`, answer, ms: performance.now() - begun };
}

it("rows that another session holds are refused with 503 and Retry-After within 5 s, in the shape of their route", async () => {
  const held: (Resource & { id: string })[] = [];
  for (const resource of resources()) {
    const { status, json, text } = await backend.call("POST", resource.path, { as: us, body: resource.body });
    expect([resource.path, status, status < 300 || text]).toEqual([resource.path, 201, true]);
    held.push({ ...resource, id: json.id });
  }
  const answers = await admin.begin(async (tx) => {
    for (const { table, id } of held) await tx`select from ${tx(table)} where id = ${id} for update`;
    return Promise.all(
      held.flatMap(({ path, id, change, add }) => [
        timed("PATCH", `${path}/${id}`, change),
        timed("DELETE", `${path}/${id}`),
        ...(add ? [timed("POST", `${path}/${id}${add.path}`, add.body)] : []),
      ]),
    );
  });
  for (const { request, answer, ms } of answers) {
    const { status, headers, json } = answer;
    const refused = {
      request,
      status,
      code: json?.code,
      retryAfter: headers.get("retry-after"),
      late: ms > ANSWER_MAX_MS,
    };
    expect(refused).toEqual({ request, status: 503, code: "RESOURCE_LOCKED", retryAfter: "1", late: false });
    const problem = request.includes("/v2/");
    expect([request, headers.get("content-type"), Object.keys(json).sort()]).toEqual([
      request,
      problem ? "application/problem+json" : "application/json; charset=utf-8",
      problem ? ["code", "detail", "errors", "request_id", "status", "title", "type"] : ["code", "detail"],
    ]);
  }
  // The refused requests changed nothing, and succeed now.
  for (const { path, id, change } of held) {
    const { answer } = await timed("PATCH", `${path}/${id}`, change);
    expect([path, answer.status]).toEqual([path, 200]);
    expect(answer.json).toMatchObject(change);
  }
});
