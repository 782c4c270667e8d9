import type { StandInRule } from "../catalogue/stand-ins.ts";

interface Figure {
  year: number;
  standIn: Pick<StandInRule, "yearMeans" | "earlierMax" | "laterMax">;
}

/** Sentence part such as "6 years before 2025"; for a figure of another year. */
export function distanceText({ year }: Pick<Figure, "year">, activityYear: number): string {
  const years = Math.abs(activityYear - year);
  return `${years} ${years === 1 ? "year" : "years"} ${year < activityYear ? "before" : "after"} ${activityYear}`;
}

/** The limit in the direction of the activity; null without a limit. */
export const limitOf = ({ year, standIn }: Figure, activityYear: number): number | null =>
  year < activityYear ? standIn.earlierMax : standIn.laterMax;

/** Whether the figure may stand in for the year of the activity. */
export function standsInFor(figure: Figure, activityYear: number): boolean {
  const limit = limitOf(figure, activityYear);
  return limit === null || Math.abs(activityYear - figure.year) <= limit;
}

/** Only editions and measured years age: a validity, a price year and a year of publication do not. */
export function yearMarks({ year, standIn }: Figure, activityYear: number) {
  const ages = standIn.yearMeans === "edition" || standIn.yearMeans === "data";
  return {
    staleYears: ages ? Math.max(0, activityYear - year) : 0,
    aheadYears: ages ? Math.max(0, year - activityYear) : 0,
  };
}

/** The last day of the year of a day. */
export const yearEnd = (day: string): string => `${day.slice(0, 4)}-12-31`;
