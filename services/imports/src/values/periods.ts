import { parseDay } from "../table/locale/dates.ts";
import { DATE_ORDERS } from "../table/locale/locales.ts";
import { readPeriod } from "../table/locale/periods.ts";
import type { Cell } from "../table/table.ts";
import { type Converted, cellText, fault, quoted, value } from "./values.ts";

/** The day of a period that a column takes. */
export type Edge = "start" | "end";

/** Of 2025-03. */
const MONTH_LENGTH = 7;

/** Converts cells that name a month, a quarter or a year into its first or its last day. */
export function periodConverter(edge: Edge): (cell: Cell) => Converted {
  return (cell) => {
    const text = cellText(cell);
    if (text === null || typeof text !== "string") return text;
    const isDay = typeof cell === "object" && cell !== null && "day" in cell;
    if (isDay && !cell.isMonth) return aDay(text);
    // A number such as 2025.5 is no text of a month.
    const isFraction = typeof cell === "object" && cell !== null && "number" in cell && !/^\d+$/.test(text);
    const read = isFraction ? null : readPeriod(isDay ? cell.day.slice(0, MONTH_LENGTH) : text);
    if (read === null) {
      if (DATE_ORDERS.some((order) => parseDay(text, { order }) !== null)) return aDay(text);
      return fault("value_error.period", `${quoted(text)} is no month, quarter or year, such as 2025-03 or 2025-Q1`);
    }
    if ("readings" in read) return fault("value_error.period.ambiguous", `${quoted(text)} could be ${read.readings}`);
    return value(read.period[edge]);
  };
}

const aDay = (text: string) =>
  fault(
    "value_error.period.ambiguous",
    `${quoted(text)} is a day, or stands for its month; fill the column as value, or write the month as 2025-03`,
  );

/** For texts in the API's own writing: a day is itself. */
export function periodOrDay(edge: Edge, convertDay: (cell: Cell) => Converted): (cell: Cell) => Converted {
  const convertPeriod = periodConverter(edge);
  return (cell) => (typeof cell === "string" && readPeriod(cell) !== null ? convertPeriod(cell) : convertDay(cell));
}
