import { invalid, unprocessable } from "@emissions/kit/wire/errors";
import { serve } from "@emissions/kit/wire/services";
import { PurchaseService } from "@emissions/proto/activity/v1/purchase_service";
import { describe, expect, it } from "vitest";
import { as } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { exampleOf } from "../../test/hostile-requests.ts";
import { idsOf } from "../../test/route-ids.ts";
import { samplePurchase } from "../../test/samples.ts";
import { prefersStrict } from "./prefer.ts";
import type { Route } from "./route-spec.ts";

const { createPurchase } = PurchaseService.method;
const { app, routes, calls } = await gateway();
const STRICT = { prefer: "handling=strict" };

const post = (
  headers: Record<string, string> = {},
  from = app,
  url = "/v1/purchases",
  payload: object = samplePurchase,
) => from.inject({ method: "POST", url, headers: { ...as("editor"), ...headers }, payload });

describe("the header Prefer", () => {
  it.each([
    ["handling=strict", true],
    ["Handling=Strict", true],
    ['handling="strict"', true],
    ["handling = strict", true],
    ["respond-async, handling=strict", true],
    ["respond-async,handling=strict;why=audit, wait=10", true],
    ['note="a, handling=lenient", handling=strict', true],
    ["handling=strict, handling=lenient", true],
    ["handling=lenient, handling=strict", false],
    ["handling, handling=strict", false],
    ["handling=lenient", false],
    ["handling=strictly", false],
    ["handling", false],
    ['note="handling=strict"', false],
    ['handling="strict', false],
    ["strict", false],
    [",", false],
    ["", false],
    [undefined, false],
  ])("%j asks for strict handling: %j", (prefer, expected) => {
    expect(prefersStrict(prefer === undefined ? {} : { prefer })).toBe(expected);
  });

  it("of any length is read in linear time", () => {
    const begun = performance.now();
    for (const part of ['"', "\\", ",", "handling=", '"\\', " "]) prefersStrict({ prefer: part.repeat(16_000) });
    expect(performance.now() - begun).toBeLessThan(500);
  });
});

describe("a strict write", () => {
  const request = (route: Route, headers: object) => {
    const ids = idsOf(route);
    const url = route.path.replaceAll(/\{(\w+)\}/g, (_, name) => ids[name]!);
    const { verb: method } = route;
    const key = route.verb === "POST" ? { "idempotency-key": `${url}-${Object.keys(headers)}` } : {};
    return app.inject({ method, url, headers: { ...as("editor"), ...key, ...headers }, payload: exampleOf(route) });
  };

  const strict = routes.filter(({ spec }) => spec.strict);
  it("is offered where records are created or changed, and where certificates cover invoices", () => {
    const ofRecords = strict.filter(
      ({ path, spec }) => spec.strict === true && path !== "/v2/certificates/{id}/matches",
    );
    const verbs = [...Array(10).fill("PATCH"), ...Array(27).fill("POST"), "PUT"];
    expect(ofRecords.map(({ verb }) => verb).sort()).toEqual(verbs);
    const others = strict.filter((route) => !ofRecords.includes(route)).map(({ verb, path }) => `${verb} ${path}`);
    expect(others.sort()).toEqual([
      "POST /v1/files/readings",
      "POST /v2/certificates/{id}/matches",
      "POST /v2/imports/{import_id}/submit",
      "POST /v2/imports/{import_id}/validate",
    ]);
  });

  it.each(strict.map((route) => ({ title: `${route.verb} ${route.path}`, route })))(
    "is passed on and confirmed by $title",
    async ({ route }) => {
      const answer = await request(route, STRICT);
      expect([answer.statusCode < 300, answer.headers["preference-applied"]]).toEqual([true, "handling=strict"]);
      expect(calls.lastHeaders(route.method).get("handling")).toBe("strict");
      expect((await request(route, {})).headers).not.toHaveProperty("preference-applied");
      expect(calls.lastHeaders(route.method).has("handling")).toBe(false);
    },
  );

  it("is not offered elsewhere: there the header has no effect", async () => {
    const answer = await app.inject({ url: "/v1/purchases", headers: { ...as("editor"), ...STRICT } });
    expect([answer.statusCode, "preference-applied" in answer.headers]).toEqual([200, false]);
  });

  it("is another request than one with the same key that is not strict", async () => {
    const printOf = async (headers: Record<string, string>) => {
      await post({ "idempotency-key": "k", ...headers });
      return calls.lastHeaders(createPurchase).get("idempotency-fingerprint");
    };
    expect(await printOf(STRICT)).not.toBe(await printOf({}));
    expect(await printOf({ prefer: "handling=lenient" })).toBe(await printOf({}));
  });

  it("is refused with all violations, in the shape of the route", async () => {
    const loc = ["body"];
    const found = [
      { loc, msg: "the calculation would be marked proxy", type: "value_error.fitness.proxy" },
      { loc, msg: "No such sector.", type: "SECTOR_NOT_MAPPED" },
    ];
    const refusing = await gateway({
      handlers: [
        serve(PurchaseService, {
          createPurchase: () => {
            throw invalid(found);
          },
          createPurchases: () => {
            const inBatch = found.map((one) => ({ ...one, loc: ["body", "records", "0"] }));
            throw unprocessable("BULK_RECORDS_REJECTED", "1 of 1 records were rejected.", inBatch);
          },
        } as never),
      ],
    });
    const one = await post(STRICT, refusing.app);
    expect([one.statusCode, one.headers["preference-applied"], one.json()]).toEqual([
      422,
      "handling=strict",
      { detail: found },
    ]);
    const headers = { ...STRICT, "idempotency-key": "b" };
    const batch = await post(headers, refusing.app, "/v2/purchases", { records: [samplePurchase] });
    expect([batch.statusCode, batch.json().code, batch.json().errors]).toEqual([
      422,
      "BULK_RECORDS_REJECTED",
      found.map((violation) => ({ ...violation, loc: ["body", "records", 0] })),
    ]);
  });
});
