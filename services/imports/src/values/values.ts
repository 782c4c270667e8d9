import type { Cell } from "../table/table.ts";
import type { Implied } from "./resolution.ts";

/** A fault of one value. The codes are those of the API, and the codes of cells. */
export interface ValueError {
  code: string;
  message: string;
}

/** The value in the API's own writing: plain digits, 2026-01-31, true, the value of an option, an id. */
export type Converted = { value: string; shown: string; implies?: Implied | undefined } | { error: ValueError } | null;

export const fault = (code: string, message: string) => ({ error: { code, message } });

export const value = (text: string, shown = text) => ({ value: text, shown });

const CELL_MESSAGES = {
  CELL_ERROR: "the cell has an error instead of a value",
  CELL_FORMULA_WITHOUT_VALUE: "the file has no value for the formula of the cell; save it in a spreadsheet program",
  CELL_TOO_LONG: "the text of the cell is too long",
  CELL_MERGED_AMOUNT: "the cell is merged with the one above, and an amount counts once; write the amount of each row",
  CELL_DATE_UNKNOWN: "the cell is formatted as a date, but its number is not a day",
} as const;

/** The cell as text for a text column and for look-ups; an error cell as its error. Null if it is empty. */
export function cellText(cell: Cell): string | { error: ValueError } | null {
  if (cell === null) return null;
  if (typeof cell === "string") return cell.trim() === "" ? null : cell;
  if (typeof cell === "boolean") return String(cell);
  if ("number" in cell) return cell.percent ? `${shiftPercent(cell.number)}%` : cell.number;
  if ("day" in cell) return cell.time === undefined ? cell.day : `${cell.day} ${cell.time}`;
  if (cell.error === "CELL_MERGED_AMOUNT" && cell.text !== undefined) return cell.text;
  const detail = cell.text === undefined ? "" : ` (${cell.text})`;
  return fault(cell.error, `${CELL_MESSAGES[cell.error]}${detail}`);
}

/** The error of a repeated number in a column of amounts. */
export const mergedAmount = (cell: Cell): { error: ValueError } | null =>
  cell !== null && typeof cell === "object" && "error" in cell && cell.error === "CELL_MERGED_AMOUNT"
    ? fault(cell.error, CELL_MESSAGES[cell.error])
    : null;

/** Texts in messages are cut. */
const QUOTED_MAX = 60;
export const quoted = (text: string) =>
  JSON.stringify(text.length > QUOTED_MAX ? `${text.slice(0, QUOTED_MAX)}...`.toWellFormed() : text);

/** "0.125" as "12.5". */
export function shiftPercent(number: string): string {
  const [whole = "", fraction = ""] = number.replace("-", "").split(".");
  const padded = fraction.padEnd(2, "0");
  const left = (whole + padded.slice(0, 2)).replace(/^0+(?=\d)/, "");
  const right = padded.slice(2);
  const sign = number.startsWith("-") ? "-" : "";
  return right === "" ? sign + left : `${sign}${left}.${right}`;
}
