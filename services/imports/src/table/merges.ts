import { MERGED_RANGES_MAX } from "./limits.ts";
import { tooComplex } from "./refusals.ts";
import type { Cell, Row } from "./table.ts";

/** Rows and columns are zero-based and include both ends. */
export interface MergedRange {
  firstRow: number;
  lastRow: number;
  column: number;
}

/**
 * Repeats the value of a merged range in the rows below, in its first column. The other columns stay empty: a title
 * that is merged over the whole table would otherwise look like a header. A number may be a label or an amount, which
 * would count twice, so the column decides.
 */
export function fillDown(ranges: readonly MergedRange[]): (row: Row) => Row {
  if (ranges.length > MERGED_RANGES_MAX) tooComplex(`It has more than ${MERGED_RANGES_MAX} merged ranges.`);
  const waiting = ranges.filter((range) => range.lastRow > range.firstRow).sort((a, b) => b.firstRow - a.firstRow);
  let open: { range: MergedRange; value: Cell }[] = [];
  return (row) => {
    const at = row.number - 1;
    open = open.filter(({ range }) => range.lastRow >= at);
    for (const { range, value } of open) {
      while (row.cells.length <= range.column) row.cells.push(null);
      row.cells[range.column] ??= value;
    }
    while (waiting.length > 0 && waiting.at(-1)!.firstRow <= at) {
      const range = waiting.pop()!;
      // A range whose first row has no value at all has nothing to repeat.
      const value = range.firstRow === at ? (row.cells[range.column] ?? null) : null;
      if (value !== null) open.push({ range, value: repeated(value) });
    }
    return row;
  };
}

const NUMERIC = /^[\p{Sc}\s(+-]*\d[\d\s.,'’]*\)?\s*(?:\p{Sc}|\p{L}{1,3})?$/u;

function repeated(value: Cell): Cell {
  if (typeof value === "string") return NUMERIC.test(value) ? { error: "CELL_MERGED_AMOUNT", text: value } : value;
  if (value === null || typeof value !== "object" || !("number" in value)) return value;
  return { error: "CELL_MERGED_AMOUNT", text: value.number };
}
