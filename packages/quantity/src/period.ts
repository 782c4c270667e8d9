/** Longest period that is spread over its days: a hundred years. */
export const PERIOD_DAYS_MAX = 36_525;

const DAY_MS = 86_400_000;
/** Days before each month of a common year. */
const BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365];
/** From 1 January of the year 0 to 1 January 1970. */
const EPOCH = 719_528;

/**
 * Whether the text is a calendar day: "2024-02-29" is one and "2023-02-29" is not. The year 0 is refused, as in
 * Postgres.
 */
export const isDay = (text: string): boolean => numberOf(text) !== null && !text.startsWith("0000");

export const addDays = (day: string, days: number): string => numberedDay(dayNumber(day) + days);

/** Days since 1970. */
export function dayNumber(day: string): number {
  const number = numberOf(day);
  if (number === null) throw new RangeError("Not a day of the calendar");
  return number;
}

/** The day with a number, within the range of Date. */
export const numberedDay = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10);

/** Days from the first to the second day. Negative if the second is earlier. */
export const daysFrom = (start: string, end: string): number => dayNumber(end) - dayNumber(start);

/** Days of a period, both ends included. Throws a RangeError for a reversed period and for one that is too long. */
export function daysIn(start: string, end: string): number {
  const days = daysFrom(start, end) + 1;
  if (days < 1 || days > PERIOD_DAYS_MAX) throw new RangeError(`A period of ${days} days`);
  return days;
}

/** 1 January 1970 was a Thursday. */
const FIRST_WEEKDAY = 3;
const WEEK_DAYS = 7;

/** Days of a period, both ends included, with any of some weekdays: from 0 for Monday to 6 for Sunday. */
export function weekdaysIn(start: string, end: string, weekdays: readonly number[]): number {
  const days = daysIn(start, end);
  const first = (dayNumber(start) + FIRST_WEEKDAY) % WEEK_DAYS;
  const inRest = (weekday: number) => (weekday - first + WEEK_DAYS) % WEEK_DAYS < days % WEEK_DAYS;
  const named = [...new Set(weekdays)];
  return named.length * Math.floor(days / WEEK_DAYS) + named.filter(inRest).length;
}

/**
 * Days since 1970, or null for an invalid day. Computed by hand: `Date` takes ten times as long and a regular
 * expression four times, and each record of a batch has a dozen days.
 */
function numberOf(text: string): number | null {
  if (text.length !== 10 || text[4] !== "-" || text[7] !== "-") return null;
  const [year, month, day] = [wholeIn(text, 0, 4), wholeIn(text, 5, 7), wholeIn(text, 8, 10)];
  // Not inverted, because every comparison with NaN is false.
  if (!(year >= 0 && month >= 1 && month <= 12 && day >= 1)) return null;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const before = BEFORE_MONTH[month - 1]! + (isLeap && month > 2 ? 1 : 0);
  const length = BEFORE_MONTH[month]! - BEFORE_MONTH[month - 1]! + (isLeap && month === 2 ? 1 : 0);
  return day > length ? null : year * 365 + leapsBefore(year) + before + day - 1 - EPOCH;
}

const ZERO_CODE = 0x30;

/** The whole number at that position, or NaN. */
function wholeIn(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - ZERO_CODE;
    if (digit < 0 || digit > 9) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

/** Leap years from the year 0 (included) up to a year. */
function leapsBefore(year: number): number {
  if (year === 0) return 0;
  const last = year - 1;
  return Math.floor(last / 4) - Math.floor(last / 100) + Math.floor(last / 400) + 1;
}
