import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { Code } from "@connectrpc/connect";
import { startActivity } from "@emissions/activity/activity.fixture";
import { fixedSecrets } from "@emissions/kit/process/secrets";
import { AccessService } from "@emissions/proto/activity/v1/access_service";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gateway, TOKEN_SECRET } from "../../test/gateway.ts";
import { CLIENT, startOpenIdProvider } from "../../test/openid-provider.ts";
import { CALLBACK_PATH, createOidcLogin } from "../identity/oidc/login.ts";
import { loginCookie } from "../identity/oidc/login-cookie.ts";

const PUBLIC_URL = "https://emissions.example";
const SETTINGS = {
  clientId: CLIENT.clientId,
  clientSecret: fixedSecrets(CLIENT.clientSecret),
  scopes: "openid email",
  publicUrl: PUBLIC_URL,
  secrets: fixedSecrets(TOKEN_SECRET),
};
const cookies = loginCookie({ secrets: fixedSecrets(TOKEN_SECRET), isSecure: true });

let activity: Awaited<ReturnType<typeof startActivity>>;
let provider: Awaited<ReturnType<typeof startOpenIdProvider>>;
let app: Awaited<ReturnType<typeof gateway>>["app"];
beforeAll(async () => {
  [activity, provider] = await Promise.all([startActivity(), startOpenIdProvider(PUBLIC_URL + CALLBACK_PATH)]);
  ({ app } = await gatewayAt(provider.issuer));
});
afterAll(async () => {
  await app.close();
  await provider.close();
  await activity.drop();
});

function gatewayAt(issuer: string) {
  return gateway({
    oidc: createOidcLogin({ issuer, ...SETTINGS }),
    // Tokens of the provider for other parties reach the API, too.
    outside: { issuer, audience: "emissions-api", jwksUrl: `${issuer}/jwks`, clientId: CLIENT.clientId },
    real: { [AccessService.typeName]: activity.transport },
  });
}

/** A sign-in that waits for the provider. */
async function begin() {
  const answer = await app.inject({ url: "/auth/oidc/login" });
  expect(answer.statusCode).toBe(302);
  const line = String(answer.headers["set-cookie"]);
  return { location: answer.headers.location!, line, cookie: line.split(";", 1)[0]! };
}

async function finish(search: string, cookie?: string) {
  const answer = await app.inject({ url: CALLBACK_PATH + search, headers: cookie === undefined ? {} : { cookie } });
  return { status: answer.statusCode, json: answer.json(), headers: answer.headers };
}

async function signIn(account: string) {
  const { location, cookie } = await begin();
  const { search } = await provider.visit(location, account);
  return { ...(await finish(search, cookie)), search, cookie };
}

