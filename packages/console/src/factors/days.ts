import { day } from "../format/dates.ts";
import type { Say } from "../words/words.ts";

interface Days {
  start_date: string | null;
  end_date: string | null;
}

/** Factors without a first day begin here. */
const FIRST_DAY = "1970-01-01";

/** First and last day; an open side is told in words. Empty when both are open. */
export function daysText({ start_date, end_date: last }: Days, say: Say, locale: string): string {
  const first = start_date === FIRST_DAY ? null : start_date;
  if (first === null && last === null) return "";
  const text = (one: string | null) => (one === null ? say("factors.open") : day(one, locale));
  return `${text(first)} – ${text(last)}`;
}
