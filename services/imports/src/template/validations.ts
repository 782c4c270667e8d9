import type { Column } from "./template.ts";

export interface Validation {
  rule:
    | "min_length"
    | "max_length"
    | "min"
    | "max"
    | "greater_than"
    | "max_decimals"
    | "pattern"
    | "min_date"
    | "max_date";
  value: string;
}

const FIRST_ACTIVITY_DAY = "1970-01-01";

/** The rules of the field as the API applies them. Without a lower bound, numbers are at least 0. */
export function validationsOf({ type, rules, required }: Column): Validation[] {
  const { string, decimal, int32 } = rules ?? {};
  const found: Partial<Record<Validation["rule"], string | number>> = {};
  if (type === "number") {
    if (decimal?.gt) found.greater_than = decimal.gt;
    else found.min = decimal?.gte || "0";
    if (decimal?.lte) found.max = decimal.lte;
    if (decimal?.scaleMax) found.max_decimals = decimal.scaleMax;
  }
  if (type === "integer" && int32) Object.assign(found, { min: int32.gte, max: int32.lte });
  if (type === "text" && string) {
    const least = string.minLen || (required ? 1 : 0);
    if (least > 0) found.min_length = least;
    if (string.maxLen > 0) found.max_length = string.maxLen;
    if (string.pattern) found.pattern = string.pattern;
  }
  if (type === "date" && string?.activityDate) {
    Object.assign(found, { min_date: FIRST_ACTIVITY_DAY, max_date: `${new Date().getUTCFullYear() + 1}-12-31` });
  }
  return Object.entries(found).map(([rule, value]) => ({ rule: rule as Validation["rule"], value: String(value) }));
}
