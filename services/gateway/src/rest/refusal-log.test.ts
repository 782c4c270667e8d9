import { createLogger } from "@emissions/kit/process/log";
import { SignJWT } from "jose";
import { beforeEach, expect, it } from "vitest";
import { as, EMAIL, keys, OURS } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";

const lines: string[] = [];
const logger = createLogger({
  service: "gateway",
  level: "trace",
  destination: { write: (line: string) => void lines.push(line) },
});
const { app } = await gateway({ logger });
const refusals = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "access refused");
beforeEach(() => {
  lines.length = 0;
});

const WRONG_KEY = "eas_live_a-key-that-nobody-has";
const PASSWORD = "a-wrong-password";
const TOKEN = await new SignJWT({ sub: EMAIL })
  .setProtectedHeader({ alg: "HS256" })
  .sign(Buffer.from("a secret of somebody else, of 32 bytes"));
const LINK = "a-link-that-does-not-exist-0123456789abcdefgh";
const login = { method: "POST", url: "/auth/login", payload: { email: EMAIL, password: PASSWORD } } as const;
const organization = { "x-organization-id": OURS };

it.each([
  {
    what: "a wrong key",
    request: { url: "/v1/suppliers", headers: { ...organization, "x-api-key": WRONG_KEY } },
    line: { code: "INVALID_API_KEY", status: 401, organization: OURS, route: "/v1/suppliers" },
  },
  {
    what: "a forged token",
    request: { url: "/v1/suppliers", headers: { ...organization, authorization: `Bearer ${TOKEN}` } },
    line: { code: "INVALID_TOKEN", status: 401, organization: OURS },
  },
  {
    what: "no credential",
    request: { url: "/v1/suppliers?search=secret", headers: organization },
    line: { code: "AUTH_REQUIRED", status: 401, organization: OURS },
  },
  {
    what: "a wrong password",
    request: login,
    line: { code: "INVALID_CREDENTIALS", status: 401, route: "/auth/login" },
  },
  {
    what: "somebody who has left",
    request: { url: "/v1/suppliers", headers: { ...organization, "x-api-key": "key-of-a-leaver" } },
    line: { code: "LOGGED_USER_NOT_MEMBER", status: 403, organization: OURS },
  },
  {
    what: "a role that is too low",
    request: { url: "/v2/audit-events", headers: as("editor") },
    line: { code: "FORBIDDEN", status: 403, organization: OURS, user: "u1", route: "/v2/audit-events" },
  },
])("$what is one line with the reason, the address and the request, and no credential", async ({ request, line }) => {
  const answer = await app.inject({ remoteAddress: "203.0.113.9", ...request });
  expect(answer.statusCode).toBe(line.status);
  expect(refusals()).toMatchObject([
    {
      level: "warn",
      ...line,
      reason: expect.any(String),
      address: "203.0.113.9",
      request_id: answer.headers["x-request-id"],
    },
  ]);
  const text = lines.join("");
  const secrets = [WRONG_KEY, TOKEN, TOKEN.split(".")[2]!, PASSWORD, EMAIL, "key-of-a-leaver", "search=secret"];
  for (const secret of secrets) expect(text).not.toContain(secret);
});

it("the token of a link and other refusals are not in the log", async () => {
  for (const url of [`/v1/surveys/answer/${LINK}`, `/v1/members/join/${LINK}`, "/v1/suppliers/none"])
    await app.inject({ url, headers: as("viewer") });
  expect(refusals().filter(({ status }) => status === 404)).toEqual([]);
  expect(lines.join("")).not.toContain(LINK);
});

it("a request that is answered is no refusal", async () => {
  expect((await app.inject({ url: "/v1/suppliers", headers: as("admin") })).statusCode).toBe(200);
  expect(refusals()).toEqual([]);
  expect(lines.join("")).not.toContain(keys.admin.key);
});

const WELL_FORMED = `eas_live_Ab1-${"x".repeat(45)}`;

it.each([
  {
    what: "a record that is missing",
    url: "/v1/suppliers/0190f3a0-0000-7000-8000-0000000000ff",
    who: "viewer",
    status: 404,
  },
  { what: "an unknown address", url: "/v1/nothing", who: "viewer", status: 404 },
  { what: "a filter that does not exist", url: "/v1/suppliers?colour=red", who: "viewer", status: 422 },
] as const)(
  "$what has code and address on the line of the request, and no line besides",
  async ({ url, who, status }) => {
    const { statusCode, json } = await app.inject({ url, headers: as(who), remoteAddress: "203.0.113.9" });
    expect(statusCode).toBe(status);
    expect(lines).toHaveLength(1);
    const line = JSON.parse(lines[0]!);
    expect(line).toMatchObject({ level: "info", msg: "answered", status, address: "203.0.113.9" });
    expect(line.code).toBe(status === 422 ? "REQUEST_VALIDATION_FAILED" : json().code);
  },
);

it("the line of a request with a refused key has its prefix, and never more of it", async () => {
  await app.inject({ url: "/v1/suppliers", headers: { ...organization, "x-api-key": WELL_FORMED } });
  expect(JSON.parse(lines.at(-1)!)).toMatchObject({ status: 401, code: "INVALID_API_KEY", key_prefix: "live_Ab1-" });
  expect(lines.join("")).not.toContain("Ab1-x");
  await app.inject({ url: "/v1/suppliers", headers: { ...organization, "x-api-key": PASSWORD } });
  expect(JSON.parse(lines.at(-1)!)).not.toHaveProperty("key_prefix");
});
