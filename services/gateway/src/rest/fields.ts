import type { DescEnum } from "@bufbuild/protobuf";
import { isId } from "@emissions/kit/process/id";
import { URL_FAULTS, urlFault } from "@emissions/kit/wire/checks";
import { enumText, enumTexts, filterTexts } from "@emissions/kit/wire/enum";
import { asWritten, compareDigits, DIGITS_MAX, type Digits, plain, readDigits } from "@emissions/quantity/digits";
import { isDay } from "@emissions/quantity/period";
import { z } from "zod";
import { FALLBACK, fastParser, type Parser } from "./fast-parser.ts";
import { isExactNumber } from "./json-validator.ts";

/**
 * Field types of requests. Nothing is coerced: a string is not a number and null is not zero. Decimals alone may be
 * sent as text, to keep them exact. `params.type` is the type of the violation.
 */

export const custom = (type: string, message: string) => ({ code: "custom" as const, message, params: { type } });

type Issue = ReturnType<typeof custom>;

const MISSING = custom("value_error.missing", "field required");
const NULL = custom("type_error.none.not_allowed", "none is not an allowed value");
const NO_DECIMAL = custom("type_error.decimal", "value is not a valid decimal");
const tooLong = (digits: number) =>
  custom("value_error.decimal.max_digits", `ensure that there are no more than ${digits} digits in total`);
const tooManyPlaces = (scale: number) =>
  custom("value_error.decimal.max_places", `ensure that there are no more than ${scale} decimal places`);
export const tooLow = (min: number | string) =>
  custom("value_error.number.not_ge", `ensure this value is greater than or equal to ${min}`);
const notAbove = (above: string) => custom("value_error.number.not_gt", `ensure this value is greater than ${above}`);
export const tooHigh = (max: number | string) =>
  custom("value_error.number.not_le", `ensure this value is less than or equal to ${max}`);

interface Bounds {
  min?: string;
  /** An exclusive minimum. */
  above?: string;
  max?: string;
  digits?: number;
  /** Most digits after the point; trailing zeros do not count. */
  scale?: number;
  /** Keeps trailing zeros ("2.50"), which count as digits. By default they are removed ("2.5"). */
  asSent?: boolean;
}

/** In schemas; `multipleOf` would refuse 0.6 of 0.0001 where a client divides doubles. */
export const PLACES_MAX = "x-decimal-places-max";

/** An exact number; its output is text in plain notation. */
export function decimal({ min, above, max, digits = DIGITS_MAX, scale = DIGITS_MAX, asSent = false }: Bounds = {}) {
  const [low, high, floor] = [min, max, above].map((bound) =>
    bound === undefined ? undefined : (readDigits(bound) as Digits),
  );
  const [lowest, highest] = [
    min === undefined ? (above === undefined ? -Infinity : Math.max(Number(above), Number.MIN_VALUE)) : inside(min, 1),
    max === undefined ? Infinity : inside(max, -1),
  ];
  const isShort = digits >= DOUBLE_DIGITS_MAX;
  const parser: Parser = (value) => {
    if (!isShort || typeof value !== "number" || !isPlain(value) || value < lowest || value > highest) return FALLBACK;
    const text = String(value);
    return placesOf(text) > scale ? FALLBACK : text;
  };

  /** The text that is kept, or the issue. */
  function read(value: unknown): string | Issue {
    if (value === undefined) return MISSING;
    if (value === null) return NULL;
    const text = decimalText(value);
    const found = text === null ? "not a number" : readDigits(text, digits);
    if (found === "not a number") return NO_DECIMAL;
    if (found === "too many digits") return tooLong(digits);
    const kept = asSent ? asWritten(text!, found) : plain(found);
    if (asSent && lengthOf(kept) > digits) return tooLong(digits);
    if (low && compareDigits(found, low) < 0) return tooLow(min!);
    if (floor && compareDigits(found, floor) <= 0) return notAbove(above!);
    if (high && compareDigits(found, high) > 0) return tooHigh(max!);
    if (found.fraction.length > scale) return tooManyPlaces(scale);
    return kept;
  }

  const schema = z
    .unknown()
    .transform((value, context) => {
      const known = parser(value);
      if (known !== FALLBACK) return known as string;
      const kept = read(value);
      if (typeof kept === "string") return kept;
      // A copy, because zod stores the input of the client in it.
      context.addIssue({ ...kept });
      return z.NEVER;
    })
    .meta({
      type: ["number", "string"],
      format: "decimal",
      ...(min !== undefined && { minimum: Number(min) }),
      ...(above !== undefined && { exclusiveMinimum: Number(above) }),
      ...(max !== undefined && maximum(max)),
      ...(scale < DIGITS_MAX && { [PLACES_MAX]: scale }),
    });
  return fastParser(schema, parser);
}

/**
 * The bound as a double. A bound that no double represents is moved inwards; the exact comparison decides about values
 * in between.
 */
function inside(bound: string, inwards: 1 | -1): number {
  const nearest = Number(bound);
  return String(nearest) === bound ? nearest : nearest + inwards * Math.abs(nearest) * Number.EPSILON;
}

/** Digits after the point. */
const placesOf = (plain: string) => (plain.includes(".") ? plain.length - plain.indexOf(".") - 1 : 0);

