import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { timestampNow } from "@bufbuild/protobuf/wkt";
import type { HandlerContext } from "@connectrpc/connect";
import { newLinkToken } from "@emissions/kit/process/link-token";
import { notFound, unauthenticated } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import { serve } from "@emissions/kit/wire/services";
import { Role } from "@emissions/proto/activity/v1/access_service";
import { MemberService } from "@emissions/proto/activity/v1/member_service";
import { PasswordService } from "@emissions/proto/activity/v1/password_service";
import { SessionService } from "@emissions/proto/activity/v1/session_service";
import { exportJWK, generateKeyPair, type JWTHeaderParameters, type JWTPayload, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { as, EMAIL, keys, lookUpsIn, OURS, SESSION, SUBJECT, THEIRS, USER } from "../../test/access.ts";
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
  { below: "/v1/projects/{id}/invitations", allowed: false },
  { below: "/v2/audit-events", allowed: false },
  { below: "/v2/imports/sessions", allowed: false },
  { below: "/v2/imports/mappings", allowed: false },
  { below: "/v2/imports/{import_id}", allowed: false },
  { below: "/v1/notifications", allowed: true },
  { below: "/v2/dashboard/widgets/calculate", allowed: true },
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

  it("that are guessed limit their address, and no right credential behind the same proxy", async () => {
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
    // The first use of a right key.
    expect((await ask(as("editor"))).statusCode).toBe(200);
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

  it("issues a token that is refused when its session has ended", async () => {
    const ended = new Set<string>();
    const check = (id: string) => {
      if (ended.has(id)) throw unauthenticated("INVALID_TOKEN", "Invalid or expired token");
      return {};
    };
    const handlers = [serve(SessionService, { checkSession: ({ sessionId }) => check(sessionId) })];
    const { app, tokens } = await gateway({ handlers });
    const ask = async (sessionId: string, url: string) => {
      const token = await tokens.issue!({ userId: USER, email: EMAIL, sessionId });
      return (await app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode;
    };
    ended.add(OURS);
    for (const url of ["/v2/sessions", "/v1/vehicle-fuels"]) {
      expect(await ask(SESSION, url)).not.toBe(401);
      expect(await ask(OURS, url)).toBe(401);
    }
  });

  it("checks few guesses on one account from many addresses, and lets its person in from a known one", async () => {
    const { app } = await gateway();
    const signIn = async (remoteAddress: string, password: string) => {
      const payload = { email: EMAIL, password };
      return (await app.inject({ method: "POST", url: "/auth/login", remoteAddress, payload })).statusCode;
    };
    expect(await signIn("192.0.2.1", "right")).toBe(200);
    const statuses = [];
    for (let n = 1; n <= 232; n++) statuses.push(await signIn(`198.51.100.${n}`, "wrong"));
    expect(statuses.filter((status) => status === 401)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(202);
    expect(await signIn("192.0.2.1", "right")).toBe(200);
  });

  it("shows sessions to no API key", async () => {
    const answer = await app.inject({ url: "/v2/sessions", headers: as("admin") });
    expect([answer.statusCode, answer.json().code]).toEqual([403, "SIGN_IN_REQUIRED"]);
  });

  it("refuses a wrong password", async () => {
    const answer = await login({ email: EMAIL, password: "wrong" });
    expect([answer.statusCode, answer.json().code]).toEqual([401, "INVALID_CREDENTIALS"]);
  });
});

it("POST /auth/password counts wrong passwords as failed sign-ins of the account", async () => {
  const wrong = () => {
    throw unauthenticated("INVALID_CREDENTIALS", "The current password is wrong.");
  };
  const { app, tokens } = await gateway({ handlers: [serve(PasswordService, { changePassword: wrong })] });
  const token = await tokens.issue!({ userId: USER, email: EMAIL, sessionId: SESSION });
  const guess = async (n: number) => {
    const remoteAddress = `198.51.100.${n}`;
    const headers = { authorization: `Bearer ${token}` };
    const payload = { current_password: `guess ${n}`, new_password: "a phrase of several words" };
    return (await app.inject({ method: "POST", url: "/auth/password", remoteAddress, headers, payload })).statusCode;
  };
  for (let n = 1; n <= 30; n++) expect(await guess(n)).toBe(401);
  expect(await guess(31)).toBe(429);
  const payload = { email: EMAIL, password: "wrong" };
  const signIn = await app.inject({ method: "POST", url: "/auth/login", remoteAddress: "192.0.2.1", payload });
  expect(signIn.statusCode).toBe(429);
});

it("POST /auth/password/reset slows down guesses of tokens from an address", async () => {
  const wrong = () => {
    throw unauthenticated("PASSWORD_RESET_INVALID", "The token of the reset is unknown, used, replaced or expired.");
  };
  const handlers = [serve(PasswordService, { resetPassword: wrong })];
  const { app } = await gateway({ handlers, linkFailures: 3 });
  const guess = async (remoteAddress: string) => {
    const payload = { token: "guess", new_password: "a phrase of several words" };
    return (await app.inject({ method: "POST", url: "/auth/password/reset", remoteAddress, payload })).statusCode;
  };
  for (let n = 0; n < 3; n++) expect(await guess("192.0.2.1")).toBe(401);
  expect(await guess("192.0.2.1")).toBe(429);
  expect(await guess("192.0.2.2")).toBe(401);
});

describe("POST /v2/members/join/form", () => {
  const url = "/v2/members/join/form";
  const method = "POST";

  it("asks in the name of the organization of the token in the body", async () => {
    const asked: unknown[] = [];
    const getMemberInvitation = ({ token }: { token: string }, call: HandlerContext) => {
      asked.push(token, principalOf(call).organizationId);
      const form = { organizationName: "Northwind", email: EMAIL, role: Role.EDITOR, expiresAt: timestampNow() };
      return { form };
    };
    const { app } = await gateway({ handlers: [serve(MemberService, { getMemberInvitation })] });
    const token = newLinkToken(OURS);
    const answer = await app.inject({ method, url, payload: { token } });
    expect([answer.statusCode, answer.json().organization_name]).toEqual([200, "Northwind"]);
    expect(asked).toEqual([token, OURS]);
  });

  it("refuses what is no token, and limits guesses", async () => {
    const getMemberInvitation = () => {
      throw notFound("link");
    };
    const { app } = await gateway({ handlers: [serve(MemberService, { getMemberInvitation })], linkFailures: 3 });
    const guess = async (payload: object) => (await app.inject({ method, url, payload })).statusCode;
    for (const payload of [{}, { token: 1 }, { token: null }]) expect(await guess(payload)).toBe(422);
    for (let n = 0; n < 3; n++) expect(await guess({ token: "guess" })).toBe(404);
    expect(await guess({ token: newLinkToken(OURS) })).toBe(429);
  });
});

describe("tokens of an external issuer", () => {
  const issuer = "https://issuer.example";
  const audience = "emissions";
  const CLIENT_ID = "client-that-signs-people-in";
  let pair: Awaited<ReturnType<typeof generateKeyPair>>;
  let ask: (token: string) => Promise<[number, string?]>;
  const server = createServer();

  beforeAll(async () => {
    pair = await generateKeyPair("ES256");
    const jwk = { ...(await exportJWK(pair.publicKey)), kid: "k1", alg: "ES256" };
    server.on("request", (_request, response) => response.end(JSON.stringify({ keys: [jwk] })));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const outside = await gateway({
      outside: { issuer, audience, jwksUrl: `http://127.0.0.1:${port}/jwks`, clientId: CLIENT_ID },
    });
    ask = async (token) => {
      const headers = { authorization: `Bearer ${token}`, "x-organization-id": OURS };
      const answer = await outside.app.inject({ url: "/v1/countries", headers });
      return [answer.statusCode, answer.json().code];
    };
  });
  afterAll(() => server.close());

  type Change = (jwt: SignJWT) => SignJWT;
  const sign = (claims: JWTPayload, change: Change = (jwt) => jwt, header: Partial<JWTHeaderParameters> = {}) =>
    change(
      new SignJWT({ sub: "some-subject", ...claims })
        .setProtectedHeader({ alg: "ES256", kid: "k1", ...header })
        .setIssuer(issuer)
        .setAudience(audience)
        .setExpirationTime("5m"),
    ).sign(pair.privateKey);
  const verified = { email: EMAIL, email_verified: true };

  it.each<[string, JWTPayload, Partial<JWTHeaderParameters>?]>([
    ["a verified address in any case", { email: EMAIL.toUpperCase(), email_verified: true }],
    ["a linked subject without an address", { sub: SUBJECT }],
    ["a linked subject with the address of somebody else", { sub: SUBJECT, email: "b@example.com" }],
    ["the type of access tokens", verified, { typ: "at+jwt" }],
    ["the long form of this type", verified, { typ: "application/at+jwt" }],
    ["the general type", verified, { typ: "JWT" }],
  ])("are accepted with %s", async (_, claims, header) => {
    expect(await ask(await sign(claims, undefined, header))).toEqual([200, undefined]);
  });

  it.each<[string, JWTPayload]>([
    ["no word on its verification", { email: EMAIL }],
    ["the text false", { email: EMAIL, email_verified: "false" }],
    ["the text true", { email: EMAIL, email_verified: "true" }],
    ["the number 1", { email: EMAIL, email_verified: 1 }],
    ["the value false", { email: EMAIL, email_verified: false }],
    ["no address", { email_verified: true }],
  ])("link nobody by an address with %s", async (_, claims) => {
    expect(await ask(await sign(claims))).toEqual([403, "LOGGED_USER_NOT_MEMBER"]);
  });

  it.each<[string, () => Promise<string>]>([
    ["expired", () => sign(verified, (jwt) => jwt.setExpirationTime("-5m"))],
    ["for others", () => sign(verified, (jwt) => jwt.setAudience("others"))],
    ["of another issuer", () => sign(verified, (jwt) => jwt.setIssuer("https://others.example"))],
    ["without a subject", () => sign({ ...verified, sub: undefined })],
    ["with an empty subject", () => sign({ ...verified, sub: "" })],
    ["with a subject that is too long", () => sign({ ...verified, sub: "s".repeat(256) })],
    ["with a subject that is no ASCII", () => sign({ ...verified, sub: "a\0\ud800" })],
    ["of an unknown key", () => sign(verified, undefined, { kid: "k2" })],
    ["ID tokens with a nonce", () => sign({ ...verified, nonce: "n" })],
    ["ID tokens with the hash of an access token", () => sign({ ...verified, at_hash: "h" })],
    ["ID tokens with the hash of a code", () => sign({ ...verified, c_hash: "h" })],
    ["for the client that signs people in", () => sign(verified, (jwt) => jwt.setAudience(CLIENT_ID))],
    ["for this client and the API", () => sign(verified, (jwt) => jwt.setAudience([audience, CLIENT_ID]))],
    ["logout tokens", () => sign(verified, undefined, { typ: "logout+jwt" })],
    [
      "of the built-in issuer without a session",
      () =>
        new SignJWT({ email: EMAIL })
          .setProtectedHeader({ alg: "HS256" })
          .setIssuer("emissions-accounting")
          .setAudience("emissions-accounting")
          .setExpirationTime("5m")
          .sign(new TextEncoder().encode(TOKEN_SECRET)),
    ],
    [
      "signed symmetrically in the name of the issuer",
      () =>
        new SignJWT({ ...verified, sub: SUBJECT })
          .setProtectedHeader({ alg: "HS256" })
          .setIssuer(issuer)
          .setAudience(audience)
          .setExpirationTime("5m")
          .sign(new TextEncoder().encode(TOKEN_SECRET)),
    ],
  ])("are refused when they are %s", async (_, token) => {
    expect(await ask(await token())).toEqual([401, "INVALID_TOKEN"]);
  });

  it("are answered with 503 while the issuer is unreachable", async () => {
    const { app } = await gateway({ outside: { issuer, audience, jwksUrl: "http://127.0.0.1:9/jwks" } });
    const headers = { authorization: `Bearer ${await sign(verified)}`, "x-organization-id": OURS };
    const answer = await app.inject({ url: "/v1/countries", headers });
    expect([answer.statusCode, answer.json().code, answer.headers["retry-after"]]).toEqual([
      503,
      "SERVICE_UNAVAILABLE",
      "1",
    ]);
  });
});
