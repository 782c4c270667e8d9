/** Exact arithmetic: a number is a fraction of two big integers. It shares no code with the services. */
export interface Fraction {
  n: bigint;
  /** Positive. */
  d: bigint;
}

/** More digits than any field of an explanation has. Longer texts are refused, so that no input takes long. */
const DIGITS_MAX = 400;
/** Of a quotient, as every explanation states. */
const SIGNIFICANT_DIGITS = 34;
/** Shown of a number that has no end. */
const SHOWN_DECIMALS = 40;

/** Reads a plain decimal, such as "-12.50". */
export function fraction(text: string): Fraction {
  if (!/^-?\d+(\.\d+)?$/.test(text) || text.length > DIGITS_MAX) throw new Error(`"${text}" is not a plain decimal`);
  const [whole, decimals = ""] = text.split(".");
  return { n: BigInt(whole + decimals), d: 10n ** BigInt(decimals.length) };
}

export const ZERO = fraction("0");
export const ONE = fraction("1");

export const plus = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });
export const minus = (a: Fraction, b: Fraction): Fraction => plus(a, { n: -b.n, d: b.d });
export const times = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.n, d: a.d * b.d });
export const equal = (a: Fraction, b: Fraction): boolean => a.n * b.d === b.n * a.d;
export const sum = (all: readonly Fraction[]): Fraction => all.reduce(plus, ZERO);

/** The quotient, rounded half-even to 34 significant digits. */
export function over(a: Fraction, b: Fraction): Fraction {
  if (b.n === 0n) throw new Error("division by zero");
  return significant(b.n < 0n ? { n: -a.n * b.d, d: a.d * -b.n } : { n: a.n * b.d, d: a.d * b.n });
}

/** Rounds half-even to a number of decimals; a negative number rounds before the point. */
export function round({ n, d }: Fraction, decimals: number): Fraction {
  const scale = 10n ** BigInt(Math.abs(decimals));
  const [top, bottom] = decimals >= 0 ? [n * scale, d] : [n, d * scale];
  const size = top < 0n ? -top : top;
  const [whole, rest] = [size / bottom, (size % bottom) * 2n];
  const isUp = rest > bottom || (rest === bottom && whole % 2n === 1n);
  const rounded = (isUp ? whole + 1n : whole) * (n < 0n ? -1n : 1n);
  return decimals >= 0 ? { n: rounded, d: scale } : { n: rounded * scale, d: 1n };
}

function significant(value: Fraction): Fraction {
  if (value.n === 0n) return value;
  const size = value.n < 0n ? -value.n : value.n;
  const reaches = (power: number) =>
    power >= 0 ? size >= 10n ** BigInt(power) * value.d : size * 10n ** BigInt(-power) >= value.d;
  // The position of the first digit follows from the lengths, except that it can be one too high.
  let first = size.toString().length - value.d.toString().length;
  if (!reaches(first)) first -= 1;
  return round(value, SIGNIFICANT_DIGITS - 1 - first);
}

export function textOf(value: Fraction): string {
  const exact = value.d.toString().length;
  const decimals = equal(round(value, exact), value) ? exact : SHOWN_DECIMALS;
  const { n } = round(value, decimals);
  const digits = (n < 0n ? -n : n).toString().padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  return `${n < 0n ? "-" : ""}${`${digits.slice(0, point)}.${digits.slice(point)}`.replace(/\.?0+$/, "")}`;
}
