import { addDays } from "@emissions/quantity/period";
import { lastOfMonth, type Range } from "../total_impact/range.ts";
import type { Periodicity } from "./config.ts";

/**
 * The points of a period: the months, quarters or years of the calendar that it touches. The first and the last end with
 * the period, which may cut a month.
 */
export function pointsOf({ startDate, endDate }: Range, periodicity: Periodicity): Range[] {
  if (periodicity === "total") return [{ startDate, endDate }];
  const points: Range[] = [];
  for (let start = startDate; start <= endDate; ) {
    const end = lastDay(start, periodicity);
    // Not beyond the calendar: the day after 9999-12-31 has no text of its own.
    if (end >= endDate) return [...points, { startDate: start, endDate }];
    points.push({ startDate: start, endDate: end });
    start = addDays(end, 1);
  }
  return points;
}

function lastDay(day: string, periodicity: Exclude<Periodicity, "total">): string {
  const year = day.slice(0, 4);
  if (periodicity === "year") return `${year}-12-31`;
  const month = Number(day.slice(5, 7));
  const last = periodicity === "quarter" ? Math.ceil(month / 3) * 3 : month;
  return lastOfMonth(`${year}-${String(last).padStart(2, "0")}-01`);
}
