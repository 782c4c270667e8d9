import { createOidcLogin } from "@emissions/gateway/identity/oidc/login";
import { createTokens } from "@emissions/gateway/identity/tokens";
import type { Route } from "@emissions/gateway/rest/route-spec";
import { routeTable } from "@emissions/gateway/routes/table";
import { fixedSecrets } from "@emissions/kit/process/secrets";

const secrets = fixedSecrets("only for the description of the API");
const tokens = createTokens({ secrets });
const oidc = createOidcLogin({ issuer: "https://issuer.example", clientId: "", scopes: "", publicUrl: "", secrets });
const status = () => Promise.reject(new Error("only the route matters here"));

/** All routes: with the built-in issuer and a provider, so that the sign-in routes are among them. */
export const everyRoute: readonly Route[] = routeTable(tokens, { oidc, status });

/** The routes of each configuration of sign-in: none, by password, and at a provider. */
export const routeTables: readonly (readonly Route[])[] = [
  routeTable(createTokens({}), { status }),
  routeTable(tokens, { status }),
  everyRoute,
];
