import { describe, expect, it } from "vitest";
import { as, gateway, OURS } from "../gateway.fixture.ts";
import type { Route } from "../rest/route.ts";

const { app, routes } = await gateway();

/** Texts that break what trusts them. */
const HOSTILE = [
  "",
  " ",
  "\u0000",
  "\ud800",
  "x".repeat(70_000),
  "null",
  "NaN",
  "-1",
  "1e999999999",
  "' or 1=1 --",
  "%",
  "__proto__",
  "2026-02-30",
  "../../etc/passwd",
  "\r\nx-admin: 1",
];
const VALUES: unknown[] = [...HOSTILE, null, true, 0, -0.5, 1e21, [], [[]], {}, { a: { b: 1 } }, ["x"], [null]];

const RAW_BODIES = [
  "",
  "{",
  "null",
  "[]",
  '"text"',
  "1e999999",
  "\ufeff",
  '{"a":1,"a":2}',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  `${"[".repeat(100_000)}`,
  `${'{"a":'.repeat(40)}1${"}".repeat(40)}`,
  `{"${"k".repeat(300)}":1}`,
  `{"a":${"9".repeat(1000)}}`,
  `{"a":[${"1,".repeat(20_000)}1]}`,
];

type Answer = Awaited<ReturnType<typeof app.inject>>;

/** Never a fault, and always the shape that the route promises. */
function check(route: Route, answer: Answer, what: string): void {
  expect(answer.statusCode, `${route.spec.http} ${what}: ${answer.body.slice(0, 300)}`).toBeLessThan(500);
  expect(answer.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  if (answer.statusCode < 400) return;
  const { detail, code } = answer.json();
  const isText = typeof detail === "string";
  if (isText) expect(code, what).toMatch(/^[A-Z_]+$/);
  else expect(code, what).toBeUndefined();
  for (const violation of isText ? [] : detail) {
    expect(Object.keys(violation).sort()).toEqual(["loc", "msg", "type"]);
    expect(violation.loc[0]).toMatch(/^(body|query|path|header)$/);
    expect(violation.type).toMatch(/^[a-z_]+(\.[a-z_]+)*$/);
  }
}

const urlOf = (route: Route, id = OURS) => route.path.replace("{id}", id);
const fieldsOf = (schema: unknown) => Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});

describe.each(routes.map((route) => ({ http: `${route.verb} ${route.path}`, route })))("$http", ({ route }) => {
  const send = (options: { url?: string; payload?: unknown; headers?: Record<string, string> }) => {
    const { url = urlOf(route), payload, headers = {} } = options;
    const text = typeof payload === "string" ? payload : JSON.stringify(payload);
    const json = { "content-type": "application/json" };
    const body = payload === undefined ? {} : { payload: text };
    const all = { ...as("admin"), ...(payload === undefined ? {} : json), ...headers };
    return app.inject({ method: route.verb, url, headers: all, ...body });
  };

  it("survives hostile fields", async () => {
    for (const name of [...fieldsOf(route.spec.body), "unknown", "id", "organization_id", "update_mask"]) {
      for (const value of VALUES)
        check(route, await send({ payload: { [name]: value } }), `${name}=${JSON.stringify(value)}`);
    }
  });

  it("survives hostile bodies", async () => {
    for (const payload of RAW_BODIES) check(route, await send({ payload }), payload.slice(0, 40));
  });

  it("survives hostile queries", async () => {
    for (const name of [...fieldsOf(route.spec.query), "unknown", "__proto__", "page[]", "a[b][c]"]) {
      for (const value of HOSTILE.filter((text) => text.isWellFormed() && text.length < 10_000)) {
        const query = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
        check(route, await send({ url: `${urlOf(route)}?${query}` }), query);
        check(route, await send({ url: `${urlOf(route)}?${query}&${query}` }), `${query} twice`);
      }
    }
    check(route, await send({ url: `${urlOf(route)}?%ff=%00&=&&a=%` }), "broken escapes");
  });

  it("survives hostile ids", async () => {
    if (!route.path.includes("{id}")) return;
    for (const value of HOSTILE.filter((text) => text.isWellFormed() && text !== "" && text.length < 10_000)) {
      const answer = await send({ url: urlOf(route, encodeURIComponent(value)) });
      check(route, answer, value);
      expect([404, 422, 405]).toContain(answer.statusCode);
    }
  });

  it("survives hostile headers", async () => {
    const values = ["", " ", "x".repeat(4_000), "é", "a, b", "'", "null", "undefined", "\ud83c\udf31".slice(0, 1)];
    for (const name of [
      "x-api-key",
      "x-organization-id",
      "authorization",
      "idempotency-key",
      "traceparent",
      "x-request-id",
    ]) {
      for (const value of values) {
        const answer = await send({ headers: { [name]: value } });
        check(route, answer, `${name}: ${value}`);
        expect(answer.headers["x-request-id"]).not.toBe(value);
      }
    }
    check(route, await send({ headers: { "content-encoding": "br" }, payload: "{}" }), "compressed");
    check(route, await send({ headers: { "content-type": "text/plain" }, payload: "{}" }), "another type");
    check(route, await send({ headers: { accept: "text/html", "accept-encoding": "zip" } }), "accept");
  });
});
