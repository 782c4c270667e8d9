import type { Cell, DateSystem } from "../table/table.ts";
import type { Column } from "../template/template.ts";
import { type AmountFacts, amountConverter, NO_FACTS, unitCheck } from "./amounts.ts";
import { convertFlag } from "./booleans.ts";
import { type Mapped, type MappedColumn, mappedColumns, PARTS_MAX, partsOf } from "./columns.ts";
import { dateConverter } from "./dates.ts";
import { numberConverter } from "./numbers.ts";
import { listedValues, optionResolver } from "./options.ts";
import { periodConverter, periodOrDay } from "./periods.ts";
import type { ReadRow } from "./read-row.ts";
import { offer, referenceValue } from "./references.ts";
import type { Resolutions } from "./resolution.ts";
import type { Styles } from "./scan.ts";
import { doubting } from "./sectors.ts";
import { type Stated, writeStated } from "./stated.ts";
import { type Target, targetOf, withoutHoles } from "./target.ts";
import { textKey } from "./text-key.ts";
import { type Converted, cellText, fault, quoted, type ValueError, value } from "./values.ts";
import { isWeekdays, readWeekdays } from "./weekdays.ts";

export interface RowReaderOptions extends Mapped {
  /** Of `createColumnScan`. */
  styles: Styles;
  /** Of `resolveReferences`. */
  resolutions: Resolutions;
  /** Of the workbook; for days that are stored as plain numbers. */
  dateSystem?: DateSystem;
  facts?: AmountFacts;
  /** Of `doubtfulSectors`. */
  doubtful?: ReadonlyMap<string, ReadonlyMap<string, ValueError>>;
}

const NOTHING_CORRECTED: ReadonlySet<string> = new Set();

/** `narrowing` is the value of the column that narrows the reference, such as the country of a fuel. */
type Convert = (cell: Cell, narrowing: string | null) => Converted;

type Written = Exclude<Converted, { error: ValueError } | null>;

interface ReadColumn extends MappedColumn {
  target: Target;
  convert: Convert;
  /** For texts that replace others: they are in the API's own writing. */
  convertReplacement: Convert;
  /** For the values of one cell of a list. */
  convertList: (text: string, narrowing: string | null) => Converted[];
}

interface WithCorrection extends ReadColumn {
  corrected: ReadColumn;
}

/** Different texts whose results a column keeps. */
const CACHE_MAX = 10_000;
const REQUIRED: readonly ValueError[] = [{ code: "value_error.missing", message: "field required" }];

/** Converts rows of a file into records of the template. Corrected values are in the API's own writing. */
export function createRowReader(options: RowReaderOptions): {
  read(cells: readonly Cell[], corrected?: ReadonlySet<string>): ReadRow;
} {
  const { template } = options;
  const columns = mappedColumns(options).map((mapped): WithCorrection => {
    const column = readColumn(options, mapped);
    return { ...column, corrected: { ...column, convert: column.convertReplacement } };
  });
  // Columns that others depend on come first.
  const narrowing = new Set(template.columns.map(({ narrowedBy }) => narrowedBy));
  const ordered = [true, false].flatMap((first) => columns.filter(({ column }) => narrowing.has(column.key) === first));
  const mappedKeys = new Set(columns.map(({ column }) => column.key));
  const defaults = template.columns
    .filter((column) => column.default !== null && column.rules?.hasDefault !== true)
    .map((column) => {
      const resolution = options.resolutions.get(column.key)?.get(column.default!);
      const value = resolution?.status === "matched" ? resolution.match.value : column.default!;
      return { column, target: targetOf(template, column), text: column.default!, value };
    });
  const hasDefault = new Set(defaults.map(({ column }) => column.key));
  const missing = template.columns.filter(
    ({ key, required }) => required && !mappedKeys.has(key) && !hasDefault.has(key),
  );
  const checkUnits = unitCheck(template, columns, options.facts ?? NO_FACTS);
  const hasPlaces = columns.some(({ column }) => column.path.some((step) => typeof step === "number"));
  return {
    read: (cells, corrected = NOTHING_CORRECTED) => {
      const row: ReadRow = { values: {}, data: {}, errors: {} };
      const written: Record<string, string | null> = {};
      const stated: Stated[] = [];
      for (const one of ordered) {
        const { key, narrowedBy } = one.column;
        const cell = cells[one.at] ?? null;
        const narrowed = narrowedBy === null ? null : (written[narrowedBy] ?? null);
        const found = readCell(corrected.has(key) ? one.corrected : one, cell, row, narrowed);
        written[key] = found?.value ?? null;
        const ofHeader = found === null || corrected.has(key) ? null : options.facts?.effects.get(key)?.implies;
        if (ofHeader) stated.push({ ...ofHeader, by: key, text: one.sourceColumn });
        if (found?.implies !== undefined) stated.push({ ...found.implies, by: key, text: textOf(cell)! });
      }
      checkUnits(row, { cells, written, corrected });
      for (const { key } of missing) if ((row.data[key] ?? null) === null) row.errors[key] = [...REQUIRED];
      for (const one of stated) writeStated(template, one, row);
      for (const one of defaults) writeDefault(one, row);
      if (hasPlaces) withoutHoles(row.values);
      return row;
    },
  };
}

