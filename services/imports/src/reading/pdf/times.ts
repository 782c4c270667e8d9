import { monthOf } from "../../table/locale/months.ts";

/** First and last month of the billed period, as 2026-01. */
export interface Months {
  first: string;
  last: string;
}

const DATE =
  /\d{1,4}[-./]\d{1,2}(?:[-./]\d{1,4})?|\d{1,2}(?:\.|er|st|nd|rd|th)?,? (?:de |d')?\p{L}{3,10}\.?,?(?: del?)? \d{4}/gu;
const YEAR = /(?:(\p{L}{3,10})\.?,? (?:de |del |d')?)?(?<![\d.,])(20\d\d)(?![\d.,]\d|\d)/u;

/** Whether folded words name a year, or a month of a year, that is not the billed period: "Consumption March 2023". */
export function isOtherTime(words: string, months: Months | null): boolean {
  const [, name = "", year] = YEAR.exec(words.replace(DATE, " ")) ?? [];
  if (months === null || year === undefined) return false;
  const month = monthOf(name);
  if (month === null) return true;
  const named = `${year}-${String(month).padStart(2, "0")}`;
  return named < months.first || named > months.last;
}
