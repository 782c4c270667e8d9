import { newId } from "@emissions/kit/process/id";
import type { LightMyRequestResponse } from "fastify";
import { beforeAll, expect, it } from "vitest";
import { as, OURS } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { RATE_HEADERS } from "../limits/bucket.ts";
import { ACCOUNT, ADDRESS, GROUP, type Policy } from "../limits/policy.ts";

/** Few requests, of which none comes back during a test. */
const few = (policy: Policy) => ({ ...policy, requests: 6, burst: 5 });
let app: Awaited<ReturnType<typeof gateway>>["app"];
let routes: Awaited<ReturnType<typeof gateway>>["routes"];
beforeAll(async () => {
  ({ app, routes } = await gateway({ rates: { account: few(ACCOUNT), address: few(ADDRESS) } }));
});

const rateOf = ({ headers }: LightMyRequestResponse) => headers.ratelimit?.toString().replace(/;t=\d+$/, "");
const countries = (headers: Record<string, string>) => app.inject({ url: "/v1/countries", headers });

it("tells the rest of the key's limit on every answer of a limited endpoint, refusals included", async () => {
  const headers = as("viewer");
  const answers = [
    await countries(headers),
    await app.inject({ url: "/v1/countries?misspelt=1", headers }),
    await app.inject({ url: `/v1/facilities/${newId()}`, method: "DELETE", headers }),
    await app.inject({ url: "/v1/purchases", method: "POST", headers, payload: "{" }),
    await app.inject({ url: "/v1/countries", method: "HEAD", headers }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 422, 403, 403, 200]);
  expect(answers.map(rateOf)).toEqual([4, 3, 2, 1, 0].map((left) => `account;r=${left}`));
  for (const { headers } of answers) {
    expect(headers).toMatchObject({ "x-ratelimit-limit": "5", "ratelimit-policy": "account;q=6;w=60;burst=5" });
    expect(Math.abs(Number(headers["x-ratelimit-reset"]) - Date.now() / 1000)).toBeLessThan(60);
    expect(headers["retry-after"]).toBeUndefined();
  }
});

it("refuses a key beyond its limit with 429, before the body is read, and no other key", async () => {
  const headers = as("editor");
  const answers = await Promise.all(Array.from({ length: 5 }, () => countries(headers)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200));
  const refused = await app.inject({ url: "/v2/wastes", method: "POST", headers });
  const code = { code: "TOO_MANY_REQUESTS", detail: "Rate limit exceeded" };
  expect([refused.statusCode, refused.json()]).toMatchObject([429, code]);
  expect(refused.headers).toMatchObject({ "retry-after": "10", "x-ratelimit-remaining": "0" });
  expect(refused.headers["content-type"]).toBe("application/problem+json");
  expect((await countries(as("admin"))).statusCode).toBe(200);
  // The creates of logistics have a limit of their own, and its other endpoints none.
  const hubs = await app.inject({ url: "/v1/logistics/hubs", headers });
  expect([hubs.statusCode, ...RATE_HEADERS.map((name) => hubs.headers[name])]).toEqual([
    200,
    ...Array(5).fill(undefined),
  ]);
});

it("counts refused credentials for their address, which limits no valid key there", async () => {
  const answers = [];
  for (let n = 0; n < 6; n++) answers.push(await countries({ "x-api-key": `guess-${n}`, "x-organization-id": OURS }));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 401, 429]);
  expect(rateOf(answers[0]!)).toBe("address;r=4");
  expect((await countries({})).statusCode).toBe(429);
  expect((await countries(as("admin"))).statusCode).toBe(200);
  expect((await app.inject({ url: "/v1/countries", remoteAddress: "192.0.2.7" })).statusCode).toBe(422);
});

it("limits every endpoint but those of logistics", () => {
  const unlimited = routes.filter(({ spec: { limits } }) => limits.rate === undefined);
  expect(unlimited.length).toBeGreaterThan(0);
  expect(unlimited.filter(({ path }) => !/^\/v[12]\/logistics\//.test(path))).toEqual([]);
});

it("refuses keys of a group beyond its limit, tells of it, and refuses no key of another group", async () => {
  const { app } = await gateway({ rates: { group: few(GROUP) } });
  const ask = (who: "editor" | "viewer" | "stranger") => app.inject({ url: "/v1/countries", headers: as(who) });
  const answers = await Promise.all([ask("editor"), ask("editor"), ask("editor"), ask("viewer"), ask("viewer")]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200));
  const refused = await ask("viewer");
  expect(refused.json()).toMatchObject({ code: "TOO_MANY_REQUESTS" });
  expect(refused.headers).toMatchObject({ "retry-after": "10", "ratelimit-policy": "group;q=6;w=60;burst=5" });
  expect((await ask("stranger")).statusCode).toBe(200);
});
