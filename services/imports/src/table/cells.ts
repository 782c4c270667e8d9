import { plain, readDigits } from "@emissions/quantity/digits";
import type { NumberFormat } from "./formats.ts";
import { CELL_LENGTH_MAX } from "./limits.ts";
import { dayOfSerial, timeOfSerial } from "./serials.ts";
import type { Cell, DateSystem } from "./table.ts";

/** Digits that a double cannot hold all: spreadsheets write 0.29 as 0.28999999999999998. */
const DOUBLE_DIGITS = 15;
const WRITTEN_DIGITS_MAX = 17;
/** Digits of a number in a cell, zeros included. */
const DIGITS_MAX = 60;

/** Control characters, except tab and line feed: Postgres refuses NUL, and the others are invisible. */
const CONTROL = /(?![\t\n])\p{Cc}/gu;

/** A text without control characters and outer spaces; null if nothing is left. */
export function textCell(raw: string): Cell {
  if (raw.length > CELL_LENGTH_MAX) return { error: "CELL_TOO_LONG" };
  const text = raw.replace(/\r\n?/g, "\n").replace(CONTROL, "").toWellFormed().trim();
  return text === "" ? null : text;
}

/** A stored number, which its format may show as a day or with a unit. */
export function numberCell(raw: string, { kind, text, isScaled }: NumberFormat, dateSystem: DateSystem): Cell {
  const number = exactDigits(raw.trim());
  if (number === null) return { error: "CELL_ERROR", text: raw.slice(0, 100) };
  if (kind === "percent") return { number, percent: true };
  if (kind === "number") {
    return { number, ...(text !== null && { shows: text }), ...(isScaled && { isScaled: true as const }) };
  }
  const time = timeOfSerial(number);
  if (/^0(\.|$)/.test(number)) return time ?? "00:00:00";
  const day = dayOfSerial(number, dateSystem);
  if (day === null) return { error: "CELL_DATE_UNKNOWN", text: number };
  return { day, ...(time !== null && { time }), ...(kind === "month" && { isMonth: true as const }) };
}

/** The decimal that was typed. A number with 16 or 17 digits is the writing of a double; more digits are exact. */
function exactDigits(raw: string): string | null {
  const written = /\.0*$/.test(raw) ? raw.replace(/\.0*$/, "") : raw;
  const digits = readDigits(written, DIGITS_MAX);
  if (typeof digits === "string") return null;
  const significant = (digits.whole + digits.fraction).replace(/^0+/, "").length;
  if (significant <= DOUBLE_DIGITS || significant > WRITTEN_DIGITS_MAX) return plain(digits);
  const shortest = readDigits(String(Number(written)), DIGITS_MAX);
  return typeof shortest === "string" ? null : plain(shortest);
}

/** ISO 8601 in a cell of type date. */
export function isoCell(raw: string): Cell {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?))?/.exec(raw.trim()) ?? [];
  if (day === undefined) return { error: "CELL_DATE_UNKNOWN", text: raw.slice(0, 100) };
  const full = time?.length === 5 ? `${time}:00` : time;
  return full === undefined || full === "00:00:00" ? { day } : { day, time: full };
}

export const errorCell = (text: string): Cell => ({ error: "CELL_ERROR", text: text.slice(0, 100) });
