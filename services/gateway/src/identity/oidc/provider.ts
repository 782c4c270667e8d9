import type { Secrets } from "@emissions/kit/process/secrets";
import * as oauth from "openid-client";
import type { Identity } from "../../rest/auth.ts";
import { identityIn } from "../outside-tokens.ts";
import { providerFetch } from "./provider-fetch.ts";

const CALL_TIMEOUT_S = 2;
/** Metadata is read again after this time, so that a provider may change its endpoints. */
const METADATA_MS = 3_600_000;

export interface OidcClient {
  issuer: string;
  clientId: string;
  clientSecret?: Secrets;
}

/** The settings of the client with the metadata of the provider. */
export class Provider {
  readonly #client: OidcClient;
  #metadata: { since: number; configuration: Promise<oauth.Configuration> } | undefined;

  constructor(client: OidcClient) {
    this.#client = client;
  }

  /** One request for all sign-ins that wait for it. After a failure, the next sign-in tries again. */
  configuration(now = performance.now()): Promise<oauth.Configuration> {
    const known = this.#metadata;
    if (known !== undefined && now - known.since < METADATA_MS) return known.configuration;
    const configuration = discover(this.#client);
    const metadata = { since: now, configuration };
    this.#metadata = metadata;
    configuration.catch(() => {
      if (this.#metadata === metadata) this.#metadata = undefined;
    });
    return configuration;
  }

  /** Exchanges the code of a callback. Checks the state, the nonce, and the signature and audience of the ID token. */
  async identify(callback: URL, checks: oauth.AuthorizationCodeGrantChecks): Promise<Identity> {
    const configuration = await this.configuration();
    const tokens = await oauth.authorizationCodeGrant(configuration, callback, { ...checks, idTokenExpected: true });
    const claims = tokens.claims()!;
    if (claims.email !== undefined || configuration.serverMetadata().userinfo_endpoint === undefined) {
      return identityIn(claims as never);
    }
    // Providers may give the claims of scopes there only. The library checks that the subject is the same.
    const { email, email_verified } = await oauth.fetchUserInfo(configuration, tokens.access_token, claims.sub);
    return identityIn({ ...claims, email, email_verified } as never);
  }
}

async function discover({ issuer, clientId, clientSecret }: OidcClient): Promise<oauth.Configuration> {
  const server = new URL(issuer);
  // The settings admit http for this machine only.
  const execute = server.protocol === "http:" ? [oauth.allowInsecureRequests] : [];
  const options = { execute, timeout: CALL_TIMEOUT_S, [oauth.customFetch]: providerFetch };
  const found = await oauth.discovery(server, clientId, undefined, oauth.None(), options);
  const metadata = found.serverMetadata();
  const authentication = clientAuthentication(clientSecret, metadata.token_endpoint_auth_methods_supported);
  const configuration = new oauth.Configuration(metadata, clientId, undefined, authentication);
  configuration.timeout = CALL_TIMEOUT_S;
  configuration[oauth.customFetch] = providerFetch;
  oauth.enableNonRepudiationChecks(configuration);
  for (const extension of execute) extension(configuration);
  return configuration;
}

/** A provider that names no method takes the basic one (OpenID Connect Discovery 1.0, section 3). */
function clientAuthentication(secret: Secrets | undefined, supported = ["client_secret_basic"]): oauth.ClientAuth {
  if (secret === undefined) return oauth.None();
  const method = supported.includes("client_secret_basic") ? oauth.ClientSecretBasic : oauth.ClientSecretPost;
  // The secret may change meanwhile.
  return (...request) => method(secret.first)(...request);
}
