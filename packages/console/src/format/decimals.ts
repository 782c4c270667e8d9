import { signsOf } from "./digits.ts";

export const decimalSign = (locale: string): string => signsOf(locale).decimal;

/** A decimal as a person writes it, as the API writes it. Null if it is none. */
export function decimalOf(text: string, locale: string): string | null {
  const { decimal } = signsOf(locale);
  const [whole = "", fraction, ...rest] = text.trim().split(decimal);
  // Signs that group digits are refused: one of them may be the other sign of a neighbour country.
  const isDecimal = /^-?\d+$/.test(whole) && (fraction === undefined || /^\d+$/.test(fraction)) && rest.length === 0;
  if (!isDecimal) return null;
  return fraction === undefined ? whole : `${whole}.${fraction}`;
}

/** A decimal of the API, as a person writes it into a field: without signs that group digits. */
export const writtenDecimal = (value: string, locale: string): string =>
  value.replace(".", () => signsOf(locale).decimal);
