import { expect, it } from "vitest";
import { as, OURS } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { BATCH_BYTES_MAX, FAILURES, testRoutes } from "../../test/test-routes.ts";
import { PROBLEM_RESOURCES } from "../routes/table.ts";

const { app } = await gateway({ more: testRoutes });

const editor = { ...as("editor"), "content-type": "application/json", "idempotency-key": "k" };
const post = (payload: string, headers: Record<string, string> = {}) =>
  ({ method: "POST", url: "/v2/tests", headers: { ...editor, ...headers }, payload }) as const;
const get = (path: string, headers: Record<string, string> = as("viewer")) => ({ url: `/v2/tests${path}`, headers });

it.each([
  ["no organization", get("/x", {}), 422, "REQUEST_VALIDATION_FAILED"],
  ["no credentials", get("/x", { "x-organization-id": OURS }), 401, "AUTH_REQUIRED"],
  ["a wrong key", get("/x", { "x-organization-id": OURS, "x-api-key": "k" }), 401, "INVALID_API_KEY"],
  ["a rate limit of a service", get(`/${FAILURES.counted}`), 429, "TOO_MANY_REQUESTS"],
  ["a rate limit of a provider", get(`/${FAILURES.throttled}`), 429, "UPSTREAM_RATE_LIMITED"],
  ["a role too low", post("{}", as("viewer")), 403, "FORBIDDEN"],
  ["a missing resource", get(`/${FAILURES.missing}`), 404, "NOT_FOUND"],
  ["an unknown address below the resource", get("/a/b/c"), 404, "NOT_FOUND"],
  ["an unknown address with a query", get("/a/b/c?d=/e"), 404, "NOT_FOUND"],
  ["a broken address", get("/%ZZ"), 400, "BAD_REQUEST"],
  ["a long address", get(`/${"x".repeat(300)}`), 414, "URI_TOO_LONG"],
  ["another method", { method: "PUT", url: "/v2/tests", headers: editor } as const, 405, "METHOD_NOT_ALLOWED"],
  ["a body of another type", post("{}", { "content-type": "text/plain" }), 415, "UNSUPPORTED_MEDIA_TYPE"],
  ["a large body", post(`"${"x".repeat(BATCH_BYTES_MAX)}"`), 413, "PAYLOAD_TOO_LARGE"],
  ["no JSON", post("{"), 422, "REQUEST_VALIDATION_FAILED"],
  ["no body", post(""), 422, "REQUEST_VALIDATION_FAILED"],
  ["a list beyond every limit", post(`{"records":[${"1,".repeat(1_000)}1]}`), 422, "REQUEST_VALIDATION_FAILED"],
  ["a strange id", get("/x"), 422, "REQUEST_VALIDATION_FAILED"],
  ["an unreachable service", get(`/${FAILURES.away}`), 503, "SERVICE_UNAVAILABLE"],
  ["a locked row", get(`/${FAILURES.locked}`), 503, "RESOURCE_LOCKED"],
  ["a fault", get(`/${FAILURES.broken}`), 500, "INTERNAL_ERROR"],
])("%s is answered with all members of problem details", async (_what, request, status, code) => {
  const answer = await app.inject(request);
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([status, "application/problem+json"]);
  const validation = code === "REQUEST_VALIDATION_FAILED";
  expect(answer.json()).toEqual({
    type: `https://emissions.example/errors#${code}`,
    title: expect.stringMatching(/^[A-Z][A-Za-z ]+$/),
    status,
    code,
    detail: expect.stringMatching(/./),
    errors: validation ? [{ loc: expect.any(Array), msg: expect.any(String), type: expect.any(String) }] : [],
    request_id: answer.headers["x-request-id"],
  });
  expect(answer.headers["retry-after"]).toBe(status === 429 || status === 503 ? "1" : undefined);
  expect(answer.body).not.toMatch(/hunter2|tuple/);
});

it.each(PROBLEM_RESOURCES)("an unknown URL below %s is answered with problem details", async (resource) => {
  const answer = await app.inject({ url: `${resource}/no/such/address` });
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([404, "application/problem+json"]);
});

it("other resources keep the first shape", async () => {
  const answer = await app.inject({ url: "/v2/testsuites/x" });
  expect(answer.json()).toEqual({ detail: "Not Found", code: "NOT_FOUND" });
});

it("a resource in another spelling of its URL is answered with problem details", async () => {
  const answer = await app.inject({ url: "/v2/%77astes", method: "POST" });
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([422, "application/problem+json"]);
});
