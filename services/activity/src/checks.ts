import { type Check, checkDay, missing, violation } from "@emissions/kit/wire/checks";
import { compareDigits, type Digits, readDigits } from "@emissions/quantity/digits";
import { isDay } from "@emissions/quantity/period";

const FIRST_DAY = "1970-01-01";
/** The limit of the tables: 20 digits before the point, 30 after it. */
const AMOUNT = /^(0|[1-9]\d{0,19})(\.\d{1,30})?$/;
const AMOUNT_DIGITS_MAX = 50;
const DECIMAL = /^-?\d+(\.\d+)?$/;

/** Bounds as decimal text. */
interface Bounds {
  gt?: string;
  lte?: string;
  /** Most digits after the point; 0 for no limit of its own. */
  scaleMax?: number;
}

/** A decimal from 0. The only lower bound is `gt` 0. */
export function checkAmount(field: string, value: string | null, { gt, lte, scaleMax }: Bounds = {}): Check[] {
  if (value === null) return [];
  if (!DECIMAL.test(value)) return [violation(field, "type_error.decimal", "value is not a plain decimal number")];
  if (value.startsWith("-")) {
    return [violation(field, "value_error.number.not_ge", "ensure this value is greater than or equal to 0")];
  }
  if (!AMOUNT.test(value)) {
    return [violation(field, "value_error.decimal.max_digits", "at most 20 digits before the point and 30 behind it")];
  }
  if (gt === "0" && !/[1-9]/.test(value)) {
    return [violation(field, "value_error.number.not_gt", "ensure this value is greater than 0")];
  }
  const digits = readDigits(value, AMOUNT_DIGITS_MAX) as Digits;
  if (lte && compareDigits(digits, readDigits(lte) as Digits) > 0) {
    return [violation(field, "value_error.number.not_le", `ensure this value is less than or equal to ${lte}`)];
  }
  if (scaleMax && digits.fraction.length > scaleMax) {
    const msg = `ensure that there are no more than ${scaleMax} decimal places`;
    return [violation(field, "value_error.decimal.max_places", msg)];
  }
  return [];
}

/** An unknown code, such as "UK", would get the global factor. */
export const checkCountry = (field: string, value: string, countries: ReadonlyMap<string, unknown>): Check[] => {
  if (value === "") return [missing(field)];
  return countries.has(value) ? [] : [violation(field, "value_error.country", "not an ISO 3166-1 alpha-2 code")];
};

/** A day from 1970 to the end of next year. */
export function checkActivityDay(field: string, value: string): Check[] {
  if (value === "") return [missing(field)];
  const checks = checkDay(field, value);
  if (checks.length > 0) return checks;
  const lastDay = `${new Date().getUTCFullYear() + 1}-12-31`;
  if (value >= FIRST_DAY && value <= lastDay) return [];
  return [violation(field, "activity_date_out_of_range", `must lie between ${FIRST_DAY} and ${lastDay}`)];
}

/** Checks only the order of the days of a period. Invalid and absent days have their own violation. */
export function checkPeriodOrder({ startDate = "", endDate = "" }: { startDate?: string; endDate?: string }): Check[] {
  if (!isDay(startDate) || !isDay(endDate) || startDate <= endDate) return [];
  return [violation("end_date", "end_date_before_start_date", "ends before it starts")];
}

const COUNTRY = /^[A-Z]{2}$/;

/** Checks only the form of ISO 3166-1 alpha-2. */
export const checkCountryCode = (field: string, value: string): Check[] =>
  COUNTRY.test(value) ? [] : [violation(field, "value_error.country", "not an ISO 3166-1 alpha-2 code")];
