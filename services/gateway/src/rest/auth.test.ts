import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { as, EMAIL, keys, lookUpsIn, OURS, THEIRS } from "../../test/access.ts";
import { gateway, TOKEN_SECRET } from "../../test/gateway.ts";
import { samplePurchase } from "../../test/samples.ts";

const { app, routes } = await gateway();
const get = (headers: Record<string, string>, url = "/v1/suppliers") => app.inject({ url, headers });
const key = keys.viewer.key;

describe("the order of the checks", () => {
  it.each([
    ["no header at all", {}, 422, "value_error.missing"],
    ["a key without an organization", { "x-api-key": key }, 422, "value_error.missing"],
    ["an organization that is no uuid", { "x-api-key": key, "x-organization-id": "1" }, 422, "type_error.uuid"],
  ])("%s is refused first", async (_what, headers: Record<string, string>, status, type) => {
    const answer = await get(headers);
    expect([answer.statusCode, answer.json()]).toEqual([
      status,
      { detail: [{ loc: ["header", "x-organization-id"], msg: expect.any(String), type }] },
    ]);
  });

  it.each([
    ["no credentials", {}, 401, "AUTH_REQUIRED"],
    ["an empty key", { "x-api-key": "" }, 401, "AUTH_REQUIRED"],
    ["another scheme", { authorization: "Basic abc" }, 401, "AUTH_REQUIRED"],
    ["an unknown key", { "x-api-key": "nobody" }, 401, "INVALID_API_KEY"],
    ["a very long key", { "x-api-key": "x".repeat(5000) }, 401, "INVALID_API_KEY"],
    ["the key of another organization", { "x-api-key": keys.stranger.key }, 401, "INVALID_API_KEY"],
    [
      "an organization of no version of UUIDs",
      { "x-api-key": key, "x-organization-id": "11111111-1111-1111-1111-111111111111" },
      401,
      "INVALID_API_KEY",
    ],
    ["a token that is none", { authorization: "Bearer x.y.z" }, 401, "INVALID_TOKEN"],
    ["a wrong key beside a token", { "x-api-key": "nobody", authorization: "Bearer x.y.z" }, 401, "INVALID_API_KEY"],
    ["the key of a leaver", { "x-api-key": "key-of-a-leaver" }, 403, "LOGGED_USER_NOT_MEMBER"],
    ["a role that may not read", { "x-api-key": keys.humanResources.key }, 403, "FORBIDDEN"],
    ["a service that fails", { "x-api-key": "key-fault" }, 500, "INTERNAL_ERROR"],
  ])("%s", async (_what, headers: Record<string, string>, status, code) => {
    const answer = await get({ "x-organization-id": OURS, ...headers });
    expect([answer.statusCode, answer.json()]).toEqual([status, { detail: expect.any(String), code }]);
    expect(answer.body).not.toContain("hunter2");
  });

  it("comes before the body", async () => {
    const payload = "{".repeat(100);
    const answer = await app.inject({
      method: "POST",
      url: "/v1/purchases",
      headers: { "x-organization-id": OURS },
      payload,
    });
    expect(answer.json().code).toBe("AUTH_REQUIRED");
  });
});

/**
 * Webhooks, the log of salaries, members, keys and places in the group are for admins only, and sessions of imports for
 * those who may write. Notifications are for every role, and so are exports, which change nothing.
 */
const FOR_VIEWERS = [
  { below: "/v2/webhook-endpoints", allowed: false },
  { below: "/v1/own_workforces/salary-reads", allowed: false },
  { below: "/v1/api-keys", allowed: false },
  { below: "/v1/members", allowed: false },
  { below: "/v2/organizations/children", allowed: false },
  { below: "/v2/organizations/invitations", allowed: false },
  { below: "/v2/imports/sessions", allowed: false },
  { below: "/v2/imports/{import_id}", allowed: false },
  { below: "/v1/notifications", allowed: true },
  { below: "/v2/employees/survey-rows/export", allowed: true },
];

it("lets viewers read and not write, with a few exceptions", async () => {
  for (const { verb, path, spec } of routes.filter(({ spec }) => spec.auth === "pair")) {
    const url = path.replace("{id}", OURS);
    const answer = await app.inject({ method: verb, url, headers: as("viewer"), ...(spec.body && { payload: {} }) });
    const { allowed } = FOR_VIEWERS.find(({ below }) => path.startsWith(below)) ?? { allowed: verb === "GET" };
    expect(`${verb} ${path} ${answer.statusCode !== 403}`).toBe(`${verb} ${path} ${allowed}`);
  }
});

