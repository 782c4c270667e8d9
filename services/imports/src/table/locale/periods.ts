import { monthOf } from "./months.ts";

/** A month, a quarter or a year, by its first and its last day. */
export interface Period {
  start: string;
  end: string;
}

/** The period, or the readings between which only a person can decide. Null for another text. */
export type PeriodReading = { period: Period } | { readings: string } | null;

const LENGTH_MAX = 40;
/** Years of activities. Other numbers of four digits are no years. */
const YEAR_MIN = 1970;
const YEAR_MAX = 2099;
/** Two digits up to it may also be a day of a month. */
const DAY_MAX = 31;

const YEAR = /^(\d{4})$/;
const YEAR_MONTH = /^(\d{4})([-/. ])(\d{1,2})$/;
const MONTH_YEAR = /^(\d{1,2})[-/. ](\d{4})$/;
const COMPACT = /^(?:((?:19|20)\d{2})(0[1-9]|1[0-2])|(0[1-9]|1[0-2])((?:19|20)\d{2}))$/;
const TWO_NUMBERS = /^(\d{1,2})[-/](\d{2})$/;
const NAME_YEAR = /^(\p{L}+)\.?(?:,| de| del)?([\s./-]*)(['’]?)(\d{4}|\d{2})$/iu;
const YEAR_NAME = /^(\d{4}|\d{2})[\s./-]*(?:de )?(\p{L}+)\.?$/iu;
/** In the languages of months. `T1` is a quarter in all that use it. */
const QUARTER = "(?:quarter|quartal|trimestre|trim|qtr|q|t)";
const YEAR_QUARTER = new RegExp(`^(\\d{4})[\\s./-]*${QUARTER}[\\s.]*([1-4])$`, "i");
const YEAR_NUMBERED = new RegExp(`^(\\d{4})[\\s./-]*([1-4])[\\s.-]*${QUARTER}\\.?$`, "i");
const QUARTER_YEAR = new RegExp(`^${QUARTER}[\\s.]*([1-4])[\\s./'’-]*(?:del? |of )?(\\d{4}|\\d{2})$`, "i");
const NUMBERED_YEAR = new RegExp(
  `^([1-4])(?:\\.|[º°o]|st|nd|rd|th|er|ro|do|ème|e|r|n)?[\\s.-]*${QUARTER}[\\s./'’-]*(?:del? |of )?(\\d{4}|\\d{2})$`,
  "i",
);

/** Reads a text such as 2025-03, 03/2025, Mar 2025, marzo de 2025, 2025-Q1, 1T2025 or 2025. */
export function readPeriod(text: string): PeriodReading {
  if (text.length > LENGTH_MAX) return null;
  const written = text.trim().replace(/\s+/g, " ");
  const year = YEAR.exec(written);
  if (year) return periodOf(year[1]!, 1, 12);
  return quarterIn(written) ?? numbersIn(written) ?? nameIn(written);
}

function quarterIn(text: string): PeriodReading {
  const yearFirst = YEAR_QUARTER.exec(text) ?? YEAR_NUMBERED.exec(text);
  const yearLast = QUARTER_YEAR.exec(text) ?? NUMBERED_YEAR.exec(text);
  const [year, quarter] = yearFirst?.slice(1) ?? yearLast?.slice(1).toReversed() ?? [];
  return quarter === undefined ? null : periodOf(year!, Number(quarter) * 3 - 2, 3);
}

function numbersIn(text: string): PeriodReading {
  const yearFirst = YEAR_MONTH.exec(text);
  if (yearFirst) {
    const [, year = "", mark, month = ""] = yearFirst;
    const read = periodOf(year, Number(month), 1);
    // The years 2003 and 2004, such as those of a fiscal year.
    if (read !== null && mark === "/" && Number(month) === (Number(year) + 1) % 100) {
      return doubt(`the month ${Number(month)} of ${year}, or the years ${year} and ${Number(year) + 1}`);
    }
    // 2025.1 was 2025.10 before a spreadsheet made it a number.
    return read !== null && mark === "." && month === "1" ? doubt(`January or October ${year}`) : read;
  }
  const yearLast = MONTH_YEAR.exec(text);
  if (yearLast) return periodOf(yearLast[2]!, Number(yearLast[1]), 1);
  const compact = COMPACT.exec(text);
  if (compact) return periodOf(compact[1] ?? compact[4]!, Number(compact[2] ?? compact[3]), 1);
  const isDoubtful = TWO_NUMBERS.exec(text)?.slice(1).some(isMonth) === true;
  return isDoubtful ? doubt("a month with a short year, or a day without its year") : null;
}

function nameIn(text: string): PeriodReading {
  const nameFirst = NAME_YEAR.exec(text);
  if (nameFirst) {
    const [, name = "", mark = "", apostrophe, year = ""] = nameFirst;
    const month = monthOf(name);
    if (month === null) return null;
    // Spreadsheets write months as ene-25, and days as 25-ene.
    const isYear = apostrophe !== "" || mark === "-" || year.length === 4 || Number(year) > DAY_MAX;
    return isYear ? periodOf(year, month, 1) : doubt(`${name} 20${year}, or the ${year} ${name} without a year`);
  }
  const [, year = "", name = ""] = YEAR_NAME.exec(text) ?? [];
  const month = monthOf(name);
  if (month === null) return null;
  return year.length === 4 || Number(year) > DAY_MAX
    ? periodOf(year, month, 1)
    : doubt(`${name} 20${year}, or the ${year} ${name} without a year`);
}

const isMonth = (digits: string) => Number(digits) >= 1 && Number(digits) <= 12;
const doubt = (readings: string): PeriodReading => ({ readings });

function periodOf(written: string, month: number, months: number): PeriodReading {
  const year = written.length === 4 ? Number(written) : 2000 + Number(written);
  if (year < YEAR_MIN || year > YEAR_MAX || month < 1 || month > 12) return null;
  const day = (of: number, date: number) => new Date(Date.UTC(year, of, date)).toISOString().slice(0, 10);
  return { period: { start: day(month - 1, 1), end: day(month - 1 + months, 0) } };
}
