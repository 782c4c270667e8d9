import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import Provider from "oidc-provider";

export const CLIENT = { clientId: "emissions-gateway", clientSecret: "a secret that only the tests know of" };
const TTL_S = 600;
/** Accounts with this prefix have the address of the account without it, not verified. */
const UNVERIFIED = "unverified-";
const PAGES_MAX = 10;

/** A real OpenID provider over HTTP, with its own pages for sign-in and consent. */
export async function startOpenIdProvider(redirectUri: string) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const { clientId, clientSecret } = CLIENT;
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({
        sub: `subject of ${accountId}`,
        email: `${accountId.replace(UNVERIFIED, "")}@Example.com`,
        email_verified: !accountId.startsWith(UNVERIFIED),
      }),
    }),
    ttl: { Interaction: TTL_S, Session: TTL_S, Grant: TTL_S, AccessToken: TTL_S, IdToken: TTL_S },
    pkce: { required: () => true },
    cookies: { keys: ["a key of the tests"] },
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: "k1", use: "sig", alg: "RS256" }] },
  });
  server.on("request", provider.callback());
  return {
    issuer,
    /** Signs in on the pages of the provider like a browser. The result is the URL of the callback. */
    async visit(location: string, account: string, consent: "give" | "refuse" = "give"): Promise<URL> {
      const browser = newBrowser();
      let url = new URL(location);
      for (let page = 0; page < PAGES_MAX; page++) {
        if (url.href.startsWith(redirectUri)) return url;
        const { status, location: next, body } = await browser(url);
        if (next !== null) url = new URL(next, url);
        else if (status === 200 && consent === "refuse") url = new URL(`${url.pathname}/abort`, issuer);
        else if (status === 200) {
          const form = { prompt: /name="prompt" value="(\w+)"/.exec(body)![1]!, login: account, password: "any" };
          url = new URL((await browser(url, form)).location!, url);
        } else throw new Error(`The provider answered ${status}: ${body.slice(0, 500)}`);
      }
      throw new Error("The provider has shown too many pages.");
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Makes requests with the cookies of earlier answers, and follows no redirect. */
function newBrowser() {
  const cookies = new Map<string, string>();
  return async (url: URL, form?: Record<string, string>) => {
    const response = await fetch(url, {
      redirect: "manual",
      headers: { cookie: [...cookies].map((pair) => pair.join("=")).join("; ") },
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      cookies.set(name!, value!);
    }
    return { status: response.status, location: response.headers.get("location"), body: await response.text() };
  };
}