/** The most digits of a double in plain notation. */
const DOUBLE_DIGITS_MAX = 24;

/** True when the double is written without an exponent. */
const isPlain = (value: number) => (Math.abs(value) >= 1e-6 || value === 0) && Math.abs(value) < 1e21;

const lengthOf = (number: string) => number.replace(/[-.]/g, "").length;

/** A bound that a double would round up is described as that round number, exclusive. */
const maximum = (max: string) =>
  String(Number(max)) === max ? { maximum: Number(max) } : { exclusiveMaximum: Number(max) };

function decimalText(value: unknown): string | null {
  if (isExactNumber(value)) return value.exact;
  return typeof value === "number" || typeof value === "string" ? String(value) : null;
}

/** Counts code points, as Postgres does, not UTF-16 units. */
export function text(max: number) {
  const isBlank = (value: string) => value.trim() === "";
  const isLong = (value: string) => value.length > max && [...value].length > max;
  const schema = z
    .string()
    .refine((value) => !isBlank(value), custom("value_error.any_str.min_length", "must not be blank"))
    .refine(
      (value) => !isLong(value),
      custom("value_error.any_str.max_length", `ensure this value has at most ${max} characters`),
    )
    .meta({ minLength: 1, maxLength: max });
  return fastParser(schema, (value) =>
    typeof value === "string" && !isBlank(value) && !isLong(value) ? value : FALLBACK,
  );
}

/** A URL of the scheme `http` or `https`. */
export const httpUrl = (max: number) =>
  text(max)
    .check(({ value, issues }) => {
      const fault = value.trim() === "" || value.length > max ? null : urlFault(value);
      if (fault) issues.push({ ...custom(`value_error.url.${fault}`, URL_FAULTS[fault]), input: value });
    })
    .meta({ minLength: 1, maxLength: max, format: "uri", pattern: "^[Hh][Tt][Tt][Pp][Ss]?://" });

export const id = fastParser(
  z
    .string()
    .refine(isId, custom("type_error.uuid", "value is not a valid uuid"))
    .toLowerCase()
    .meta({ format: "uuid" }),
  (value) => (typeof value === "string" && isId(value) ? value.toLowerCase() : FALLBACK),
);

/** A new object for each use, because `refine` removes the message from its argument. */
const noDay = () => custom("value_error.date", "invalid date format");

/** A day that exists in the calendar. */
export const day = z.string().refine(isDay, noDay()).meta({ format: "date" });

const FIRST_ACTIVITY_YEAR = 1970;

/** The day of an activity: from 1970 to the end of next year. It is one check, because a batch has 10,000 of them. */
export function activityDay(now: () => Date = () => new Date()) {
  const isFar = (day: string) => {
    const year = Number(day.slice(0, 4));
    return year < FIRST_ACTIVITY_YEAR || year > now().getUTCFullYear() + 1;
  };
  const schema = z
    .string()
    .check(({ value, issues }) => {
      if (!isDay(value)) issues.push({ ...noDay(), input: value });
      else if (isFar(value)) issues.push({ ...FAR_DAY, input: value });
    })
    .meta({ format: "date" });
  return fastParser(schema, (value) => (typeof value === "string" && isDay(value) && !isFar(value) ? value : FALLBACK));
}

const FAR_DAY = custom("activity_date_out_of_range", "the date must lie between 1970 and the end of next year");

const INSTANT = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)?$/;

/** An instant in RFC 3339. Without an offset it is UTC. */
export const instant = z
  .string()
  .refine(isInstant, custom("value_error.datetime", "invalid datetime format"))
  .transform(inUtc)
  .meta({ type: "string", format: "date-time" });

/** The year must have four digits in UTC too, because an offset can change it. */
function isInstant(value: string): boolean {
  if (!isDay(INSTANT.exec(value)?.[1] ?? "")) return false;
  const year = new Date(inUtc(value)).getUTCFullYear();
  return year >= 1 && year <= 9999;
}

function inUtc(value: string): string {
  return INSTANT.exec(value)?.[4] === undefined ? `${value}Z` : value;
}

/** Text of a fixed pattern. The pattern must be linear: no nested repetition. */
export const pattern = (
  form: RegExp,
  type = "value_error.str.regex",
  message = "string does not match the expected form",
) =>
  z
    .string()
    .refine((value) => form.test(value), custom(type, message))
    .meta({ pattern: form.source });

export const country = pattern(/^[A-Z]{2}$/, "value_error.country", "expected two capital letters of ISO 3166-1");
export const currency = pattern(/^[A-Z]{3}$/, "value_error.currency", "expected three capital letters of ISO 4217");

/** The values come from the proto enum: all of them, or those that the route takes. */
export function enumOf(desc: DescEnum, taken?: readonly number[]) {
  const texts = taken === undefined ? enumTexts(desc) : taken.map((value) => enumText(desc, value));
  return z.enum(texts as [string, ...string[]]);
}

/** The same with the values that only filters have. */
export const filterEnumOf = (desc: DescEnum) => z.enum(filterTexts(desc) as [string, ...string[]]);

/** The filter hash of a list: 16 hexadecimal characters. */
export const filterHash = pattern(/^[0-9a-f]{16}$/);

/** A whole number in a body. */
export const wholeNumber = (min: number, max: number) => z.number().int().min(min).max(max);
