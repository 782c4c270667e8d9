import { isDay } from "@emissions/quantity/period";
import type { DailyRates } from "../exchange_rate/rules.ts";
import { isNear, isPositive, sameValue } from "./decimals.ts";
import { RATIO_MAX_OF_DAYS } from "./limits.ts";
import { Problems } from "./problems.ts";
import { type GivenTable, lineOf } from "./table.ts";

export interface GivenRate {
  currency: string;
  day: string;
  rate: string;
  /** The value that was known, which this one corrects. */
  known?: string;
}

interface Known {
  /** Codes of all currencies. */
  currencies: ReadonlySet<string>;
  daily: ReadonlyMap<string, DailyRates>;
  firstDay: string;
  lastDay: string;
}

interface Options {
  today: string;
  /** Whether other values than the known ones are accepted. */
  correct: boolean;
}

export interface NewRates {
  rates: GivenRate[];
  unchanged: number;
  /** Values of days before the first daily rate of the catalogue, where averages of years apply. */
  tooEarly: number;
  /** Currencies that the newest day of the file no longer has: their rates end some days later. */
  ended: string[];
}

const NOT_PUBLISHED = new Set(["", "N/A"]);

/** The rates of a file of the ECB that are not known. Throws for a file with any doubtful value. */
export function newRates(table: GivenTable, known: Known, options: Options): NewRates {
  const problems = new Problems();
  const days = daysOf(table, options.today, problems);
  checkColumns(table, known, problems);
  problems.refuse();
  const found: NewRates = { rates: [], unchanged: 0, tooEarly: 0, ended: endedIn(table, days, known) };
  table.columns.slice(1).forEach((currency, column) => {
    const values = days.flatMap(({ day, row }) => {
      const rate = table.rows[row]![column + 1]!;
      return NOT_PUBLISHED.has(rate) ? [] : [{ currency, day, rate, row }];
    });
    compareCurrency(values, { known, options, found, problems });
  });
  problems.refuse();
  return found;
}

function endedIn({ columns, rows }: GivenTable, days: readonly Day[], { daily, lastDay }: Known): string[] {
  const newest = days.at(-1)!;
  if (newest.day <= lastDay) return [];
  const values = rows[newest.row]!;
  return columns.filter(
    (code, at) => at > 0 && NOT_PUBLISHED.has(values[at]!) && daily.get(code)?.days.at(-1) === lastDay,
  );
}

interface Day {
  day: string;
  row: number;
}

/** The earliest first. */
function daysOf({ columns, rows }: GivenTable, today: string, problems: Problems): Day[] {
  if (columns[0] !== "Date") problems.add('the first column is not "Date", as in the files of the ECB');
  const days = rows.map((row, at) => ({ day: isoDay(row[0]!), row: at }));
  const seen = new Set<string>();
  for (const { day, row } of days) {
    if (!isDay(day)) problems.add(`${lineOf(row)}: "${day}" is no day`);
    else if (day > today) problems.add(`${lineOf(row)}: ${day} is in the future`);
    else if (isWeekend(day)) problems.add(`${lineOf(row)}: ${day} is a weekend, on which the ECB publishes no rates`);
    if (seen.has(day)) problems.add(`${lineOf(row)}: ${day} is there twice`);
    seen.add(day);
  }
  return days.sort((a, b) => (a.day < b.day ? -1 : 1));
}

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** The file of one day has "21 July 2026", the others "2026-07-21". */
function isoDay(text: string): string {
  const [, day, name, year] = /^(\d{1,2}) ([A-Z][a-z]+) (\d{4})$/.exec(text) ?? [];
  const month = MONTHS.indexOf(name ?? "") + 1;
  return month === 0 ? text : `${year}-${String(month).padStart(2, "0")}-${day!.padStart(2, "0")}`;
}

const isWeekend = (day: string) => new Date(day).getUTCDay() % 6 === 0;

/** Without the column of a currency that is still quoted, its rates would end. */
function checkColumns({ columns }: GivenTable, { currencies, daily, lastDay }: Known, problems: Problems): void {
  const given = new Set(columns.slice(1));
  for (const code of given) {
    if (!currencies.has(code)) problems.add(`"${code}" is no known currency`);
    else if (code === "EUR") problems.add("the euro has no rate");
  }
  for (const [code, { days }] of daily) {
    if (days.at(-1) === lastDay && !given.has(code)) problems.add(`${code}, which is still quoted, has no column`);
  }
}

interface Comparing {
  known: Known;
  options: Options;
  found: NewRates;
  problems: Problems;
}

function compareCurrency(values: readonly (GivenRate & { row: number })[], comparing: Comparing): void {
  const { known, options, found, problems } = comparing;
  const quoted = known.daily.get(values[0]?.currency ?? "");
  const knownRates = new Map(quoted?.days.map((day, at) => [day, quoted.rates[at]!]));
  let before: DayRate | null = null;
  for (const { currency, day, rate, row } of values) {
    const at = `${lineOf(row)}: ${currency} on ${day}`;
    const knownRate = knownRates.get(day);
    if (!isPositive(rate)) problems.add(`${at} is "${rate}", which is no positive decimal`);
    else if (day < known.firstDay) found.tooEarly++;
    else if (knownRate !== undefined && sameValue(knownRate, rate)) found.unchanged++;
    else if (knownRate !== undefined && !options.correct) problems.add(differs({ at, knownRate, rate }));
    else {
      const last = laterOf(before, lastBefore(quoted, day));
      if (last !== null && !isNear(last.rate, rate, RATIO_MAX_OF_DAYS)) {
        problems.add(`${at} is ${rate}, after ${last.rate} on ${last.day}: more than a factor of ${RATIO_MAX_OF_DAYS}`);
      }
      found.rates.push({ currency, day, rate, ...(knownRate !== undefined && { known: knownRate }) });
    }
    if (isPositive(rate)) before = { day, rate };
  }
}

const differs = ({ at, knownRate, rate }: { at: string; knownRate: string; rate: string }) =>
  `${at} is ${rate}, but ${knownRate} is known; --correct replaces it`;

type DayRate = Pick<GivenRate, "day" | "rate">;

const laterOf = (a: DayRate | null, b: DayRate | null) => (a === null || (b !== null && b.day > a.day) ? b : a);

function lastBefore(quoted: DailyRates | undefined, day: string): DayRate | null {
  const at = quoted?.days.findLastIndex((known) => known < day) ?? -1;
  return at < 0 ? null : { day: quoted!.days[at]!, rate: quoted!.rates[at]! };
}
