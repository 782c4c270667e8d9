import { SupplierService } from "@emissions/proto/activity/v1/supplier_service";
import { expect, it } from "vitest";
import { as } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { SAMPLE_ID } from "../../test/samples.ts";
import { route } from "./route.ts";

const { getSupplier } = SupplierService.method;
const old = route(getSupplier, {
  http: "GET /v1/partners/{id}",
  summary: "Get a partner",
  operation: "getPartner",
  returns: "supplier",
  deprecated: { since: "2026-10-09", successor: "GET /v1/suppliers" },
});
const { app, routes } = await gateway({ more: [old] });

const HEADERS = { deprecation: "@1791504000", link: '</v1/suppliers>; rel="successor-version"' };

it.each([
  ["an answer", SAMPLE_ID, as("viewer"), 200],
  ["a missing resource", "0190f3a0-0000-7000-8000-0000000000ab", as("viewer"), 404],
  ["a refusal of the request", "x", as("viewer"), 422],
  ["no credentials", SAMPLE_ID, { "x-organization-id": as("viewer")["x-organization-id"] }, 401],
])("a deprecated route sends the headers with %s", async (_what, id, headers, status) => {
  const answer = await app.inject({ url: `/v1/partners/${id}`, headers });
  expect([answer.statusCode, answer.headers]).toEqual([status, expect.objectContaining(HEADERS)]);
  expect(answer.headers).not.toHaveProperty("sunset");
});

it("other routes send no such headers", async () => {
  const answer = await app.inject({ url: `/v1/suppliers/${SAMPLE_ID}`, headers: as("viewer") });
  expect(Object.keys(answer.headers)).not.toEqual(expect.arrayContaining(["deprecation"]));
});

it("every successor is a route", () => {
  const known = new Set(routes.map(({ verb, path }) => `${verb} ${path}`));
  const successors = routes.flatMap(({ spec }) => spec.deprecated?.successor ?? []);
  expect(successors.filter((successor) => !known.has(successor))).toEqual([]);
});
