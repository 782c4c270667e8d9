/**
 * `number` takes decimal digits, `date` a day as `2026-01-31`, `instant` an ISO 8601 time, shown in UTC. `exact` is a
 * number, and a text where a spreadsheet would round it.
 */
export type CellType = "text" | "number" | "exact" | "date" | "instant";

/** Places in `cellXfs` of the style sheet. */
export const STYLES = { plain: 0, heading: 1, quoted: 2, date: 3, instant: 4 } as const;

const DAY_MS = 86_400_000;
/** The day 0 of spreadsheets is 1899-12-30, for all days from 1900-03-01 on. */
const EPOCH_DAYS = 25_569;
/** Decimals of a day that keep milliseconds. */
const DAY_DECIMALS = 10;

/**
 * Texts that a spreadsheet program would take for a formula when a person edits the cell, or when the sheet is saved as
 * CSV. The second group are the full-width forms.
 */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;
const DIGITS = /^-?\d+(\.\d+)?$/;

/** Spreadsheets keep this many significant digits. */
const EXACT_DIGITS_MAX = 15;
const significantDigits = (value: string) => value.replace(/[-.]/g, "").replace(/^0+/, "").length;

/** A cell, or nothing for a missing value. */
export function cell(type: CellType, name: string, value: string | null): string {
  if (value === null) return "";
  switch (type) {
    case "text":
      return textCell(name, value, FORMULA.test(value) ? STYLES.quoted : STYLES.plain);
    case "number":
      if (!DIGITS.test(value)) throw new Error("The value of a number cell is not a decimal number.");
      return `<c r="${name}"><v>${value}</v></c>`;
    case "exact":
      return cell(significantDigits(value) > EXACT_DIGITS_MAX ? "text" : "number", name, value);
    case "date":
      return dateCell(name, Date.parse(`${value}T00:00:00Z`), STYLES.date);
    case "instant":
      return dateCell(name, Date.parse(value), STYLES.instant);
  }
}

export const textCell = (name: string, value: string, style: number): string =>
  `<c r="${name}"${style === STYLES.plain ? "" : ` s="${style}"`} t="inlineStr">` +
  `<is><t xml:space="preserve">${escaped(value)}</t></is></c>`;

function dateCell(name: string, ms: number, style: number): string {
  const days = (ms / DAY_MS + EPOCH_DAYS).toFixed(style === STYLES.date ? 0 : DAY_DECIMALS);
  return `<c r="${name}" s="${style}"><v>${days}</v></c>`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;" };

/**
 * Text of an element. Characters that XML cannot hold are written as `_x0007_`, and a text of that form is escaped, too
 * (ST_Xstring of ISO/IEC 29500-1).
 */
export const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML 1.0 excludes.
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, (character) => {
      const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
      return `_x${code}_`;
    })
    .replaceAll(/[&<>\r]/g, (character) => ENTITIES[character]!);

/** The name of a column: A to Z, AA to ZZ and so on. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}
