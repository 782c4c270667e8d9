const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Converts grams to kilograms. Only the decimal point moves, so the digits stay exact. */
export function kilograms(grams: string): string {
  const match = DECIMAL.exec(grams);
  if (match === null) throw new Error(`"${grams}" is not a plain decimal number of grams`);
  const [, sign = "", whole = "", fraction = ""] = match;
  const digits = whole.padStart(4, "0");
  return `${sign}${digits.slice(0, -3).replace(/^0+(?=\d)/, "")}.${digits.slice(-3)}${fraction}`;
}
