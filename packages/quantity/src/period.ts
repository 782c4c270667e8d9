/** Longest period that is spread over its days: a hundred years. */
export const PERIOD_DAYS_MAX = 36_525;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;
/** Days before each month of a year that is no leap year. */
const BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365];
/** From the first day of the year 0 to that of 1970. */
const EPOCH = 719_528;

/** Whether the text is a day of the calendar, such as "2024-02-29"; "2023-02-29" is none. */
export const isDay = (text: string): boolean => numberOf(text) !== null;

export const addDays = (day: string, days: number): string => numberedDay(dayNumber(day) + days);

/** Days since 1970. */
export function dayNumber(day: string): number {
  const number = numberOf(day);
  if (number === null) throw new RangeError("Not a day of the calendar");
  return number;
}

/** The day with a number, as far as Date knows them. */
export const numberedDay = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10);

/** Days from one to the other; negative when the second is earlier. */
export const daysFrom = (start: string, end: string): number => dayNumber(end) - dayNumber(start);

/** Days of a period, both ends included. Throws a RangeError for a reversed or an endless one. */
export function daysIn(start: string, end: string): number {
  const days = daysFrom(start, end) + 1;
  if (days < 1 || days > PERIOD_DAYS_MAX) throw new RangeError(`A period of ${days} days`);
  return days;
}

/** The months that a period touches, in order: "2024-12", "2025-01". */
export function monthsIn(start: string, end: string): string[] {
  daysIn(start, end);
  const months: string[] = [];
  for (let month = start.slice(0, 7); month <= end.slice(0, 7); month = monthAfter(month)) months.push(month);
  return months;
}

/**
 * Counted out, because Date takes ten times as long, and each record of a batch has a dozen days to look at. Null for
 * what is no day.
 */
function numberOf(text: string): number | null {
  if (!DAY.test(text)) return null;
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const [month, day] = [twoDigits(text, 5), twoDigits(text, 8)];
  if (month < 1 || month > 12 || day < 1) return null;
  const leaps = leapsBefore(year);
  const isLeap = leapsBefore(year + 1) > leaps;
  const before = BEFORE_MONTH[month - 1]! + (isLeap && month > 2 ? 1 : 0);
  const length = BEFORE_MONTH[month]! - BEFORE_MONTH[month - 1]! + (isLeap && month === 2 ? 1 : 0);
  return day > length ? null : year * 365 + leaps + before + day - 1 - EPOCH;
}

const ZERO_CODE = 0x30;

const twoDigits = (text: string, at: number): number =>
  (text.charCodeAt(at) - ZERO_CODE) * 10 + text.charCodeAt(at + 1) - ZERO_CODE;

/** Leap years from the year 0, which is one, up to a year. */
function leapsBefore(year: number): number {
  if (year === 0) return 0;
  const last = year - 1;
  return Math.floor(last / 4) - Math.floor(last / 100) + Math.floor(last / 400) + 1;
}

function monthAfter(month: string): string {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return number === 12 ? `${padded(year + 1, 4)}-01` : `${padded(year, 4)}-${padded(number + 1, 2)}`;
}

const padded = (number: number, length: number) => String(number).padStart(length, "0");
