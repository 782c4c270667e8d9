/** Linear in the length of the text; the grammar of JSON numbers. */
const NUMBER = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

export interface Digits {
  negative: boolean;
  whole: string;
  fraction: string;
}

export const DIGITS_MAX = 30;

/**
 * Reads a number without ever making it a double. "not a number" also stands
 * for NaN and Infinity; "too many digits" is said before zeros are written out,
 * so that `1e999999999` costs nothing.
 */
export function readDigits(text: string, digitsMax = DIGITS_MAX): Digits | "not a number" | "too many digits" {
  const match = NUMBER.exec(text);
  if (match === null) return "not a number";
  const [, sign, whole = "", fraction = "", exponent = "0"] = match;
  const significant = (whole + fraction).replace(/^0+/, "");
  const digits = withoutTrailingZeros(significant);
  if (digits === "") return { negative: false, whole: "0", fraction: "" };

  // The number is 0.<digits> times ten to the power of `point`.
  const point = Number(exponent) + significant.length - fraction.length;
  const length = Math.max(point, 1) + Math.max(digits.length - point, 0);
  if (length > digitsMax) return "too many digits";
  const padded = digits.padStart(digits.length + Math.max(-point, 0), "0").padEnd(Math.max(point, 0), "0");
  const cut = Math.max(point, 0);
  return { negative: sign === "-", whole: padded.slice(0, cut) || "0", fraction: padded.slice(cut) };
}

/** Shortest plain digits: no exponent, no zeros that say nothing. */
export const plain = ({ negative, whole, fraction }: Digits) =>
  `${negative ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;

/** The digits as they were written, unless they were written with an exponent; zero has no sign. */
export function asWritten(text: string, digits: Digits): string {
  const match = NUMBER.exec(text);
  if (match === null || match[4] !== undefined) return plain(digits);
  return digits.negative ? text : text.replace("-", "");
}

/** Negative, zero or positive, as for sorting; exact. */
export function compareDigits(a: Digits, b: Digits): number {
  if (a.negative !== b.negative) return a.negative ? -1 : 1;
  const size = compareSizes(a, b);
  return a.negative ? -size : size;
}

/** Without zeros in front, the longer of two whole numbers is the larger; what stands behind the point sorts as text. */
function compareSizes(a: Digits, b: Digits): number {
  if (a.whole.length !== b.whole.length) return a.whole.length - b.whole.length;
  if (a.whole !== b.whole) return a.whole < b.whole ? -1 : 1;
  return a.fraction < b.fraction ? -1 : Number(a.fraction > b.fraction);
}

/** A loop, since `/0+$/` takes quadratic time on long runs of zeros inside. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === "0") end--;
  return digits.slice(0, end);
}
