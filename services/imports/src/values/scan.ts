import { detectDateOrder, detectDecimalMark, SAMPLES_MAX } from "../table/locale/detect.ts";
import {
  type DateOrder,
  DECIMAL_MARKS,
  type DecimalMark,
  dateOrderOf,
  decimalMarkOf,
} from "../table/locale/locales.ts";
import { parseNumber } from "../table/locale/numbers.ts";
import type { Cell } from "../table/table.ts";
import { type Mapped, type MappedColumn, mappedColumns, partsOf } from "./columns.ts";
import { createDateMix } from "./date-mix.ts";
import { DISTINCT_MAX } from "./resolution.ts";
import { sectorKeys } from "./sectors.ts";
import { addShown } from "./shown.ts";
import { cellText } from "./values.ts";

export interface Locales {
  /** Such as `es_ES`. Without a known locale the style of each column is detected. */
  numericLocale?: string | null | undefined;
  dateLocale?: string | null | undefined;
}

/** By column key. Null: several styles are possible, or none fits every text. */
export interface Styles {
  decimalMarks: ReadonlyMap<string, DecimalMark | null>;
  dateOrders: ReadonlyMap<string, DateOrder | null>;
  /** Keys of columns of days of which a spreadsheet may have exchanged day and month. */
  mixedDates: ReadonlySet<string>;
  /** Units that the number formats of the columns show, `NO_UNIT` for cells without; of columns with numbers alone. */
  shown: ReadonlyMap<string, readonly string[]>;
  /** Keys of columns of shares, 0 to 1, in which no number is above 1. */
  lowShares: ReadonlySet<string>;
}

export interface Scan {
  /** Examines the cells of one row. Corrected values have no format. */
  add(cells: readonly Cell[], corrected?: ReadonlySet<string>): void;
  styles(): Styles;
  /** Texts of the columns with references and sectors, as `resolveReferences` takes them. */
  distinct: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The first pass over the rows of a file: it finds the styles of numbers and days, and the texts to resolve. */
export function createColumnScan(options: Mapped & Locales): Scan {
  const mapped = mappedColumns(options);
  const mark = options.numericLocale ? decimalMarkOf(options.numericLocale) : null;
  const order = options.dateLocale ? dateOrderOf(options.dateLocale) : null;
  const isNumber = ({ column: { type } }: MappedColumn) => type === "number" || type === "integer";
  const isDate = ({ column: { type } }: MappedColumn) => type === "date";
  const sampled = mapped
    .filter((one) => (mark === null && isNumber(one)) || (order === null && isDate(one)))
    .map((one) => ({ ...one, texts: [] as string[] }));
  const sectors = new Set(sectorKeys(options.template));
  const references = mapped
    .filter(({ column }) => column.type === "reference" || sectors.has(column.key))
    .map((one) => ({ ...one, texts: new Set<string>() }));
  const numbers = mapped.filter(isNumber).map((one) => ({ ...one, shown: new Set<string>() }));
  const shares = mapped
    .filter(({ column }) => column.rules?.decimal?.lte === "1")
    .map((one) => ({ ...one, isLow: true }));
  const dates = order === null ? mapped.filter(isDate).map((one) => ({ ...one, mix: createDateMix() })) : [];
  const unclear = isExport(options) ? EXPORTED_MARK : null;
  const samplesOf = (key: string) => sampled.find(({ column }) => column.key === key)?.texts ?? [];
  return {
    distinct: new Map(references.map(({ column, texts }) => [column.key, texts])),
    add: (cells, corrected) => {
      for (const { at, texts } of sampled) {
        const cell = cells[at];
        if (typeof cell === "string" && texts.length < SAMPLES_MAX) texts.push(cell);
      }
      for (const { at, column, shown } of numbers) {
        if (corrected?.has(column.key) !== true) addShown(shown, cells[at] ?? null);
      }
      for (const one of shares) if (one.isLow && mayExceedOne(cells[one.at] ?? null)) one.isLow = false;
      for (const { at, mix } of dates) mix.add(cells[at] ?? null);
      for (const { at, column, texts, replaced } of references) {
        const written = cellText(cells[at] ?? null);
        if (typeof written !== "string") continue;
        for (const part of column.isList ? partsOf(written) : [written]) {
          const text = cellText(replaced(part).cell);
          if (typeof text === "string" && texts.size < DISTINCT_MAX) texts.add(text);
        }
      }
    },
    styles: () => ({
      decimalMarks: styles(
        mapped.filter(isNumber),
        (key) => mark ?? detectDecimalMark(samplesOf(key)).value ?? unclear,
      ),
      dateOrders: orderedAlike(
        styles(mapped.filter(isDate), (key) => order ?? detectDateOrder(samplesOf(key)).value),
        (key) => detectDateOrder(samplesOf(key)).possible,
      ),
      shown: new Map(
        numbers.filter(({ shown }) => shown.size > 0).map(({ column, shown }) => [column.key, [...shown]]),
      ),
      lowShares: new Set(shares.filter(({ isLow }) => isLow).map(({ column }) => column.key)),
      mixedDates: new Set(dates.filter(({ mix }) => mix.isMixed()).map(({ column }) => column.key)),
    }),
  };
}

/** In one of its readings, and without a percent sign. */
function mayExceedOne(cell: Cell): boolean {
  if (typeof cell === "object" && cell !== null) return "number" in cell && !cell.percent && Number(cell.number) > 1;
  if (typeof cell !== "string") return false;
  return DECIMAL_MARKS.some((mark) => {
    const read = parseNumber(cell, mark);
    return read !== null && !read.percent && Number(read.number) > 1;
  });
}

/** Exports of lists have all columns of the template, in its order and named by their keys. */
const isExport = ({ template, columns }: Mapped) => template.columns.every(({ key }, at) => columns[at] === key);
/** Exports have the API's own writing of numbers: 1.234 has three decimals there. */
const EXPORTED_MARK = ".";

/** The first and the last day of a period are written alike: one that has a single reading decides the other. */
function orderedAlike(
  orders: Map<string, DateOrder | null>,
  possible: (key: string) => readonly DateOrder[],
): Map<string, DateOrder | null> {
  for (const [key, other] of [PERIOD, PERIOD.toReversed()] as [string, string][]) {
    const [only, ...more] = orders.get(key) === null && orders.has(other) ? possible(other) : [];
    if (only !== undefined && more.length === 0 && possible(key).includes(only)) orders.set(key, only);
  }
  return orders;
}
const PERIOD = ["start_date", "end_date"];

const styles = <T>(columns: readonly MappedColumn[], styleOf: (key: string) => T): Map<string, T> =>
  new Map(columns.map(({ column: { key } }) => [key, styleOf(key)]));
