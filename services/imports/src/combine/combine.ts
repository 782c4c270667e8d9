import type { Template } from "../template/template.ts";

/** The time of a row is the beginning or the end of its interval. */
export const MARKS = ["start", "end"] as const;
export type Marks = (typeof MARKS)[number];

/** Rows of intervals that become one record for each calendar month, and for each value of all other targets. */
export interface Combine {
  by: "month";
  /** Key of the column of the template whose amounts are added. */
  sum: string;
  at: {
    /** Column of the file with the days, or with days and times. */
    column: string;
    /** Column of the file with the times, if they have one of their own. */
    timeColumn: string | null;
    /** Null for rows of whole days. */
    marks: Marks | null;
  };
  /** Column of the file that says which amounts are estimated. */
  estimatedColumn: string | null;
  /** Such as `Europe/Madrid`, for times with an offset from UTC. Without it months are those of the times as written. */
  timeZone: string | null;
}

/** The columns of the file with the days, times and estimates of the rows. */
export const readingColumns = ({ at, estimatedColumn }: Combine): string[] =>
  [at.column, at.timeColumn, estimatedColumn].filter((column) => column !== null);

/** The targets that the days of the rows fill. */
export const FIRST_DAY = "start_date";
export const LAST_DAY = "end_date";

/** Whether records of the template have a first and a last day. */
export const hasPeriod = ({ columns }: Template): boolean =>
  [FIRST_DAY, LAST_DAY].every((key) => columns.some((column) => column.key === key && column.type === "date"));
