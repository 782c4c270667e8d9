import { request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { PurchaseService } from "@emissions/proto/activity/v1/purchase_service";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { as } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { exampleOf } from "../../test/hostile-requests.ts";
import { samplePurchase } from "../../test/samples.ts";
import { testRoutes } from "../../test/test-routes.ts";

const { createPurchase, deletePurchasesByFilters } = PurchaseService.method;
const { app, routes, calls } = await gateway({ more: testRoutes });
beforeAll(() => app.listen({ host: "127.0.0.1", port: 0 }).then(() => {}));
afterAll(() => app.close());

const post = (query: string, headers: Record<string, string> = {}, payload: object = samplePurchase) =>
  app.inject({ method: "POST", url: `/v1/purchases${query}`, headers: { ...as("editor"), ...headers }, payload });

/** Header values as sent; a list is several header lines. */
const overTheWire = (key: string | string[]) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const { port } = app.server.address() as AddressInfo;
    const headers = { ...as("editor"), "content-type": "application/json", "idempotency-key": key };
    const request = send({ port, host: "127.0.0.1", path: "/v2/tests", method: "POST", headers }, async (answer) => {
      let body = "";
      for await (const piece of answer) body += piece;
      resolve({ status: answer.statusCode ?? 0, body });
    });
    request.on("error", reject).end(JSON.stringify({ records: [{ name: "Plant" }] }));
  });

describe("an idempotency key", () => {
  it.each(["", "?dry_run=false", "?dry_run=0"])(
    'is required where the route says so, and listed with other violations: "%s"',
    async (query) => {
      const headers = { ...as("editor"), "content-type": "application/json" };
      const answer = await app.inject({ method: "POST", url: `/v2/tests${query}`, headers, payload: {} });
      expect([answer.statusCode, answer.json().errors]).toEqual([
        422,
        [
          { loc: ["header", "Idempotency-Key"], msg: "field required", type: "value_error.missing" },
          { loc: ["body", "records"], msg: "field required", type: "value_error.missing" },
        ],
      ]);
    },
  );

  const keyed = routes.filter(({ spec }) => spec.repeat === "required");
  it.each(keyed.map((route) => ({ path: route.path, route })))(
    "is not needed for a dry run of $path",
    async ({ path, route }) => {
      const payload = path === "/v2/tests" ? { records: [{ name: "Plant" }] } : exampleOf(route);
      const answer = await app.inject({ method: "POST", url: `${path}?dry_run=true`, headers: as("editor"), payload });
      expect([answer.statusCode, answer.json()]).toEqual([200, { dry_run: true, valid: true, total: 1 }]);
    },
  );

  it.each([
    ["one line", "k", 202],
    ["a quoted one", '"k"', 202],
    ["two lines", ["k", "k"], 422],
    ["two quoted lines", ['"k"', '"k"'], 422],
    ["nothing in quotes", '""', 422],
    ["a blank inside", "k k", 422],
    ["255 characters", "k".repeat(255), 202],
    ["256 characters", "k".repeat(256), 422],
  ])("%s", async (_what, key, status) => {
    expect((await overTheWire(key)).status).toBe(status);
  });

  it("is sent with a fingerprint of method, path, query in any order, and body", async () => {
    const key = { "idempotency-key": "k" };
    const printOf = async (query: string, payload: object | string = { filter_hash: "a3f1c2e4b5d6a7b8" }) => {
      const url = `/v1/purchases/bulk-delete-by-filters${query}`;
      const headers = { ...as("editor"), ...key, "content-type": "application/json" };
      const { statusCode } = await app.inject({ method: "POST", url, headers, payload });
      expect(statusCode).not.toBe(422);
      return calls.lastHeaders(deletePurchasesByFilters).get("idempotency-fingerprint");
    };
    const print = await printOf("?search=1&file_name=2");
    expect(await printOf("?file_name=2&search=1")).toBe(print);
    expect(await printOf("?file_name=2&search=1&dry_run=false")).toBe(print);
    expect(await printOf("?file_name=2&search=1&dry_run=False")).toBe(print);
    expect(await printOf("?file_name=2&search=2")).not.toBe(print);
    expect(await printOf("?search=1&file_name=2", { filter_hash: "a3f1c2e4b5d6a7b9" })).not.toBe(print);
    expect(await printOf("?search=1&file_name=2", '{ "filter_hash": "a3f1c2e4b5d6a7b8" }')).not.toBe(print);
  });
});

describe("a dry run", () => {
  it.each(["true", "True", "1"])("is passed to the service and answered with 200: %s", async (value) => {
    const answer = await post(`?dry_run=${value}`, { "idempotency-key": "dry" });
    expect([answer.statusCode, answer.json()]).toEqual([200, { dry_run: true, valid: true, total: 1 }]);
    expect(calls.lastHeaders(createPurchase).get("dry-run")).toBe("true");
  });

  it.each(["", "?dry_run=false", "?dry_run=False", "?dry_run=0"])('is not requested by "%s"', async (query) => {
    expect((await post(query)).statusCode).toBe(201);
    expect(calls.lastHeaders(createPurchase).has("dry-run")).toBe(false);
  });

  it.each(["TRUE", "yes", "", "true&dry_run=true", "false&dry_run=true"])("is refused as dry_run=%s", async (value) => {
    const before = calls.count(createPurchase);
    const answer = await post(`?dry_run=${value}`);
    expect([answer.statusCode, answer.json().detail]).toMatchObject([422, [{ loc: ["query", "dry_run"] }]]);
    expect(calls.count(createPurchase)).toBe(before);
  });
});
