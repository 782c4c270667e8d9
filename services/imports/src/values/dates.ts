import { parseDay } from "../table/locale/dates.ts";
import { DATE_ORDERS, type DateOrder } from "../table/locale/locales.ts";
import type { Cell, DateSystem } from "../table/table.ts";
import { isExchangeable, isNumericDay } from "./date-mix.ts";
import { type Converted, cellText, fault, quoted, value } from "./values.ts";

interface DateStyle {
  order: DateOrder | null;
  dateSystem: DateSystem;
  /** The column has days and texts whose order of day and month may differ. */
  isMixed?: boolean;
}

/** Converts cells of a column of days. Without an order, only texts with one reading are converted. */
export function dateConverter({ order, dateSystem, isMixed = false }: DateStyle): (cell: Cell) => Converted {
  const orders = order === null ? DATE_ORDERS : [order];
  return (cell) => {
    if (isMixed && (isExchangeable(cell) || isNumericDay(cell))) return mixed(cellText(cell));
    if (typeof cell === "object" && cell !== null && "day" in cell) return value(cell.day);
    const text = cellText(cell);
    if (text === null || typeof text !== "string") return text;
    const days = typeof cell === "boolean" ? [] : orders.map((one) => parseDay(text, { order: one, dateSystem }));
    const readings = [...new Set(days.filter((day) => day !== null))];
    const [first, second] = readings;
    if (first === undefined) return fault("value_error.date", `${quoted(text)} is not a date${styleNote(text, order)}`);
    if (second === undefined) return value(first);
    return fault("value_error.date.ambiguous", `${quoted(text)} could be ${readings.join(" or ")}; set date_locale`);
  };
}

const mixed = (text: ReturnType<typeof cellText>) =>
  fault(
    "value_error.date.mixed",
    `${quoted(String(text))} stands in a column of dates and of texts such as 13/02/2024, so day and month may be exchanged; set date_locale`,
  );

/** Tells that the text would be a day in another order. */
function styleNote(text: string, order: DateOrder | null): string {
  const fitsOther = order !== null && DATE_ORDERS.some((other) => parseDay(text, { order: other }) !== null);
  return fitsOther ? ` with ${ORDER_NAMES[order]}` : "";
}

const ORDER_NAMES = { day_first: "the day first", month_first: "the month first", year_first: "the year first" };
