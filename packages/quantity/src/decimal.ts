import { Decimal as Arbitrary } from "decimal.js";

/** Limits of digits, and the places of rounding. */
export const DIGITS = {
  /** Digits of a number in a message or a request, without leading zeros. */
  text: 60,
  /** Significant digits of a quotient, half-even. */
  quotient: 34,
  /** Decimals of a kilogram in a stored result, half-even. */
  kilogram: 12,
  /**
   * Digits up to which sums, differences and products are exact. The longest product of a calculation is quantity,
   * unit, factor and share of 60 digits each, or a few more after a sum.
   */
  exact: 400,
} as const;

const FORMAT = { rounding: Arbitrary.ROUND_HALF_EVEN, toExpNeg: -9e15, toExpPos: 9e15 };
const Quotient = Arbitrary.clone({ ...FORMAT, precision: DIGITS.quotient });

/** An exact number. Use `divide` instead of `div`, which rounds at another place. */
export const Decimal = Arbitrary.clone({ ...FORMAT, precision: DIGITS.exact });
export type Decimal = Arbitrary;

export const ZERO = new Decimal(0);
export const ONE = new Decimal(1);

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,4})?$/i;
/** Zeros and an exponent may make a text longer than its number, but no valid text is longer than this. */
const TEXT_LENGTH_MAX = 200;

/**
 * Parses a decimal number, with or without an exponent. Throws a RangeError for anything else: NaN, infinity,
 * hexadecimal digits, spaces, more than 60 digits.
 */
export function parse(text: string): Decimal {
  if (text.length > TEXT_LENGTH_MAX || !NUMBER.test(text)) throw new RangeError("Not a decimal number");
  const number = new Decimal(text);
  if (digitsOf(number) > DIGITS.text) throw new RangeError(`More than ${DIGITS.text} digits`);
  return number;
}

/** The shortest exact digits, without exponent: "12.5", never "12.50", "1.25e1" or "-0". */
export const plain = (number: Decimal): string => number.toFixed();

/** The quotient at 34 significant digits, half-even. Throws a RangeError if the divisor is zero. */
export function divide(dividend: Decimal, divisor: Decimal): Decimal {
  if (divisor.isZero()) throw new RangeError("Division by zero");
  // Converts back to the exact type, because arithmetic with a quotient must not round at 34 digits again.
  return new Decimal(Quotient.div(dividend, divisor));
}

/** Rounds a result to 12 decimals of a kilogram, half-even. Call it once, at the end of a calculation. */
export const roundKg = (kg: Decimal): Decimal => kg.toDecimalPlaces(DIGITS.kilogram, Decimal.ROUND_HALF_EVEN);

/** Digits of the plain form: those before the point without leading zeros, and those behind it. */
function digitsOf(number: Decimal): number {
  return Math.max(number.e + 1, 0) + number.decimalPlaces();
}
