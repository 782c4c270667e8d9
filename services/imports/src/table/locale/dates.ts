import { dayOfSerial } from "../serials.ts";
import type { DateSystem } from "../table.ts";
import type { DateOrder } from "./locales.ts";
import { monthOf } from "./months.ts";

const LENGTH_MAX = 60;

/** Two digits mean 1970 to 2069: no activity is older than 1970. */
const FIRST_SHORT_YEAR = 70;

/** A time and a zone after the day are ignored: the day is the one that was written. */
const TIME = /(?:[T ,]\s*)\d{1,2}[:.h]\d{2}(?:[:.]\d{2}(?:[.,]\d{1,9})?)?\s*(?:[ap]\.?\s?m\.?|Z|[+-]\d{2}:?\d{2})?$/i;

const ISO = /^(\d{4})([-/.]) ?(\d{1,2})\2 ?(\d{1,2})\.?$/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;
const NUMERIC = /^(\d{1,2})([-/. ]) ?(\d{1,2})\2 ?(\d{4}|\d{2})\.?$/;
const DAY_NAME_YEAR =
  /^(\d{1,2})(?:st|nd|rd|th|er|\.|º)?[\s/-]*(?:de |d['’])?\s*(\p{L}+)\.?,?[\s/-]*(?:del? )?\s*(\d{4}|\d{2})$/iu;
const NAME_DAY_YEAR = /^(\p{L}+)\.?[\s/-]*(\d{1,2})(?:st|nd|rd|th)?,?[\s/-]+(\d{4})$/iu;
/** Serial numbers of days from 1970 to 2149 have five digits. */
const SERIAL = /^(?:2[5-9]|[3-9]\d)\d{3}(?:\.\d+)?$/;
const FIRST_SERIAL = { 1900: 25_569, 1904: 24_107 };

export interface DateStyle {
  order: DateOrder;
  /** For days that a spreadsheet stored as plain numbers. */
  dateSystem?: DateSystem;
}

/** The day as 2026-01-31; null if the text is none. */
export function parseDay(text: string, { order, dateSystem = 1900 }: DateStyle): string | null {
  if (text.length > LENGTH_MAX) return null;
  const written = text.trim().replace(/\s+/g, " ");
  if (SERIAL.test(written)) return Number(written) < FIRST_SERIAL[dateSystem] ? null : dayOfSerial(written, dateSystem);
  const day = written.replace(TIME, "").trim();
  const iso = ISO.exec(day);
  if (iso) return dayText(iso[1]!, iso[3]!, iso[4]!);
  const compact = COMPACT.exec(day);
  if (compact) return dayText(compact[1]!, compact[2]!, compact[3]!);
  const numeric = NUMERIC.exec(day);
  if (numeric) {
    const [, first = "", , second = "", year = ""] = numeric;
    if (order === "year_first") return yearFirst(first, second, year);
    return order === "month_first" ? dayText(year, first, second) : dayText(year, second, first);
  }
  return namedDay(day);
}

/** With a short year, a locale that puts years first does so in short dates too. */
const yearFirst = (first: string, second: string, third: string) =>
  third.length === 2 ? dayText(first, second, third) : null;

function namedDay(text: string): string | null {
  const dayFirst = DAY_NAME_YEAR.exec(text);
  const [day, name, year] = dayFirst ? dayFirst.slice(1) : (swapped(NAME_DAY_YEAR.exec(text)) ?? []);
  const month = monthOf(name ?? "");
  return month === null ? null : dayText(year!, String(month), day!);
}

const swapped = (match: RegExpExecArray | null) => (match === null ? null : [match[2]!, match[1]!, match[3]!]);

function dayText(year: string, month: string, day: string): string | null {
  const fullYear = year.length === 4 ? Number(year) : Number(year) + (Number(year) >= FIRST_SHORT_YEAR ? 1900 : 2000);
  const date = new Date(Date.UTC(fullYear, Number(month) - 1, Number(day)));
  // 31 June would become 1 July.
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return null;
  return fullYear < 1000 ? null : date.toISOString().slice(0, 10);
}
