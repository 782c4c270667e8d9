import { fileURLToPath } from "node:url";
import type { Route } from "../rest/route-spec.ts";

/** The file with the description of the routes. `packages/api-docs` writes one for each configuration of sign-in. */
export function descriptionFile(routes: readonly Route[]): string {
  const paths = new Set(routes.map(({ path }) => path));
  const signIn = paths.has("/auth/oidc/login") ? "provider" : paths.has("/auth/login") ? "password" : "none";
  return fileURLToPath(new URL(`../../dist/openapi-${signIn}.json`, import.meta.url));
}