/** Answers the value that was written, or null. */
function readCell(one: ReadColumn, source: Cell, row: ReadRow, narrowing: string | null): Written | null {
  const { key, required, isList } = one.column;
  if (isList) return readList(one, source, row, narrowing);
  const { cell, isReplacement } = one.replaced(source);
  const converted = (isReplacement ? one.convertReplacement : one.convert)(cell, narrowing);
  if (converted === null) {
    row.data[key] = null;
    if (required) row.errors[key] = [...REQUIRED];
    return null;
  }
  if ("error" in converted) {
    row.data[key] = textOf(cell);
    row.errors[key] = [converted.error];
    return null;
  }
  row.data[key] = converted.shown;
  one.target.set(row.values, [converted.value]);
  return converted;
}

function readList(
  { column, target, convertList }: ReadColumn,
  cell: Cell,
  row: ReadRow,
  narrowing: string | null,
): null {
  const { key, required } = column;
  const text = cellText(cell);
  const read = typeof text === "string" ? convertList(text, narrowing) : [text];
  const errors: ValueError[] = [];
  for (const one of read) if (one !== null && "error" in one) errors.push(one.error);
  const found = read.filter((one) => one !== null && "value" in one) as { value: string; shown: string }[];
  if (errors.length === 0 && found.length === 0 && required) errors.push(...REQUIRED);
  row.data[key] = errors.length > 0 || found.length === 0 ? textOf(cell) : found.map(({ shown }) => shown).join("; ");
  if (errors.length > 0) row.errors[key] = errors;
  else if (found.length > 0) {
    target.set(
      row.values,
      found.map(({ value: one }) => one),
    );
  }
  return null;
}

interface Default {
  column: Column;
  target: Target;
  text: string;
  /** The id, for a reference. */
  value: string;
}

/** A default never makes an inner object that the row does not have. */
function writeDefault({ column, target, text, value: one }: Default, row: ReadRow): void {
  const { key, isList } = column;
  const isEmpty = (row.data[key] ?? null) === null;
  if (!isEmpty || !target.hasHolder(row.values)) return;
  target.set(row.values, isList ? partsOf(text) : [one]);
  row.data[key] = text;
  delete row.errors[key];
}

function readColumn(options: RowReaderOptions, mapped: MappedColumn): ReadColumn {
  const { column } = mapped;
  const found = convertersOf(options, column);
  const isConstant = options.constants?.has(column.key) === true;
  const converters = isConstant ? { ...found, convert: found.convertReplacement } : found;
  const convertList = isWeekdays(column) ? weekdaysConverter(mapped) : partsConverter(mapped, converters.convert);
  return { ...mapped, ...converters, convertList, target: targetOf(options.template, column) };
}

