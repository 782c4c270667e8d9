import { type Decimal, parse, plain, ZERO } from "@emissions/quantity/decimal";
import { currencyIn } from "../table/locale/numbers.ts";
import type { Cell } from "../table/table.ts";
import type { RowErrors } from "../values/read-row.ts";
import { addShown, listedUnits, NO_UNIT, scaledNumber, shownIn } from "../values/shown.ts";
import { type Converted, cellText, fault, quoted, type ValueError } from "../values/values.ts";
import { FIRST_DAY, LAST_DAY } from "./combine.ts";
import { dayText, monthText } from "./days.ts";
import { coverageOf, type Interval } from "./intervals.ts";
import type { Moment } from "./moments.ts";
import { type CombinedFacts, coverageErrors, coverageNotices } from "./notices.ts";

/** Records that one file may be combined into. */
export const COMBINED_ROWS_MAX = 20_000;

/** The place of errors that belong to no column. */
const WHOLE_ROW = "_row";

export interface FileRow {
  rowNumber: number;
  cells: readonly Cell[];
}

/** The rows of one month, as one row of the file. */
export interface CombinedRow {
  /** Of the first of them. */
  rowNumber: number;
  cells: Cell[];
  /** By column of the template, in the API's own writing. */
  values: Record<string, string>;
  errors: RowErrors;
  notices: RowErrors;
}

export interface CombinerOptions {
  /** Key of the column of the amounts. */
  sum: string;
  /** Places of the amounts and of all other mapped columns. */
  sumAt: number;
  keysAt: readonly number[];
  estimatedAt: number | null;
  momentOf(cells: readonly Cell[]): Moment | { error: ValueError };
  amountOf(cell: Cell): Converted;
}

interface Group {
  first: FileRow;
  sum: Decimal;
  intervals: Interval[];
  empty: number;
  estimated: number;
  /** Units that the number formats of the amounts show. */
  shown: Set<string>;
  /** Of amounts and times that cannot be read. */
  faults: { key: string; error: ValueError; rowNumber: number; count: number }[];
}

/** Adds the rows of each month and meter. Its time grows with the number of rows. */
export function createCombiner(options: CombinerOptions) {
  const groups = new Map<string, Group>();
  const offsets = { withUtc: 0, others: 0 };
  const groupOf = (key: string, first: FileRow): Group => {
    const known = groups.get(key);
    if (known !== undefined) return known;
    const group: Group = { first, sum: ZERO, intervals: [], empty: 0, estimated: 0, faults: [], shown: new Set() };
    groups.set(key, group);
    return group;
  };
  return {
    /** False if there are too many months and meters. */
    add(row: FileRow): boolean {
      const moment = options.momentOf(row.cells);
      if ("error" in moment) {
        addFault(groupOf(`unread ${moment.error.code}`, row), WHOLE_ROW, moment.error, row);
      } else {
        if (moment.instant !== null && isUtc(moment)) offsets.withUtc++;
        else offsets.others++;
        const values = options.keysAt.map((at) => row.cells[at] ?? null);
        addAmount(groupOf(JSON.stringify([monthText(moment.day), values]), row), { row, moment }, options);
      }
      return groups.size <= COMBINED_ROWS_MAX;
    },
    rows: (): CombinedRow[] => {
      const isUtcOnly = offsets.withUtc > 0 && offsets.others === 0;
      return [...groups.values()].map((group) => rowOf(group, options, isUtcOnly));
    },
  };
}

const isUtc = ({ day, minute, instant }: Moment) => instant === day * 1_440 + (minute ?? 0);

function addAmount(group: Group, { row, moment }: { row: FileRow; moment: Moment }, options: CombinerOptions): void {
  const { sum, sumAt, estimatedAt, amountOf } = options;
  const cell = row.cells[sumAt] ?? null;
  const amount = wrongAmount(cell) ?? amountOf(cell);
  if (amount !== null && "value" in amount) addShown(group.shown, cell);
  group.intervals.push({ ...moment, rowNumber: row.rowNumber });
  if (amount === null) group.empty++;
  else if ("error" in amount) addFault(group, sum, amount.error, row);
  else group.sum = group.sum.plus(parse(amount.value));
  if (estimatedAt !== null && isEstimated(row.cells[estimatedAt] ?? null)) group.estimated++;
}

const severalUnits = (units: readonly string[]): ValueError => ({
  code: "value_error.unit.contradiction",
  message: `the number formats of the rows show several units (${listedUnits(units)})`,
});

function wrongAmount(cell: Cell): { error: ValueError } | null {
  const scaled = scaledNumber(cell);
  if (scaled !== null) return scaled;
  const isMoney = typeof cell === "string" ? currencyIn(cell) !== null : shownIn(cell)?.isMoney === true;
  return isMoney ? fault("value_error.number.currency", `${quoted(cellText(cell) as string)} is money`) : null;
}

/** `E`, `Estimado`, `Estimated`, `* This data was estimated`. */
const ESTIMATED = /^e$|estim|stimat|geschätzt/i;

function isEstimated(cell: Cell): boolean {
  const text = cellText(cell);
  return typeof text === "string" && ESTIMATED.test(text.trim());
}

/** Faults of one kind are counted; the first one is told. */
function addFault({ faults }: Group, key: string, error: ValueError, { rowNumber }: FileRow): void {
  const known = faults.find((one) => one.key === key && one.error.code === error.code);
  if (known === undefined) faults.push({ key, error, rowNumber, count: 1 });
  else known.count++;
}

function rowOf(group: Group, { sum, sumAt }: CombinerOptions, isUtcOnly: boolean): CombinedRow {
  const { first, intervals, faults, empty, estimated } = group;
  const errors: RowErrors = {};
  for (const { key, error, rowNumber, count } of faults) {
    const more = count === 1 ? "" : ` (rows like it: ${count})`;
    errors[key] = [...(errors[key] ?? []), { ...error, message: `row ${rowNumber}: ${error.message}${more}` }];
  }
  const { rowNumber } = first;
  if (intervals.length === 0) return { rowNumber, cells: [...first.cells], values: {}, errors, notices: {} };
  const coverage = coverageOf(intervals);
  const found = coverageErrors(coverage);
  if (found.length > 0) errors[sum] = [...(errors[sum] ?? []), ...found];
  const cells = [...first.cells];
  while (cells.length <= sumAt) cells.push(null);
  const total = intervals.length === empty ? null : plain(group.sum);
  const [unit = NO_UNIT, ...others] = group.shown;
  if (others.length > 0) errors[sum] = [...(errors[sum] ?? []), severalUnits([...group.shown])];
  cells[sumAt] = total === null ? null : { number: total, ...(unit !== NO_UNIT && { shows: unit }) };
  const facts: CombinedFacts = { rows: intervals.length, total, empty, estimated, isUtcOnly };
  return {
    rowNumber,
    cells,
    values: { [FIRST_DAY]: dayText(coverage.first.day), [LAST_DAY]: dayText(coverage.last.day) },
    errors,
    notices: { [sum]: coverageNotices(coverage, facts) },
  };
}
