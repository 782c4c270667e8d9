const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Grams as kilograms: the decimal point moves by three places, and no digit is lost or added. */
export function kilograms(grams: string): string {
  const match = DECIMAL.exec(grams);
  if (match === null) throw new Error(`"${grams}" is not a plain decimal number of grams`);
  const [, sign = "", whole = "", fraction = ""] = match;
  const digits = whole.padStart(4, "0");
  return `${sign}${digits.slice(0, -3).replace(/^0+(?=\d)/, "")}.${digits.slice(-3)}${fraction}`;
}
