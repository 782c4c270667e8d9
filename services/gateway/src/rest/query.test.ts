import { randomUUID } from "node:crypto";
import { PurchaseService } from "@emissions/proto/activity/v1/purchase_service";
import { TotalImpactService } from "@emissions/proto/calc/v1/total_impact_service";
import { describe, expect, it } from "vitest";
import { as, EMAIL, SESSION, USER } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { exampleOf, FORM, filled } from "../../test/hostile-requests.ts";
import { idsOf } from "../../test/route-ids.ts";
import { testRoutes } from "../../test/test-routes.ts";
import { PROBLEM_RESOURCES } from "../routes/table.ts";
import { shapeOf } from "./errors.ts";
import type { Route } from "./route-spec.ts";
import type { Violation } from "./violations.ts";

const { app, routes, calls, tokens } = await gateway({ more: testRoutes });
const { getTotalImpacts } = TotalImpactService.method;
const { deletePurchasesByFilters, listPurchases } = PurchaseService.method;

const PROBLEMS = [...PROBLEM_RESOURCES, "/v2/tests"];

const extra = (name: string) => ({
  loc: ["query", name],
  msg: "extra parameters not permitted",
  type: "value_error.extra",
});
const get = (url: string) => app.inject({ url, headers: as("viewer") });

const signedIn = async () => ({
  authorization: `Bearer ${await tokens.issue!({ userId: USER, email: EMAIL, sessionId: SESSION })}`,
});

/** Calls a route with the example of its body. */
async function call(route: Route, query: string) {
  const { verb: method, path, spec, serves } = route;
  const takes = serves.kind === "upload";
  const sent = takes ? FORM : method === "GET" || !spec.body ? {} : { payload: exampleOf(route) };
  const credentials = spec.auth === "session" ? await signedIn() : as("admin");
  const answer = await app.inject({
    ...sent,
    method,
    url: `${filled(path, idsOf(route))}?${query}`,
    headers: { ...credentials, ...(takes && FORM.headers), ...(spec.repeat && { "idempotency-key": randomUUID() }) },
  });
  const { detail, errors } = answer.body.startsWith("{") ? answer.json() : {};
  const violations: Violation[] = [errors ?? detail].flat().filter((one) => Array.isArray(one?.loc));
  return { answer, violations: violations.filter(({ loc }) => loc[0] === "query") };
}

const table = routes.map((route) => ({ http: `${route.verb} ${route.path}`, route }));
const parametersOf = ({ spec }: Route) => Object.entries(spec.query?.shape ?? {});

describe("a misspelt filter", () => {
  it("of a bulk deletion is refused, and nothing is deleted", async () => {
    const answer = await app.inject({
      method: "POST",
      url: "/v1/purchases/bulk-delete-by-filters?stauts[]=inactive",
      headers: as("editor"),
      payload: { filter_hash: "a3f1c2e4b5d6a7b8" },
    });
    expect([answer.statusCode, answer.json()]).toEqual([422, { detail: [extra("stauts")] }]);
    expect(calls.count(deletePurchasesByFilters)).toBe(0);
  });

  it("of the totals is refused, and nothing is added up", async () => {
    const answer = await get("/v1/total-impacts?start_date=2025-01-01&end_date=2025-12-31&facility_id=x");
    expect([answer.statusCode, answer.json()]).toEqual([422, { detail: [extra("facility_id")] }]);
    expect(calls.count(getTotalImpacts)).toBe(0);
  });

  it("is refused in the shape of problem details below v2", async () => {
    const answer = await get("/v2/ingest-jobs?state=finished");
    expect([answer.statusCode, answer.headers["content-type"], answer.json()]).toMatchObject([
      422,
      "application/problem+json",
      { code: "REQUEST_VALIDATION_FAILED", errors: [extra("state")] },
    ]);
  });

  it("is listed with all other violations, once for each name", async () => {
    const answer = await get("/v1/purchases?page=0&a=1&a[]=2&%00b=1&=1");
    const { detail } = answer.json();
    const page = { loc: ["query", "page"], type: "value_error.number.not_ge" };
    expect([answer.statusCode, detail]).toMatchObject([422, [extra("a"), extra("?b"), extra(""), page]]);
  });
});

describe("a list in a query", () => {
  it.each(["status[]=active&status[]=inactive", "status=active&status=inactive", "status=active&status[]=inactive"])(
    "is read the same in each spelling: %s",
    async (query) => {
      expect((await get(`/v1/purchases?${query}`)).statusCode).toBe(200);
      expect(calls.lastRequest(listPurchases).status).toEqual([1, 5]);
    },
  );
});

describe.each(table)("$http", ({ route }) => {
  it.each(["unknown=1", "unknown[]=1", "unknown=1&unknown=2"])("refuses an unknown parameter: %s", async (query) => {
    const { answer, violations } = await call(route, query);
    expect(answer.statusCode).toBe(422);
    expect(violations.filter(({ type }) => type === "value_error.extra")).toEqual([extra("unknown")]);
    expect(answer.headers["content-type"]).toContain(
      shapeOf(route.path, PROBLEMS) === "problem" ? "problem+json" : "json",
    );
  });

  it("knows each of its parameters, with and without brackets, and no name close to one", async () => {
    const names = [...parametersOf(route).map(([name]) => name), ...(route.spec.dry ? ["dry_run"] : [])];
    const sent = names.flatMap((name) => [`${name}=1`, `${name}[]=1`, `${name}s=1`]);
    const { violations } = await call(route, [...sent, "unknown=1"].join("&"));
    // Lists know the parameters of pages, and refuse them beside `format` or `cursor`.
    const isUnknown = ({ type, msg }: Violation) =>
      type === "value_error.extra" && !/^not with (format|cursor)$/.test(msg);
    const refused = violations.filter(isUnknown);
    expect(refused).toEqual([...names.map((name) => `${name}s`), "unknown"].map(extra));
  });
});

const booleansOf = (route: Route) => parametersOf(route).filter(([, schema]) => schema.meta()?.type === "boolean");
const flags = table.flatMap(({ http, route }) => booleansOf(route).map(([name]) => ({ http, name, route })));

it.each(flags)("$name of $http is read in each spelling of a boolean", async ({ name, route }) => {
  const isRefused = async (value: string) => {
    const { violations } = await call(route, `${name}=${value}`);
    return violations.some(({ loc }) => loc[1] === name);
  };
  const spellings = ["true", "false", "1", "0", "True", "False", "TRUE", "yes", "", "2"];
  const refused: boolean[] = [];
  // One after the other: some routes limit the requests at once.
  for (const spelling of spellings) refused.push(await isRefused(spelling));
  expect(refused).toEqual(spellings.map((_, at) => at >= 6));
});
