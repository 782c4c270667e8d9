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

export const DECIMALS_AS_TEXT = "decimals=string";
const DECIMALS = /^\s*decimals\s*(?:=|;|$)/i;
const IS_TEXT = /^\s*decimals\s*=\s*("?)string\1\s*(?:;|$)/i;

/** Whether the client prefers decimals as texts, because its JSON parser would round numbers. */
export const prefersTextDecimals = ({ prefer }: IncomingHttpHeaders): boolean => IS_TEXT.test(first(prefer, DECIMALS));

/** Whether the client prefers a refusal to a result of limited use. */
export const prefersStrict = ({ prefer }: IncomingHttpHeaders): boolean => IS_STRICT.test(first(prefer, HANDLING));

/** Of several preferences of a name the first one counts. */
function first(prefer: IncomingHttpHeaders["prefer"], name: RegExp): string {
  const preferences = String(prefer ?? "").match(PREFERENCES) ?? [];
  return preferences.find((preference) => name.test(preference)) ?? "";
}
