import { type Decimal, DIGITS, plain } from "./decimal.ts";

/**
 * Results as whole numbers of their smallest step, 10^-12 kg. Sums of thousands of them are then sums of big
 * integers, which is exact for the same reason and many times faster.
 */
const PLACES = DIGITS.kilogram;

/** Throws a RangeError for more than 12 decimals: what is not rounded is no result. */
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

/** What falls on a day of a period. */
export interface Shares {
  /** On every day but the last. */
  each: bigint;
  last: bigint;
}

/**
 * Spreads a total evenly over so many days. A share is cut rather than rounded, so that the last day, which takes what
 * is left, never changes its sign; what a negative total takes away is for every day what its opposite brought.
 */
export function spread(total: bigint, days: number): Shares {
  const each = total / BigInt(days);
  return { each, last: total - each * BigInt(days - 1) };
}
