import { addDays } from "@emissions/quantity/period";

/** Includes both ends. Empty if the end is before the start. */
export interface Range {
  startDate: string;
  endDate: string;
}

/** Splits a range into its whole months and the days before and after them. */
export function splitByMonth({ startDate, endDate }: Range): { before: Range; months: Range; after: Range } {
  const first = startDate.endsWith("-01") ? startDate : nextMonth(startDate);
  const dayAfter = addDays(endDate, 1);
  const end = dayAfter.endsWith("-01") ? dayAfter : firstOfMonth(endDate);
  if (first >= end) return { before: { startDate, endDate }, months: EMPTY, after: EMPTY };
  return {
    before: first === startDate ? EMPTY : { startDate, endDate: addDays(first, -1) },
    months: { startDate: first, endDate: addDays(end, -1) },
    after: end === dayAfter ? EMPTY : { startDate: end, endDate },
  };
}

export const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

/** 31 days after the first day of a month is always in the next month. */
export const nextMonth = (day: string): string => firstOfMonth(addDays(firstOfMonth(day), 31));

/** An empty range of valid Postgres dates. A day before year 1 would be invalid. */
const EMPTY: Range = { startDate: "1970-01-02", endDate: "1970-01-01" };
