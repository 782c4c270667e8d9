import { readConfig } from "@emissions/kit/process/config";
import { CLIENT_ADDRESS } from "@emissions/kit/wire/headers";
import { CountryService } from "@emissions/proto/factors/v1/country_service";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { as, OURS } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { EdgeConfig, edgeOf, NO_EDGE } from "./edge.ts";

const PROXY = "10.1.2.3";
const SECOND_PROXY = "10.1.9.9";
const PAGE = "https://app.example";
const GUESSES = 3;

const { app: plain } = await gateway({ failedLoginsPerMinute: GUESSES });
const { app, calls } = await gateway({
  failedLoginsPerMinute: GUESSES,
  edge: { trustedProxies: ["10.0.0.0/8"], corsOrigins: [PAGE], hstsMaxAgeS: 3600 },
});

describe("the address of a client", () => {
  let last = 0;
  /** Addresses of clients that no other test uses. */
  const address = () => `203.0.113.${++last}`;
  let guesses = 0;
  /** The status of a request with a key that does not exist. */
  const guess = async (remoteAddress: string, forwarded: string, to = app) => {
    const headers = { "x-api-key": `wrong-${++guesses}`, "x-organization-id": OURS, "x-forwarded-for": forwarded };
    return (await to.inject({ url: "/v1/countries", remoteAddress, headers })).statusCode;
  };

  it.each([
    ["one proxy", PROXY, ""],
    ["a proxy that is seen over IPv6", `::ffff:${PROXY}`, ""],
    ["two proxies", PROXY, `, ${SECOND_PROXY}`],
  ])("behind %s: wrong keys of one client do not lock another out", async (_what, proxy, more) => {
    const [one, other] = [address(), address()];
    for (let i = 0; i < GUESSES; i++) expect(await guess(proxy, one + more)).toBe(401);
    expect(await guess(proxy, one + more)).toBe(429);
    expect(await guess(proxy, other + more)).toBe(401);
  });

  it.each([
    ["no proxy is trusted", plain, PROXY, ""],
    ["it comes from elsewhere", app, address(), ""],
    ["the proxy appends the true one", app, PROXY, `, ${address()}`],
    ["it claims to be a proxy", app, PROXY, `, ${address()}, ${SECOND_PROXY}`],
  ])("does not change with a forged header when %s", async (_what, to, remoteAddress, more) => {
    for (let i = 0; i < GUESSES; i++) expect(await guess(remoteAddress, address() + more, to)).toBe(401);
    expect(await guess(remoteAddress, address() + more, to)).toBe(429);
  });
});

it.each([
  ["a client", "203.0.113.250", "192.0.2.1", "203.0.113.250"],
  ["a client behind a proxy", PROXY, "192.0.2.1", "192.0.2.1"],
  ["a client over IPv6", "::ffff:203.0.113.251", "", "203.0.113.251"],
  ["a text that a proxy took for an address", PROXY, "unknown", null],
])("services learn the address of %s", async (_what, remoteAddress, forwarded, address) => {
  const headers = {
    ...as("admin"),
    ...(forwarded && { "x-forwarded-for": forwarded }),
    "client-address": "198.51.100.1",
  };
  expect((await app.inject({ url: "/v1/countries", remoteAddress, headers })).statusCode).toBe(200);
  expect(calls.lastHeaders(CountryService.method.listCountries).get(CLIENT_ADDRESS)).toBe(address);
});

describe("pages of other origins", () => {
  const preflight = { "access-control-request-method": "PUT", "access-control-request-headers": "x-api-key" };
  const crossOrigin = (headers: object) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith("access-control-")));

  it("may call when they are configured, without credentials of the browser", async () => {
    const asked = await app.inject({
      method: "OPTIONS",
      url: "/v1/suppliers",
      headers: { origin: PAGE, ...preflight },
    });
    expect([asked.statusCode, crossOrigin(asked.headers)]).toEqual([
      204,
      {
        "access-control-allow-origin": PAGE,
        "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
        "access-control-allow-headers": "x-api-key",
        "access-control-expose-headers": expect.stringContaining("retry-after"),
        "access-control-max-age": "600",
      },
    ]);
    const called = await app.inject({ url: "/v1/countries", headers: { origin: PAGE, ...as("viewer") } });
    expect([called.statusCode, called.headers["access-control-allow-origin"]]).toEqual([200, PAGE]);
    expect(called.headers.vary).toContain("Origin");
    expect(called.headers).not.toHaveProperty("access-control-allow-credentials");
  });

  it.each([
    ["401", "/v1/countries", 401],
    ["404", "/nowhere", 404],
  ])("can read the refusal %s", async (_what, url, status) => {
    const answer = await app.inject({ url, headers: { origin: PAGE, "x-organization-id": OURS } });
    expect([answer.statusCode, answer.headers["access-control-allow-origin"]]).toEqual([status, PAGE]);
  });

  it("may not call otherwise", async () => {
    const headers = { origin: "https://evil.example", ...preflight };
    for (const one of [plain, app]) {
      const asked = await one.inject({ method: "OPTIONS", url: "/v1/suppliers", headers });
      expect(asked.headers).not.toHaveProperty("access-control-allow-origin");
      const called = await one.inject({ url: "/v1/countries", headers: { ...headers, ...as("viewer") } });
      expect(called.headers).not.toHaveProperty("access-control-allow-origin");
    }
  });
});

it("HSTS is sent when it is configured, with refusals too, and not otherwise", async () => {
  expect((await app.inject({ url: "/nowhere" })).headers["strict-transport-security"]).toBe("max-age=3600");
  expect((await plain.inject({ url: "/nowhere" })).headers).not.toHaveProperty("strict-transport-security");
});

describe("the configuration", () => {
  const read = (env: NodeJS.ProcessEnv) => edgeOf(readConfig(z.object(EdgeConfig), env));

  it("is empty by default, and has lists with commas", () => {
    expect(read({})).toEqual(NO_EDGE);
    expect(
      read({
        TRUSTED_PROXIES: "10.0.0.0/8, 192.0.2.1,2001:db8::/32",
        CORS_ORIGINS: `${PAGE},http://localhost:5173`,
        HSTS_MAX_AGE_S: "60",
      }),
    ).toEqual({
      trustedProxies: ["10.0.0.0/8", "192.0.2.1", "2001:db8::/32"],
      corsOrigins: [PAGE, "http://localhost:5173"],
      hstsMaxAgeS: 60,
    });
  });

  it.each([
    { CORS_ORIGINS: "*" },
    { CORS_ORIGINS: `${PAGE},*` },
    { CORS_ORIGINS: "null" },
    { CORS_ORIGINS: "https://*.example" },
    { CORS_ORIGINS: `${PAGE}/` },
    { CORS_ORIGINS: "app.example" },
    { TRUSTED_PROXIES: "*" },
    { TRUSTED_PROXIES: "0.0.0.0/0" },
    { TRUSTED_PROXIES: "::/0" },
    { TRUSTED_PROXIES: "loadbalancer.example" },
    { HSTS_MAX_AGE_S: "-1" },
  ])("refuses %o", (env) => {
    expect(() => read(env as NodeJS.ProcessEnv)).toThrow(Object.keys(env)[0]);
  });
});
