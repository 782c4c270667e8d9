import { type Secrets, secretsOf } from "@emissions/kit/process/secrets";
import { variable } from "@emissions/kit/process/variable";
import { z } from "zod";

/** One secret of any length: the provider decides how long the former one works. */
const ClientSecret = secretsOf((text) => {
  const secret = text.trim();
  if (secret === "") throw new Error("expected a secret");
  return [secret];
});

/** Sign-in at an OpenID provider. Without an issuer there is none. */
export const OidcConfig = {
  OIDC_ISSUER: variable(z.url({ protocol: /^https?$/ }).optional(), {
    meaning:
      "sign-in at an OpenID provider, whose metadata is at `/.well-known/openid-configuration` below it ([sign-in at a provider](openid-connect.md))",
  }),
  OIDC_CLIENT_ID: variable(z.string().min(1).max(255).optional(), { meaning: "the client that the provider knows" }),
  OIDC_CLIENT_SECRET: variable(ClientSecret.optional(), {
    meaning: "its secret; without it, the client is public: PKCE alone protects the code",
    range: "secret",
  }),
  OIDC_SCOPES: variable(z.string().default("openid email"), {
    meaning: "what is asked for, with spaces; `openid` among them",
  }),
};
type OidcConfig = z.output<z.ZodObject<typeof OidcConfig>> & {
  AUTH_TOKEN_SECRET?: Secrets | undefined;
  AUTH_AUDIENCE?: string | undefined;
};

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** Adds an issue for each fault of the settings together. */
export function checkOidc(config: OidcConfig, context: z.RefinementCtx): void {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_SCOPES } = config;
  const refuse = (name: string, message: string) => context.addIssue({ code: "custom", path: [name], message });
  if (OIDC_ISSUER === undefined) {
    if (OIDC_CLIENT_ID ?? OIDC_CLIENT_SECRET)
      refuse("OIDC_ISSUER", "needed with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET");
    return;
  }
  const { protocol, hostname } = new URL(OIDC_ISSUER);
  if (protocol === "http:" && !LOOPBACK.includes(hostname)) refuse("OIDC_ISSUER", "http is for this machine only");
  if (OIDC_CLIENT_ID === undefined) refuse("OIDC_CLIENT_ID", "needed with OIDC_ISSUER");
  if (config.AUTH_TOKEN_SECRET === undefined) refuse("AUTH_TOKEN_SECRET", "needed with OIDC_ISSUER");
  if (!OIDC_SCOPES.split(" ").includes("openid")) refuse("OIDC_SCOPES", "must contain openid");
  if (OIDC_CLIENT_ID !== undefined && OIDC_CLIENT_ID === config.AUTH_AUDIENCE)
    refuse("AUTH_AUDIENCE", "must differ from OIDC_CLIENT_ID: tokens for the client are ID tokens");
}