function convertersOf(options: RowReaderOptions, column: Column): Pick<ReadColumn, "convert" | "convertReplacement"> {
  const { styles, dateSystem = 1900 } = options;
  switch (column.type) {
    case "number":
    case "integer": {
      const { template, facts = NO_FACTS } = options;
      const numbers = numberConverter(column, styles.decimalMarks.get(column.key) ?? null);
      const convert = amountConverter(template, column, facts, numbers);
      return { convert, convertReplacement: numberConverter(column, ".") };
    }
    case "date": {
      const style = { order: styles.dateOrders.get(column.key) ?? null, dateSystem };
      const convertReplacement = cached(dateConverter(style));
      const edge = options.periods?.get(column.key);
      if (edge !== undefined) {
        return {
          convert: cached(periodConverter(edge)),
          convertReplacement: cached(periodOrDay(edge, convertReplacement)),
        };
      }
      const isMixed = styles.mixedDates.has(column.key);
      return {
        convert: isMixed ? cached(dateConverter({ ...style, isMixed })) : convertReplacement,
        convertReplacement,
      };
    }
    default: {
      const convertReplacement = textConverter(column, options.resolutions);
      const doubtful = options.doubtful?.get(column.key);
      return {
        convert: doubtful === undefined ? convertReplacement : doubting(convertReplacement, doubtful),
        convertReplacement,
      };
    }
  }
}

function partsConverter({ replaced }: MappedColumn, convert: Convert): ReadColumn["convertList"] {
  return (text, narrowing) => {
    const parts = partsOf(text);
    if (parts.length > PARTS_MAX) return [fault("value_error.list.max_items", `at most ${PARTS_MAX} values`)];
    return parts.map((part) => convert(replaced(part).cell, narrowing));
  };
}

/** A header with the key is one of an export, and the labels say that 0 is Monday. */
function weekdaysConverter({
  column: { key, labels },
  sourceColumn,
  replaced,
}: MappedColumn): ReadColumn["convertList"] {
  const isLabel = Object.values(labels).some((label) => textKey(label) === textKey(sourceColumn));
  const digits = sourceColumn === key ? "all" : isLabel ? "lists" : "with zero";
  const results = new Map<string, Converted[]>();
  return (text) => {
    const { cell, isReplacement } = replaced(text);
    if (typeof cell !== "string") return [];
    const earlier = results.get(cell);
    if (earlier !== undefined) return earlier;
    const read = readWeekdays(cell, isReplacement ? "all" : digits);
    if (results.size < CACHE_MAX) results.set(cell, read);
    return read;
  };
}

function textConverter(column: Column, resolutions: Resolutions): Convert {
  if (column.type === "boolean") return cached(convertFlag);
  if (column.type === "option") return cached(optionConverter(column));
  if (column.type === "text") return (cell) => ofText(cell, (text) => value(text));
  const resolved = resolutions.get(column.key);
  return (cell, narrowing) => ofText(cell, (text) => referenceValue(column, text, resolved?.get(text), narrowing));
}

function optionConverter(column: Column): (cell: Cell) => Converted {
  const resolve = optionResolver(column);
  return (cell) =>
    ofText(cell, (text) => {
      const resolution = resolve(text);
      if (resolution.status === "matched") return value(resolution.match.value);
      if (resolution.status === "ambiguous") return referenceValue(column, text, resolution, null);
      const near = resolution.status === "unmatched" ? resolution.near : [];
      const help = offer(near.map((match) => ({ label: match.value }))) || `; the values are ${listedValues(column)}`;
      return fault("type_error.enum", `${quoted(text)} is not a value of the list${help}`);
    });
}

function ofText(cell: Cell, convert: (text: string) => Converted): Converted {
  const text = cellText(cell);
  return typeof text === "string" ? convert(text) : text;
}

/** Files repeat the texts of days and options. */
function cached(convert: (cell: Cell) => Converted): (cell: Cell) => Converted {
  const results = new Map<string, Converted>();
  return (cell) => {
    if (typeof cell !== "string") return convert(cell);
    const earlier = results.get(cell);
    if (earlier !== undefined) return earlier;
    const result = convert(cell);
    if (results.size < CACHE_MAX) results.set(cell, result);
    return result;
  };
}

function textOf(cell: Cell): string | null {
  const text = cellText(cell);
  if (typeof text === "string" || text === null) return text;
  return typeof cell === "object" && cell !== null && "text" in cell ? (cell.text ?? null) : null;
}
