import { forbidden } from "@emissions/kit/wire/errors";
import type { Principal } from "@emissions/kit/wire/principal";

/** A stolen API key must not make access that outlives it. */
export function requireSignIn({ kind }: Principal): void {
  if (kind === "api_key") throw forbidden("SIGN_IN_REQUIRED", "Sign in to do this: an API key may not.");
}
