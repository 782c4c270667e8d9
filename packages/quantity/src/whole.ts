import { type Decimal, DIGITS, plain } from "./decimal.ts";

/**
 * Results as big integers of 10^-12 kg. Sums of thousands of results are exact either way, but big integers are many
 * times faster.
 */
const PLACES = DIGITS.kilogram;

/** Throws a RangeError for more than 12 decimals: such a number is not a rounded result. */
export function toWhole(kg: Decimal): bigint {
  const text = plain(kg);
  const point = text.indexOf(".");
  if (point < 0) return BigInt(text + "0".repeat(PLACES));
  const missing = PLACES - (text.length - point - 1);
  if (missing < 0) throw new RangeError(`More than ${PLACES} decimals`);
  return BigInt(text.slice(0, point) + text.slice(point + 1) + "0".repeat(missing));
}

/** Kilograms as a plain decimal text. */
export function wholeText(whole: bigint): string {
  if (whole === 0n) return "0";
  const digits = (whole < 0n ? -whole : whole).toString().padStart(PLACES + 1, "0");
  const point = digits.length - PLACES;
  return `${whole < 0n ? "-" : ""}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** The parts of a total for the days of a period. */
export interface Shares {
  /** The part of every day but the last. */
  each: bigint;
  last: bigint;
}

/**
 * Spreads a total evenly over days. The daily part is truncated and not rounded, so that the last day, which takes the
 * rest, keeps the sign of the total. A negative total gives every day the opposite of the positive one.
 */
export function spread(total: bigint, days: number): Shares {
  const each = total / BigInt(days);
  return { each, last: total - each * BigInt(days - 1) };
}
