/** Longest period that is spread over its days: a hundred years. */
export const PERIOD_DAYS_MAX = 36_525;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

/** Whether the text is a day of the calendar, such as "2024-02-29"; "2023-02-29" is none. */
export const isDay = (text: string): boolean => DAY.test(text) && dayOf(Date.parse(`${text}T00:00:00Z`)) === text;

export const addDays = (day: string, days: number): string => dayOf(millis(day) + days * DAY_MS)!;

/** Days since 1970, and back. */
export const dayNumber = (day: string): number => millis(day) / DAY_MS;
export const numberedDay = (number: number): string => dayOf(number * DAY_MS)!;

/** Days from one to the other; negative when the second is earlier. */
export const daysFrom = (start: string, end: string): number => (millis(end) - millis(start)) / DAY_MS;

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

function millis(day: string): number {
  if (!isDay(day)) throw new RangeError("Not a day of the calendar");
  return Date.parse(`${day}T00:00:00Z`);
}

/** Null for what Date cannot hold. */
const dayOf = (ms: number): string | null => (Number.isNaN(ms) ? null : new Date(ms).toISOString().slice(0, 10));

function monthAfter(month: string): string {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return number === 12 ? `${padded(year + 1, 4)}-01` : `${padded(year, 4)}-${padded(number + 1, 2)}`;
}

const padded = (number: number, length: number) => String(number).padStart(length, "0");
