import { dayText, mayHave23Hours, mayHave25Hours } from "./days.ts";
import type { Moment } from "./moments.ts";

export interface Interval extends Moment {
  /** Of the sheet. */
  rowNumber: number;
}

/** Two rows for one time, or for times that overlap. */
export interface Doubled {
  first: Interval;
  second: Interval;
}

export interface Coverage {
  first: Interval;
  last: Interval;
  /** Minutes of an interval; null for a single row. */
  minutes: number | null;
  doubled: Doubled[];
  /** Intervals that are missing between the first and the last day, by day. */
  missing: Map<number, number>;
  /** Hours of days with 23 or 25. */
  changed: Map<number, number>;
}

const DAY_MINUTES = 1_440;
const HOUR = 60;
/** Clocks change before this time. */
const CHANGE_BEFORE = 4 * HOUR;

/** Examines the intervals of one month. Intervals with and without an offset are never in one month. */
export function coverageOf(intervals: readonly Interval[]): Coverage {
  const sorted = intervals.toSorted(
    (a, b) => a.day - b.day || (a.instant ?? 0) - (b.instant ?? 0) || (a.minute ?? 0) - (b.minute ?? 0),
  );
  const minutes = stepOf(sorted);
  const days = Map.groupBy(sorted, ({ day }) => day);
  const doubled = [...days].flatMap(([day, ofDay]) => doubledOf(day, ofDay, minutes));
  const [first, last] = [sorted[0]!, sorted.at(-1)!];
  const { missing, changed } = countsOf(days, { first, last, minutes });
  return { first, last, minutes, doubled, missing, changed };
}

const between = (a: Interval, b: Interval): number =>
  a.instant !== null && b.instant !== null ? b.instant - a.instant : (b.minute ?? 0) - (a.minute ?? 0);

/** The most frequent distance: within a day, or else between days. */
function stepOf(sorted: readonly Interval[]): number | null {
  const [within, across] = [new Map<number, number>(), new Map<number, number>()];
  for (let at = 1; at < sorted.length; at++) {
    const [a, b] = [sorted[at - 1]!, sorted[at]!];
    const isSameDay = a.day === b.day;
    const distance = isSameDay ? between(a, b) : (b.day - a.day) * DAY_MINUTES;
    const counts = isSameDay ? within : across;
    if (distance > 0) counts.set(distance, (counts.get(distance) ?? 0) + 1);
  }
  const [most] = [...(within.size > 0 ? within : across)].toSorted(([a, m], [b, n]) => n - m || a - b);
  return most?.[0] ?? null;
}

function doubledOf(day: number, ofDay: readonly Interval[], minutes: number | null): Doubled[] {
  const pairs: Doubled[] = [];
  for (let at = 1; at < ofDay.length; at++) {
    const [first, second] = [ofDay[at - 1]!, ofDay[at]!];
    if (between(first, second) < (minutes ?? 1)) pairs.push({ first, second });
  }
  return minutes !== null && isRepeatedHour(day, pairs, minutes) ? [] : pairs;
}

/** The whole hour that a day of 25 hours has twice. With an offset its times differ. */
function isRepeatedHour(day: number, pairs: readonly Doubled[], minutes: number): boolean {
  if (pairs.length * minutes !== HOUR || !mayHave25Hours(day)) return false;
  const times = pairs.map(({ first }) => first.minute ?? Number.NaN);
  return (
    pairs.every(({ first, second }) => first.instant === null && between(first, second) === 0) &&
    new Set(times).size === times.length &&
    Math.max(...times) - Math.min(...times) < HOUR &&
    Math.max(...times) <= CHANGE_BEFORE
  );
}

/** Missing intervals and the days of 23 or 25 hours. */
function countsOf(
  days: ReadonlyMap<number, readonly Interval[]>,
  { first, last, minutes }: Pick<Coverage, "first" | "last" | "minutes">,
): Pick<Coverage, "missing" | "changed"> {
  const [missing, changed] = [new Map<number, number>(), new Map<number, number>()];
  if (minutes === null || DAY_MINUTES % minutes !== 0) return { missing, changed };
  const expected = DAY_MINUTES / minutes;
  const ofHour = HOUR / minutes;
  // Both days are of one month.
  for (let day = first.day; day <= last.day; day++) {
    const count = days.get(day)?.length ?? 0;
    const isShort = mayHave23Hours(day) && count === expected - ofHour;
    const isLong = mayHave25Hours(day) && count === expected + ofHour;
    if (isShort || isLong) changed.set(day, isLong ? 25 : 23);
    else if (count < expected) missing.set(day, expected - count);
  }
  return { missing, changed };
}

/** As in `2026-01-31 24:00`. */
export function momentText({ day, minute }: Moment): string {
  if (minute === null) return dayText(day);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${dayText(day)} ${two(Math.floor(minute / HOUR))}:${two(minute % HOUR)}`;
}
