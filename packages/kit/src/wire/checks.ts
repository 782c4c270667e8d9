import { isDay } from "@emissions/quantity/period";
import { isId } from "../process/id.ts";
import { invalid, type Violations } from "./errors.ts";

/** A violation of the public contract, in its own codes. */
export type Check = Violations[number];

export const violation = (field: string, type: string, msg: string, where = "body"): Check => ({
  loc: [where, field],
  msg,
  type,
});

/** The same violations at a place in the request, such as `"body", "shares", 3`. */
export const placed = <C extends Check>(checks: readonly C[], ...place: (string | number)[]): C[] =>
  checks.map((check) => ({ ...check, loc: [...place.map(String), ...check.loc.slice(1)] }));

export const missing = (field: string) => violation(field, "value_error.missing", "field required");

/** Same error for a missing row and another tenant's. */
export const unknown = (field: string) => violation(field, "value_error.not_found", "does not exist");

interface TextRule {
  max: number;
  required?: boolean;
}

export function checkText(field: string, value: string | null, { max, required = false }: TextRule): Check[] {
  if (value === null || value === "") return required ? [missing(field)] : [];
  // Counts code points, not UTF-16 units, like `length` in Postgres.
  if (value.length > max && [...value].length > max) {
    return [violation(field, "value_error.any_str.max_length", `ensure this value has at most ${max} characters`)];
  }
  if (value.includes("\0"))
    return [violation(field, "value_error.any_str.nul", "must not contain the character U+0000")];
  return [];
}

const HTTP = /^https?:\/\//i;

/** The fault of a text that is no URL of the scheme `http` or `https`. */
export const urlFault = (value: string): "scheme" | "malformed" | null =>
  HTTP.test(value) ? (URL.canParse(value) ? null : "malformed") : "scheme";

export const URL_FAULTS = { scheme: "the scheme is not http or https", malformed: "not a URL" } as const;

export function checkHttpUrl(field: string, value: string): Check[] {
  const fault = urlFault(value);
  return fault === null ? [] : [violation(field, `value_error.url.${fault}`, URL_FAULTS[fault])];
}

export const checkId = (field: string, value: string | null): Check[] =>
  value === null || isId(value) ? [] : [violation(field, "type_error.uuid", "value is not a valid uuid")];

/** Unknown enum numbers arrive as a text that is not in the list. */
export function checkEnum(field: string, value: string | null, allowed: readonly string[]): Check[] {
  if (value === null || allowed.includes(value)) return [];
  if (value === "unspecified") return [missing(field)];
  return [violation(field, "type_error.enum", `value is not one of: ${allowed.join(", ")}`)];
}

export function checkDay(field: string, value: string, where = "body"): Check[] {
  return isDay(value) ? [] : [violation(field, "value_error.date", "invalid date format", where)];
}

export function refuse(checks: Check[]): void {
  if (checks.length > 0) throw invalid(checks);
}
