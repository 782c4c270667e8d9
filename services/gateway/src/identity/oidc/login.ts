import type { Secrets } from "@emissions/kit/process/secrets";
import { outOfRange } from "@emissions/kit/wire/errors";
import * as oauth from "openid-client";
import type { Identity } from "../../rest/auth.ts";
import { loginCookie } from "./login-cookie.ts";
import { type OidcClient, Provider } from "./provider.ts";
import { asRefusal, type ProviderLog } from "./refusals.ts";

export const CALLBACK_PATH = "/auth/oidc/callback";
const CODE = /^[\x21-\x7e]{1,4096}$/;

export interface OidcSettings extends OidcClient {
  /** Separated by spaces. */
  scopes: string;
  publicUrl: string;
  /** Encrypt the cookie; the same at all gateways. */
  secrets: Secrets;
  log?: ProviderLog;
}

export interface OidcLogin {
  /** The address of the provider to go to, and the header `Set-Cookie` that the browser needs at the callback. */
  begin(): Promise<{ location: string; cookie: string }>;
  /** The person whom the provider sent back. Refuses with SIGN_IN_INVALID or SIGN_IN_REFUSED. */
  finish(request: { query: string; cookies: string | undefined }): Promise<Identity>;
  /** The header `Set-Cookie` that ends a sign-in. */
  readonly clearCookie: string;
}

/** Signs people in at an OpenID provider: the code flow with PKCE, state and nonce. */
export function createOidcLogin({ scopes, publicUrl, secrets, log, ...client }: OidcSettings): OidcLogin {
  const provider = new Provider(client);
  const callback = publicUrl.replace(/\/+$/, "") + CALLBACK_PATH;
  const cookie = loginCookie({ secrets, isSecure: callback.startsWith("https:") });
  const refusing = <R>(work: Promise<R>) =>
    work.catch((error: unknown) => {
      throw asRefusal(error, log);
    });

  return {
    clearCookie: cookie.clear,
    async begin() {
      const configuration = await refusing(provider.configuration());
      const pending = {
        state: oauth.randomState(),
        nonce: oauth.randomNonce(),
        verifier: oauth.randomPKCECodeVerifier(),
      };
      const { href } = oauth.buildAuthorizationUrl(configuration, {
        redirect_uri: callback,
        scope: scopes,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: "S256",
      });
      return { location: href, cookie: await cookie.set(pending) };
    },
    async finish({ query, cookies }) {
      const pending = await cookie.read(cookies);
      const answer = new URLSearchParams(query);
      // Without this check, somebody else's callback would sign the browser in as that person.
      if (pending === null || one(answer, "state") !== pending.state) throw invalidCallback();
      if (one(answer, "error") === null && !CODE.test(one(answer, "code") ?? "")) throw invalidCallback();
      const { state: expectedState, nonce: expectedNonce, verifier: pkceCodeVerifier } = pending;
      const checks = { expectedState, expectedNonce, pkceCodeVerifier };
      return refusing(provider.identify(new URL(`${callback}?${answer}`), checks));
    },
  };
}

/** The value of a parameter that is there once. */
function one(parameters: URLSearchParams, name: string): string | null {
  const values = parameters.getAll(name);
  return values.length === 1 ? values[0]! : null;
}

const invalidCallback = () =>
  outOfRange("SIGN_IN_INVALID", "This sign-in was not started in this browser, or more than 10 minutes ago.");
