import type { ConnectError } from "@connectrpc/connect";
import { unauthenticated } from "@emissions/kit/wire/errors";
import { errors } from "jose";
import { AuthorizationResponseError, ClientError, ResponseBodyError } from "openid-client";
import { unavailable } from "../../rest/errors.ts";

export interface ProviderLog {
  warn(fields: object, message: string): void;
}

/** Errors of the token endpoint that a wrong or used code causes. All others are faults of the settings. */
const CODE_ERRORS = ["invalid_grant", "invalid_request"];
/** Errors of the library for tokens and answers that are not genuine. All others mean that the provider gave none. */
const NOT_GENUINE = [
  "OAUTH_INVALID_RESPONSE",
  "OAUTH_JWT_CLAIM_COMPARISON_FAILED",
  "OAUTH_JWT_TIMESTAMP_CHECK_FAILED",
  "OAUTH_KEY_SELECTION_FAILED",
];

/** 401 when the provider, or a check of its answer, refuses the person; else 503. The log names the cause, without texts. */
export function asRefusal(error: unknown, log?: ProviderLog): ConnectError {
  if (isRefused(error)) return unauthenticated("SIGN_IN_REFUSED", "The provider did not confirm the sign-in.");
  const { name, code, error: reason, status } = error as Partial<ResponseBodyError>;
  log?.warn({ provider: { name, code, reason, status } }, "the OpenID provider gives no usable answer");
  return unavailable();
}

function isRefused(error: unknown): boolean {
  if (error instanceof AuthorizationResponseError || error instanceof errors.JOSEError) return true;
  if (error instanceof ResponseBodyError) return error.status < 500 && CODE_ERRORS.includes(error.error);
  return error instanceof ClientError && NOT_GENUINE.includes(error.code ?? "");
}