describe("keys", () => {
  it("are looked up once for concurrent requests, and again after a change", async () => {
    const { app, calls, members } = await gateway();
    const ask = () => app.inject({ url: "/v1/countries", headers: as("viewer") });
    await Promise.all(Array.from({ length: 20 }, ask));
    await ask();
    expect(lookUpsIn(calls)).toBe(1);
    members.drop(THEIRS);
    await ask();
    expect(lookUpsIn(calls)).toBe(1);
    members.drop(OURS);
    await ask();
    expect(lookUpsIn(calls)).toBe(2);
  });

  it("that are guessed limit their address, but not credentials that were valid before", async () => {
    const { app, members } = await gateway({ failedLoginsPerMinute: 5 });
    const ask = (headers: Record<string, string>) => app.inject({ url: "/v1/countries", headers });
    const guess = (n: number) => ask({ "x-api-key": `guess-${n}`, "x-organization-id": OURS });
    expect((await ask(as("viewer"))).statusCode).toBe(200);
    for (let n = 0; n < 5; n++) expect((await guess(n)).statusCode).toBe(401);
    const refused = await guess(5);
    expect([refused.statusCode, refused.json().code, refused.headers["retry-after"]]).toEqual([
      429,
      "TOO_MANY_REQUESTS",
      "1",
    ]);
    members.drop(OURS);
    expect((await ask(as("viewer"))).statusCode).toBe(200);
    expect((await ask(as("editor"))).statusCode).toBe(429);
  });
});

describe("POST /auth/login", () => {
  const login = (payload: object) => app.inject({ method: "POST", url: "/auth/login", payload });

  it("issues a token that works with the organization header", async () => {
    const answer = await login({ email: EMAIL, password: "right" });
    expect(answer.json()).toEqual({ access_token: expect.any(String), token_type: "Bearer", expires_in: 3600 });
    const bearer = { authorization: `Bearer ${answer.json().access_token}`, "x-organization-id": OURS };
    expect((await get(bearer)).statusCode).toBe(200);
    const created = await app.inject({
      method: "POST",
      url: "/v1/purchases",
      headers: bearer,
      payload: samplePurchase,
    });
    expect(created.statusCode).toBe(201);
  });

  it("refuses a wrong password", async () => {
    const answer = await login({ email: EMAIL, password: "wrong" });
    expect([answer.statusCode, answer.json().code]).toEqual([401, "INVALID_CREDENTIALS"]);
  });
});

describe("tokens of an external issuer", () => {
  const issuer = "https://issuer.example";
  const audience = "emissions";
  let pair: Awaited<ReturnType<typeof generateKeyPair>>;
  let ask: (token: string) => Promise<[number, string?]>;
  const server = createServer();

  beforeAll(async () => {
    pair = await generateKeyPair("ES256");
    const jwk = { ...(await exportJWK(pair.publicKey)), kid: "k1", alg: "ES256" };
    server.on("request", (_request, response) => response.end(JSON.stringify({ keys: [jwk] })));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const outside = await gateway({ outside: { issuer, audience, jwksUrl: `http://127.0.0.1:${port}/jwks` } });
    ask = async (token) => {
      const headers = { authorization: `Bearer ${token}`, "x-organization-id": OURS };
      const answer = await outside.app.inject({ url: "/v1/countries", headers });
      return [answer.statusCode, answer.json().code];
    };
  });
  afterAll(() => server.close());

  const sign = (claims: JWTPayload, change: (jwt: SignJWT) => SignJWT = (jwt) => jwt, kid = "k1") =>
    change(
      new SignJWT(claims)
        .setProtectedHeader({ alg: "ES256", kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setExpirationTime("5m"),
    ).sign(pair.privateKey);

  it("are accepted when the signature, audience and expiry are valid", async () => {
    expect(await ask(await sign({ email: EMAIL.toUpperCase() }))).toEqual([200, undefined]);
  });

  it("are refused otherwise", async () => {
    const wrong = [
      await sign({ email: EMAIL }, (jwt) => jwt.setExpirationTime("-5m")),
      await sign({ email: EMAIL }, (jwt) => jwt.setAudience("others")),
      await sign({ email: EMAIL }, (jwt) => jwt.setIssuer("https://others.example")),
      await sign({ email: EMAIL, email_verified: false }),
      await sign({ sub: "no address" }),
      await sign({ email: EMAIL }, (jwt) => jwt, "k2"),
      // A symmetric signature in the name of the external issuer.
      await new SignJWT({ email: EMAIL })
        .setProtectedHeader({ alg: "HS256" })
        .setIssuer(issuer)
        .setAudience(audience)
        .setExpirationTime("5m")
        .sign(new TextEncoder().encode(TOKEN_SECRET)),
    ];
    for (const token of wrong) expect(await ask(token)).toEqual([401, "INVALID_TOKEN"]);
  });

  it("are answered with 503 while the issuer is unreachable", async () => {
    const { app } = await gateway({ outside: { issuer, audience, jwksUrl: "http://127.0.0.1:9/jwks" } });
    const headers = { authorization: `Bearer ${await sign({ email: EMAIL })}`, "x-organization-id": OURS };
    const answer = await app.inject({ url: "/v1/countries", headers });
    expect([answer.statusCode, answer.json().code, answer.headers["retry-after"]]).toEqual([
      503,
      "SERVICE_UNAVAILABLE",
      "1",
    ]);
  });
});
