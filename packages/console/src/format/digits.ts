/** A decimal as the service writes it: digits, perhaps a point and an exponent. */
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/;

interface Signs {
  group: string;
  decimal: string;
  minus: string;
  /** Digits before the point from which groups are separated. */
  groupedFrom: number;
}

const known = new Map<string, Signs>();

/** The signs of a locale, read from a formatted sample. */
export function signsOf(locale: string): Signs {
  const found = known.get(locale);
  if (found !== undefined) return found;
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 1 });
  const parts = format.formatToParts(-1234567.5);
  const sign = (type: string, fallback: string) => parts.find((part) => part.type === type)?.value ?? fallback;
  const short = format.formatToParts(1234).some(({ type }) => type === "group");
  const signs = {
    group: sign("group", ""),
    decimal: sign("decimal", "."),
    minus: sign("minusSign", "-"),
    groupedFrom: short ? 4 : 5,
  };
  known.set(locale, signs);
  return signs;
}

/** The digits of a decimal without an exponent. Null for any other text. */
function plain(text: string): { minus: boolean; whole: string; fraction: string } | null {
  const match = DECIMAL.exec(text);
  if (match === null) return null;
  const [, sign, whole = "", fraction = "", exponent = "0"] = match;
  const shift = Number(exponent);
  const digits = whole + fraction;
  const point = whole.length + shift;
  const padded = point <= 0 ? "0".repeat(1 - point) + digits : digits.padEnd(point, "0");
  const at = Math.max(point, 1);
  return {
    minus: sign === "-",
    whole: padded.slice(0, at).replace(/^0+(?=\d)/, ""),
    fraction: padded.slice(at),
  };
}

/** All digits of a decimal, with the signs of the locale. No digit is rounded. Other texts stay as they are. */
export function digits(value: string | number, locale: string): string {
  const number = plain(String(value));
  if (number === null) return String(value);
  const { group, decimal, minus, groupedFrom } = signsOf(locale);
  const whole =
    number.whole.length < groupedFrom ? number.whole : number.whole.replaceAll(/\B(?=(\d{3})+$)/g, () => group);
  return `${number.minus ? minus : ""}${whole}${number.fraction === "" ? "" : decimal + number.fraction}`;
}

/** The decimal with at most `places` digits after the point. A half is rounded away from zero. */
export function rounded(value: string, places: number): string {
  const number = plain(value);
  if (number === null || number.fraction.length <= places) return value;
  const { whole, fraction } = number;
  const units = BigInt(whole + fraction.slice(0, places)) + (fraction[places]! >= "5" ? 1n : 0n);
  const text = String(units).padStart(places + 1, "0");
  const sign = number.minus && units !== 0n ? "-" : "";
  if (places === 0) return sign + text;
  const rest = text.slice(-places).replace(/0+$/, "");
  return `${sign}${text.slice(0, -places)}${rest === "" ? "" : `.${rest}`}`;
}
