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

/** No month has more days, and two months together have more than 31 from the first of the one. */
const nextMonth = (day: string): string => firstOfMonth(addDays(firstOfMonth(day), 31));

/** The days next to a range may lie outside the calendar of Postgres, which has no year 0. */
const NOTHING: Range = { startDate: "1970-01-02", endDate: "1970-01-01" };
