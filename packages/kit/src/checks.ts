import { invalid, type Violations } from "./errors.ts";
import { isId } from "./id.ts";

/** What a caller may have sent wrongly, in the words that the public contract uses. */
export type Check = Violations[number];

export const violation = (field: string, type: string, msg: string, where = "body"): Check => ({
  loc: [where, field],
  msg,
  type,
});

export const missing = (field: string) => violation(field, "value_error.missing", "field required");

/** Unknown and foreign are told apart nowhere. */
export const unknown = (field: string) => violation(field, "value_error.not_found", "does not exist");

interface TextRule {
  max: number;
  required?: boolean;
}

export function checkText(field: string, value: string | null, { max, required = false }: TextRule): Check[] {
  if (value === null || value === "") return required ? [missing(field)] : [];
  // Characters, not UTF-16 units: the table counts the same way.
  if (value.length > max && [...value].length > max) {
    return [violation(field, "value_error.any_str.max_length", `ensure this value has at most ${max} characters`)];
  }
  if (value.includes("\0"))
    return [violation(field, "value_error.any_str.nul", "must not contain the character U+0000")];
  return [];
}

export const checkId = (field: string, value: string | null): Check[] =>
  value === null || isId(value) ? [] : [violation(field, "type_error.uuid", "value is not a valid uuid")];

/** Values stand as text in the tables; what is no value of the list arrives as something else. */
export function checkEnum(field: string, value: string | null, allowed: readonly string[]): Check[] {
  if (value === null || allowed.includes(value)) return [];
  if (value === "unspecified") return [missing(field)];
  return [violation(field, "type_error.enum", `value is not one of: ${allowed.join(", ")}`)];
}

export function checkDay(field: string, value: string, where = "body"): Check[] {
  return isDay(value) ? [] : [violation(field, "value_error.date", "invalid date format", where)];
}

/** A day of the calendar as "2026-01-31": neither February 30 nor a time. Before year 1 Postgres has none that is written so. */
export function isDay(value: string): boolean {
  if (value.length !== 10 || value[4] !== "-" || value[7] !== "-") return false;
  const [year, month, day] = [wholeIn(value, 0, 4), wholeIn(value, 5, 7), wholeIn(value, 8, 10)];
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
}

const ZERO = 0x30;

/** The whole number that stands there, or NaN. A batch has ten thousand days, and a regular expression takes four times as long. */
function wholeIn(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

function daysOf(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

export function refuse(checks: Check[]): void {
  if (checks.length > 0) throw invalid(checks);
}
