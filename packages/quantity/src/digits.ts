/** The grammar of JSON numbers. It matches in linear time. */
const NUMBER = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

export interface Digits {
  negative: boolean;
  whole: string;
  fraction: string;
}

export const DIGITS_MAX = 30;

/**
 * Parses a number without making it a double. Answers "not a number" for NaN and Infinity too. Checks the number of
 * digits before it writes out zeros, so that `1e999999999` is cheap.
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

/** Shortest plain digits: no exponent, no trailing zeros. */
export const plain = ({ negative, whole, fraction }: Digits) =>
  `${negative ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;

/** The digits as written, or plain digits if they were written with an exponent. Zero has no sign. */
export function asWritten(text: string, digits: Digits): string {
  const match = NUMBER.exec(text);
  if (match === null || match[4] !== undefined) return plain(digits);
  return digits.negative ? text : text.replace("-", "");
}

/** Compares exactly. The result is negative, zero or positive, as for `sort`. */
export function compareDigits(a: Digits, b: Digits): number {
  if (a.negative !== b.negative) return a.negative ? -1 : 1;
  const size = compareSizes(a, b);
  return a.negative ? -size : size;
}

/** Without leading zeros the longer whole number is the larger one. Fractions compare as text. */
function compareSizes(a: Digits, b: Digits): number {
  if (a.whole.length !== b.whole.length) return a.whole.length - b.whole.length;
  if (a.whole !== b.whole) return a.whole < b.whole ? -1 : 1;
  return a.fraction < b.fraction ? -1 : Number(a.fraction > b.fraction);
}

/** A loop, because `/0+$/` takes quadratic time on long runs of zeros. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === "0") end--;
  return digits.slice(0, end);
}
