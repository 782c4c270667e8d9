import { detectDateOrder, detectDecimalMark, SAMPLES_MAX } from "../table/locale/detect.ts";
import { type DecimalMark, dateOrderOf, decimalMarkOf } from "../table/locale/locales.ts";
import type { Cell, DateSystem } from "../table/table.ts";
import { createDateMix } from "../values/date-mix.ts";
import type { Locales } from "../values/scan.ts";
import { cellText } from "../values/values.ts";
import type { Combine } from "./combine.ts";
import { intervalNumber, type MomentStyle, splitMoment } from "./moments.ts";

/** Rows that are examined before the others are read. */
export const STYLE_ROWS_MAX = SAMPLES_MAX;

const UTC = /(?:^|[\s_([-])(?:utc|gmt)(?:$|[\s_)\]-])/i;

interface Options extends Locales {
  combine: Combine;
  /** Of the file. */
  columns: readonly string[];
  dateSystem: DateSystem;
  /** Place of the amounts. */
  sumAt: number;
}

/** Finds the styles of days, times and amounts in the first rows. */
export function createStyleScan({ combine, columns, dateSystem, sumAt, numericLocale, dateLocale }: Options) {
  const { column, timeColumn, marks } = combine.at;
  const at = columns.indexOf(column);
  const timeAt = timeColumn === null ? null : columns.indexOf(timeColumn);
  const [days, amounts]: [Set<Cell>, Cell[]] = [new Set(), []];
  const mix = createDateMix();
  let isTimed = timeAt !== null;
  let numberMax = 0;
  return {
    add(cells: readonly Cell[]): void {
      const cell = cells[at] ?? null;
      const { day, time } = splitMoment(cell);
      if (typeof day === "string") days.add(day);
      mix.add(day);
      const text = timeAt === null ? time : textOf(cells[timeAt] ?? null);
      if (text !== null) isTimed = true;
      numberMax = Math.max(numberMax, intervalNumber(text ?? "") ?? 0);
      amounts.push(cells[sumAt] ?? null);
    },
    moments: (): MomentStyle => ({
      at,
      timeAt,
      order: dateLocale ? dateOrderOf(dateLocale) : detectDateOrder(days).value,
      dateSystem,
      isMixed: !dateLocale && mix.isMixed(),
      isTimed,
      isUtc: UTC.test(timeColumn ?? column),
      numberedMinutes: minutesOf(numberMax),
      marks,
      timeZone: combine.timeZone,
    }),
    decimalMark: (): DecimalMark | null =>
      numericLocale ? decimalMarkOf(numericLocale) : detectDecimalMark(amounts).value,
  };
}

function textOf(cell: Cell): string | null {
  const text = cellText(cell);
  return typeof text === "string" ? text.trim() : null;
}

/** Minutes of an interval, if a day has hours 1 to 25, half-hours to 50 or quarters to 100. */
function minutesOf(numberMax: number): number {
  if (numberMax <= 25) return 60;
  return numberMax <= 50 ? 30 : 15;
}
