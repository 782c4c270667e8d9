import { addDays } from "@emissions/quantity/period";

/** Both ends included; empty when the end is before the start. */
export interface Range {
  startDate: string;
  endDate: string;
}

/** Divides a range into its whole months, from the first day to the last, and the days before and after them. */
export function split({ startDate, endDate }: Range): { before: Range; months: Range; after: Range } {
  const first = startDate.endsWith("-01") ? startDate : nextMonth(startDate);
  const dayAfter = addDays(endDate, 1);
  const end = dayAfter.endsWith("-01") ? dayAfter : firstOfMonth(endDate);
  if (first >= end) return { before: { startDate, endDate }, months: NOTHING, after: NOTHING };
  return {
    before: first === startDate ? NOTHING : { startDate, endDate: addDays(first, -1) },
    months: { startDate: first, endDate: addDays(end, -1) },
    after: end === dayAfter ? NOTHING : { startDate: end, endDate },
  };
}

export const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

/** 31 days after the first of a month are always in the next month. */
const nextMonth = (day: string): string => firstOfMonth(addDays(firstOfMonth(day), 31));

/** An empty range of days that Postgres knows; the day before year 1 would be none. */
const NOTHING: Range = { startDate: "1970-01-02", endDate: "1970-01-01" };
