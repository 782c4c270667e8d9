import { addDays } from "@emissions/quantity/period";

/** Includes both ends. Empty if the end is before the start. */
export interface Range {
  startDate: string;
  endDate: string;
}

/** Splits a range into its whole months and the days before and after them. */
export function splitByMonth({ startDate, endDate }: Range): { before: Range; months: Range; after: Range } {
  const isCut = !startDate.endsWith("-01");
  const days = { before: { startDate, endDate }, months: EMPTY, after: EMPTY };
  // No month follows the last one of the calendar.
  if (isCut && lastOfMonth(startDate) >= endDate) return days;
  const first = isCut ? nextMonth(startDate) : startDate;
  const last = lastOfMonth(endDate) === endDate ? endDate : addDays(firstOfMonth(endDate), -1);
  if (first > last) return days;
  return {
    before: isCut ? { startDate, endDate: lastOfMonth(startDate) } : EMPTY,
    months: { startDate: first, endDate: last },
    after: last === endDate ? EMPTY : { startDate: firstOfMonth(endDate), endDate },
  };
}

export const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

/** Not for the last month of the calendar. 31 days after the first day of a month is always in the next month. */
export const nextMonth = (day: string): string => firstOfMonth(addDays(firstOfMonth(day), 31));

export const lastOfMonth = (day: string): string =>
  day.slice(5, 7) === "12" ? `${day.slice(0, 4)}-12-31` : addDays(nextMonth(day), -1);

/** The first days of the months of a range of whole months. */
export function firstDays({ startDate, endDate }: Range): string[] {
  if (startDate > endDate) return [];
  const days = [startDate];
  while (lastOfMonth(days.at(-1)!) < endDate) days.push(nextMonth(days.at(-1)!));
  return days;
}

/** The days whose steps apply in the ranges: from the first day of the month of each range to its end, each once. */
export function stepDays(ranges: readonly Range[]): string[] {
  const days = new Set<string>();
  for (const { startDate, endDate } of ranges.filter(isNonEmpty)) {
    for (let day = firstOfMonth(startDate); day < endDate; day = addDays(day, 1)) days.add(day);
    days.add(endDate);
  }
  return [...days];
}

export const isNonEmpty = ({ startDate, endDate }: Range): boolean => startDate <= endDate;

/** An empty range of valid Postgres dates. A day before year 1 would be invalid. */
const EMPTY: Range = { startDate: "1970-01-02", endDate: "1970-01-01" };
