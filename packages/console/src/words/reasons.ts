import { RefusedError } from "@emissions/client";
import { isWord, type Say } from "./words.ts";

/** Codes of answers that have none of their own. */
const BY_STATUS: Readonly<Record<number, string>> = {
  401: "INVALID_TOKEN",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  422: "REQUEST_VALIDATION_FAILED",
  429: "TOO_MANY_REQUESTS",
  500: "INTERNAL_ERROR",
  503: "SERVICE_UNAVAILABLE",
};
/** Longer waits are told in minutes. */
const SECONDS_MAX = 120;
/** More violations than a person reads at once. */
const VIOLATIONS_MAX = 5;

/** The sentences that tell a person why a request failed, and when to repeat it. */
export function reasonsOf(error: unknown, say: Say): string[] {
  if (!(error instanceof RefusedError)) return [say("error.offline")];
  const word = [error.code, BY_STATUS[error.status]].map((code) => `code.${code}`).find(isWord);
  const reasons = [word ? say(word) : say("error.unknown", { reason: error.message })];
  for (const { loc, msg } of error.errors.slice(0, VIOLATIONS_MAX)) reasons.push(`${loc.join(".")}: ${msg}`);
  if (error.retryAfterS !== undefined) reasons.push(waitOf(error.retryAfterS, say));
  if (error.status >= 500 && error.requestId) reasons.push(say("error.requestId", { id: error.requestId }));
  return reasons;
}

const waitOf = (seconds: number, say: Say) =>
  seconds <= SECONDS_MAX
    ? say("error.wait", { seconds })
    : say("error.waitMinutes", { minutes: Math.ceil(seconds / 60) });
