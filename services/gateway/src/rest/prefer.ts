import type { IncomingHttpHeaders } from "node:http";

/** The answer to a request whose preference was applied. */
export const PREFERENCE_APPLIED = "preference-applied";
export const STRICT = "handling=strict";

/**
 * The preferences of a `Prefer` header (RFC 7240). Commas stand between them, and within quotes. An open quote ends with
 * the header, because a search for its end from each quote would take quadratic time.
 */
const PREFERENCES = /(?:[^,"]|"(?:[^"\\]|\\.?)*(?:"|$))+/g;
const HANDLING = /^\s*handling\s*(?:=|;|$)/i;
const IS_STRICT = /^\s*handling\s*=\s*("?)strict\1\s*(?:;|$)/i;

/** Whether the client prefers a refusal to a result of limited use. Of several `handling` the first one counts. */
export function prefersStrict({ prefer }: IncomingHttpHeaders): boolean {
  const preferences = String(prefer ?? "").match(PREFERENCES) ?? [];
  return IS_STRICT.test(preferences.find((preference) => HANDLING.test(preference)) ?? "");
}
