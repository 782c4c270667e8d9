import { request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { PurchaseService } from "@emissions/proto/activity/v1/purchase_service";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { as } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { exampleOf } from "../../test/hostile-requests.ts";
import { idsOf } from "../../test/route-ids.ts";
import { SAMPLE_ID, samplePurchase } from "../../test/samples.ts";
import type { Route } from "./route-spec.ts";

const { createPurchase } = PurchaseService.method;
const { app, routes, calls } = await gateway();
beforeAll(() => app.listen({ host: "127.0.0.1", port: 0 }).then(() => {}));
afterAll(() => app.close());

const REASON = "Too much by 10 %";
const reasonOf = (method: Route["method"]) => calls.lastHeaders(method).get("restatement-reason");

const request = (route: Route, headers: object, role: "admin" | "editor" | "viewer" = "admin") => {
  const ids = idsOf(route);
  const url = route.path.replaceAll(/\{(\w+)\}/g, (_, name) => ids[name]!);
  const { verb: method, spec } = route;
  const query = route.path === "/v1/waste/bulk-delete-by-filters" ? `?facility_id=${SAMPLE_ID}` : "";
  const key = method === "POST" ? { "idempotency-key": `${url}-${Object.keys(headers)}` } : {};
  const payload = spec.body === undefined ? {} : { payload: exampleOf(route) };
  return app.inject({ method, url: url + query, headers: { ...as(role), ...key, ...headers }, ...payload });
};

const post = (headers: Record<string, string>, role: "admin" | "editor" | "viewer" = "admin") =>
  app.inject({ method: "POST", url: "/v1/purchases", headers: { ...as(role), ...headers }, payload: samplePurchase });

/** Header values as sent, as Latin-1 of their bytes; a list is several header lines. */
const overTheWire = (reason: string | string[]) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const { port } = app.server.address() as AddressInfo;
    const headers = { ...as("admin"), "content-type": "application/json", "restatement-reason": reason };
    const outgoing = send(
      { port, host: "127.0.0.1", path: "/v1/purchases", method: "POST", headers },
      async (answer) => {
        let body = "";
        for await (const piece of answer) body += piece;
        resolve({ status: answer.statusCode ?? 0, body });
      },
    );
    outgoing.on("error", reject).end(Buffer.from(JSON.stringify(samplePurchase)));
  });

describe("a reason to restate", () => {
  const offered = routes.filter(({ spec }) => spec.restates);

  it("is offered where records change, with their owners or by certificates", () => {
    const paths = offered.map(({ verb, path }) => `${verb} ${path}`);
    const ofRecords =
      /wastes|invoices|purchases|waste-water|v1.waste|hotel-stays|consumptions|business-travels|employee-historic|surveys?|transports|logistics.(requests|recharges)|sold-products/;
    expect(paths.filter((path) => !ofRecords.test(path))).toEqual([
      "DELETE /v1/facilities/{facility_id}",
      "POST /v2/facilities/delete",
      "DELETE /v1/vehicles/{vehicle_id}",
      "POST /v1/vehicles/bulk-delete",
      "POST /v1/vehicles/bulk-delete-by-filters",
      "DELETE /v2/certificates/{id}",
      "POST /v2/certificates/{id}/matches",
      "DELETE /v2/certificates/{id}/matches/{match_id}",
      "DELETE /v1/employees/{id}",
      "POST /v1/employees/bulk-delete",
      "POST /v1/employees/bulk-delete-by-filters",
      "POST /v2/ingest-jobs/{job_id}/revert",
    ]);
    const writes = routes.filter(({ spec }) => spec.strict === true).map(({ verb, path }) => `${verb} ${path}`);
    expect(paths).toEqual(expect.arrayContaining(writes));
    // People of the own workforce have no emissions, rows of imports are no records, and links of projects change none.
    const left = routes.filter(
      ({ verb, path, spec }) =>
        !spec.restates &&
        /(-delete|\/delete)$/.test(path) &&
        verb === "POST" &&
        !/own_workforce|imports|projects/.test(path),
    );
    expect(left.map(({ path }) => path)).toEqual([]);
  });

  it.each(offered.map((route) => ({ title: `${route.verb} ${route.path}`, route })))(
    "is passed on by $title",
    async ({ route }) => {
      expect((await request(route, { "restatement-reason": REASON })).statusCode).toBeLessThan(300);
      expect(reasonOf(route.method)).toBe(encodeURIComponent(REASON));
      await request(route, {});
      expect(reasonOf(route.method)).toBeNull();
    },
  );

  it("is not offered elsewhere: there the header has no effect", async () => {
    const answer = await app.inject({ url: "/v1/purchases", headers: { ...as("viewer"), "restatement-reason": "" } });
    expect(answer.statusCode).toBe(200);
  });

  it.each(["editor", "viewer"] as const)("needs an admin, not %s", async (role) => {
    const answer = await post({ "restatement-reason": REASON }, role);
    const code = role === "editor" ? "ORG_ADMIN_REQUIRED" : "FORBIDDEN";
    expect([answer.statusCode, answer.json().code]).toEqual([403, code]);
  });

  it.each([
    ["an empty one", ""],
    ["blanks", "   "],
    ["more than 500 characters", "x".repeat(501)],
    ["two headers", ["One", "Two"]],
    ["no UTF-8", "\xff\xfe"],
  ])("is refused: %s", async (_, reason) => {
    const { status, body } = await overTheWire(reason);
    expect([status, JSON.parse(body).detail]).toEqual([
      422,
      [
        {
          loc: ["header", "Restatement-Reason"],
          msg: "expected one header of 1 to 500 characters in UTF-8",
          type: "value_error.restatement_reason",
        },
      ],
    ]);
  });

  it.each(["Überprüft: 10 % zu viel ✓", "😀".repeat(500), "x".repeat(500)])("can be %s", async (reason) => {
    const { status } = await overTheWire(Buffer.from(`  ${reason} `).toString("latin1"));
    expect([status, decodeURIComponent(reasonOf(createPurchase)!)]).toEqual([201, reason]);
  });

  it("is part of the request that a repeat must equal", async () => {
    const printOf = async (headers: Record<string, string>) => {
      await post({ "idempotency-key": "k", ...headers });
      return calls.lastHeaders(createPurchase).get("idempotency-fingerprint");
    };
    const prints = [
      await printOf({}),
      await printOf({ "restatement-reason": "One" }),
      await printOf({ "restatement-reason": "Two" }),
    ];
    expect(new Set(prints).size).toBe(3);
    expect(await printOf({ "restatement-reason": "One" })).toBe(prints[1]);
  });
});