describe("a sign-in at a provider", () => {
  it("gives the linked member a token after login and consent", async () => {
    const { organizationId, userId } = await activity.organization();
    for (let visit = 1; visit <= 2; visit++) {
      const { status, json, headers } = await signIn(userId);
      expect([status, json]).toEqual([
        200,
        { access_token: expect.any(String), token_type: "Bearer", expires_in: 3600 },
      ]);
      expect([headers["cache-control"], headers["set-cookie"]]).toEqual(["no-store", cookies.clear]);
      const bearer = { authorization: `Bearer ${json.access_token}`, "x-organization-id": organizationId };
      expect((await app.inject({ url: "/v1/countries", headers: bearer })).statusCode).toBe(200);
    }
  });

  it("sends the browser away with state, nonce and an S256 challenge, and an HttpOnly cookie that hides them", async () => {
    const { location, line, cookie } = await begin();
    const { state, nonce, verifier } = (await cookies.read(cookie))!;
    const sent = Object.fromEntries(new URL(location).searchParams);
    expect(sent).toMatchObject({ response_type: "code", state, nonce, code_challenge_method: "S256" });
    expect(sent.redirect_uri).toBe("https://emissions.example/auth/oidc/callback");
    expect(line).toMatch(/^__Host-oidc-login=\S+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    for (const value of [state, nonce, verifier]) expect(line).not.toContain(value);
    expect(location).not.toContain(verifier);
  });

  it("refuses a person without an account, and one whose address is not verified", async () => {
    const { userId } = await activity.organization();
    for (const account of ["nobody", `unverified-${userId}`]) {
      const { status, json } = await signIn(account);
      expect([status, json.code]).toEqual([403, "LOGGED_USER_NOT_MEMBER"]);
    }
  });

  it("gives no token for a callback that is repeated", async () => {
    const { userId } = await activity.organization();
    const { search, cookie } = await signIn(userId);
    const again = await finish(search, cookie);
    expect([again.status, again.json.code]).toEqual([401, "SIGN_IN_REFUSED"]);
    expect((await finish(search)).json.code).toBe("SIGN_IN_INVALID");
  });

  it("ends with a refusal when the person refuses", async () => {
    const { location, cookie } = await begin();
    const { search } = await provider.visit(location, "anybody", "refuse");
    expect(search).toContain("access_denied");
    const { status, json } = await finish(search, cookie);
    expect([status, json.code]).toEqual([401, "SIGN_IN_REFUSED"]);
  });
});

describe("a callback is refused", () => {
  const state = "s".repeat(43);
  const pending = { state, nonce: "n".repeat(43), verifier: "v".repeat(43) };
  const cookieOf = async (values = pending) => (await cookies.set(values)).split(";", 1)[0]!;

  it.each<[string, () => Promise<[search: string, cookie?: string]>]>([
    ["without the cookie", async () => [`?code=c&state=${state}`]],
    ["with an altered cookie", async () => [`?code=c&state=${state}`, (await cookieOf()).replace(/.$/, "~")]],
    [
      "with a cookie of another secret",
      async () => {
        const foreign = loginCookie({ secrets: fixedSecrets("another secret, for another system"), isSecure: true });
        return [`?code=c&state=${state}`, (await foreign.set(pending)).split(";", 1)[0]!];
      },
    ],
    ["with another state", async () => ["?code=c&state=other", await cookieOf()]],
    ["without a state", async () => ["?code=c", await cookieOf()]],
    ["with two states", async () => [`?code=c&state=${state}&state=${state}`, await cookieOf()]],
    ["without a code", async () => [`?state=${state}`, await cookieOf()]],
    ["with two codes", async () => [`?code=c&code=d&state=${state}`, await cookieOf()]],
    ["with a code that is too long", async () => [`?code=${"c".repeat(4097)}&state=${state}`, await cookieOf()]],
    ["without parameters", async () => ["", await cookieOf()]],
    ["with an escape that is none", async () => [`?code=%ff%zz&state=${state}`, await cookieOf()]],
  ])("%s as one that nobody started", async (_, sent) => {
    const { status, json } = await finish(...(await sent()));
    expect([status, json.code]).toEqual([400, "SIGN_IN_INVALID"]);
  });

  it.each<[string, (search: URLSearchParams, started: typeof pending) => void]>([
    ["with a code that the provider never gave", (search) => search.set("code", "c")],
    ["with another nonce", (_, started) => Object.assign(started, { nonce: pending.nonce })],
    ["with another PKCE verifier", (_, started) => Object.assign(started, { verifier: pending.verifier })],
    ["with another issuer", (search) => search.set("iss", "https://others.example")],
    ["with an error of any name", (search) => search.set("error", "server_error")],
  ])("%s", async (_, change) => {
    const { location, cookie } = await begin();
    const { searchParams } = await provider.visit(location, "anybody");
    const started = (await cookies.read(cookie))!;
    change(searchParams, started);
    const { status, json } = await finish(`?${searchParams}`, await cookieOf(started));
    expect([status, json.code]).toEqual([401, "SIGN_IN_REFUSED"]);
  });
});

it("the ID token of the provider gives no access", async () => {
  const { organizationId, userId } = await activity.organization();
  await signIn(userId);
  const { location, cookie } = await begin();
  const { searchParams } = await provider.visit(location, userId);
  const { verifier } = (await cookies.read(cookie))!;
  const basic = [CLIENT.clientId, CLIENT.clientSecret].map(encodeURIComponent).join(":");
  const response = await fetch(`${provider.issuer}/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(basic)}` },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code: searchParams.get("code")!,
      redirect_uri: PUBLIC_URL + CALLBACK_PATH,
      code_verifier: verifier,
    }),
  });
  const { id_token } = (await response.json()) as { id_token: string };
  expect(id_token).toMatch(/^ey/);
  const headers = { authorization: `Bearer ${id_token}`, "x-organization-id": organizationId };
  const answer = await app.inject({ url: "/v1/countries", headers });
  expect([answer.statusCode, answer.json().code]).toEqual([401, "INVALID_TOKEN"]);
});

describe("while the provider gives no usable answer, a sign-in is refused with 503", () => {
  const metadata =
    (issuer: string): RequestListener =>
    (_request, response) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ issuer, authorization_endpoint: `${issuer}/auth`, jwks_uri: `${issuer}/jwks` }));
    };

  it.each<[string, RequestListener]>([
    ["it hangs", () => {}],
    ["it closes connections", (request) => void request.socket.destroy()],
    ["it answers 500", (_request, response) => void response.writeHead(500).end()],
    ["it redirects", (_request, response) => void response.writeHead(302, { location: "http://127.0.0.1:9/" }).end()],
    ["it answers HTML", (_request, response) => void response.end("<html>")],
    ["it has another issuer", metadata("https://others.example")],
    ["its answer is too large", (_request, response) => void response.end(Buffer.alloc(2_000_000, " "))],
  ])("%s", async (_, listener) => {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const lines: object[] = [];
    const log = { warn: (fields: object) => void lines.push(fields) };
    const oidc = createOidcLogin({ issuer, ...SETTINGS, log });
    const cookie = (await cookies.set({ state: "s", nonce: "n", verifier: "v" })).split(";", 1)[0]!;
    const refused = await Promise.allSettled([oidc.begin(), oidc.finish({ query: "code=c&state=s", cookies: cookie })]);
    const unavailable = { status: "rejected", reason: expect.objectContaining({ code: Code.Unavailable }) };
    expect(refused).toEqual([unavailable, unavailable]);
    expect(lines.length).toBe(2);
    expect(JSON.stringify(lines)).not.toContain(CLIENT.clientSecret);
    server.closeAllConnections();
    server.close();
  });

  it("it is not there", async () => {
    const { app } = await gateway({ oidc: createOidcLogin({ issuer: "http://127.0.0.1:9", ...SETTINGS }) });
    const answer = await app.inject({ url: "/auth/oidc/login" });
    const { statusCode, headers } = answer;
    expect([statusCode, answer.json().code, headers["retry-after"]]).toEqual([503, "SERVICE_UNAVAILABLE", "1"]);
  });
});
