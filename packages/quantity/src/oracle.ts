import fc from "fast-check";

/**
 * A second implementation of this package's arithmetic, for tests only. It shares no code with decimal.js: a number is
 * a fraction of two big integers.
 */
export interface Fraction {
  n: bigint;
  /** Positive. */
  d: bigint;
}

/** Plain decimal texts of either sign, up to the given number of digits. */
export const decimalText = (digits: number) =>
  fc
    .tuple(
      fc.boolean(),
      fc.integer({ min: 1, max: digits }).chain((length) => fc.bigInt({ min: 0n, max: 10n ** BigInt(length) - 1n })),
      fc.integer({ min: 0, max: digits - 1 }),
    )
    .map(([negative, whole, decimals]) => {
      const text = whole.toString().padStart(decimals + 1, "0");
      const point = text.length - decimals;
      return `${negative ? "-" : ""}${text.slice(0, point)}${decimals > 0 ? `.${text.slice(point)}` : ""}`;
    });

export function fraction(text: string): Fraction {
  const [whole, decimals = ""] = text.split(".") as [string, string?];
  return { n: BigInt(whole + decimals), d: 10n ** BigInt(decimals.length) };
}

export const plus = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });
export const minus = (a: Fraction, b: Fraction): Fraction => plus(a, { n: -b.n, d: b.d });
export const times = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.n, d: a.d * b.d });

/** The exact quotient. */
export const over = (a: Fraction, b: Fraction): Fraction =>
  b.n < 0n ? { n: -a.n * b.d, d: a.d * -b.n } : { n: a.n * b.d, d: a.d * b.n };

/** Rounds half-even to a number of decimals. A negative number rounds before the point. */
export function round({ n, d }: Fraction, decimals: number): Fraction {
  const scale = 10n ** BigInt(Math.abs(decimals));
  const [top, bottom] = decimals >= 0 ? [n * scale, d] : [n, d * scale];
  const size = top < 0n ? -top : top;
  const [whole, rest] = [size / bottom, (size % bottom) * 2n];
  const up = rest > bottom || (rest === bottom && whole % 2n === 1n);
  const rounded = (up ? whole + 1n : whole) * (n < 0n ? -1n : 1n);
  return decimals >= 0 ? { n: rounded, d: scale } : { n: rounded * scale, d: 1n };
}

/** Rounds half-even to a number of significant digits. */
export function significant(value: Fraction, digits: number): Fraction {
  if (value.n === 0n) return value;
  const size = value.n < 0n ? -value.n : value.n;
  // Position of the first digit, estimated from the lengths and then corrected.
  let place = size.toString().length - value.d.toString().length;
  const power = (exponent: number): Fraction =>
    exponent >= 0 ? { n: 10n ** BigInt(exponent), d: 1n } : { n: 1n, d: 10n ** BigInt(-exponent) };
  const reaches = (exponent: number) => size * power(exponent).d >= power(exponent).n * value.d;
  while (!reaches(place)) place -= 1;
  while (reaches(place + 1)) place += 1;
  return round(value, digits - 1 - place);
}

/** Shortest plain digits of a fraction with a finite decimal form. */
export function textOf({ n, d }: Fraction): string {
  let decimals = 0;
  while ((n * 10n ** BigInt(decimals)) % d !== 0n) decimals += 1;
  const size = ((n < 0n ? -n : n) * 10n ** BigInt(decimals)) / d;
  const digits = size.toString().padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  return `${n < 0n && size !== 0n ? "-" : ""}${digits.slice(0, point)}${decimals > 0 ? `.${digits.slice(point)}` : ""}`;
}

export const divideText = (a: string, b: string, digits: number) =>
  textOf(significant(over(fraction(a), fraction(b)), digits));

export const roundText = (text: string, decimals: number) => textOf(round(fraction(text), decimals));
