import { Decimal, divide } from "@emissions/quantity/decimal";
import type { Columns, NewRow, Row, Target } from "./catalogue.ts";

/** A new row and the figure that it follows: that of the same period, or else of the latest before it. */
export interface Pair {
  next: NewRow;
  last: Row | undefined;
}

export interface Change {
  row: Row;
  last: Row;
  column: string;
  ratio: Decimal;
}

export interface Comparison {
  pairs: Pair[];
  /** Rows without a figure for their period in the last edition. */
  added: NewRow[];
  /** The first figure of `ratios` that differs. */
  changed: Change[];
  removed: Row[];
  same: number;
}

const identityOf = ({ identity }: Columns, row: Row) => identity.map((column) => row[column]).join("\u0000");

export function compare({ columns, rows, last, isSeries }: Target): Comparison {
  const periodOf = (row: Row) => row[columns.period] ?? "";
  const keyOf = (row: Row) => `${identityOf(columns, row)}\u0000${isSeries ? periodOf(row) : ""}`;
  const earlier = Map.groupBy(
    last.toSorted((a, b) => (periodOf(a) < periodOf(b) ? -1 : 1)),
    (row) => identityOf(columns, row),
  );
  const pairs = rows.map((next) => {
    const known = earlier.get(identityOf(columns, next.row)) ?? [];
    return { next, last: known[countUntil(known, columns.period, periodOf(next.row)) - 1] };
  });
  const lastKeys = new Set(last.map(keyOf));
  const newKeys = new Set(rows.map(({ row }) => keyOf(row)));
  const known = pairs.filter(({ next }) => lastKeys.has(keyOf(next.row)));
  const changed = known.flatMap(({ next, last: before }) => changeOf(columns, next.row, before!));
  return {
    pairs,
    added: rows.filter(({ row }) => !lastKeys.has(keyOf(row))),
    changed,
    removed: last.filter((row) => !newKeys.has(keyOf(row))),
    same: known.length - changed.length,
  };
}

/** How many of the sorted rows have this period or an earlier one. */
function countUntil(sorted: readonly Row[], column: string, period: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.[column] ?? "") <= period) low = middle + 1;
    else high = middle;
  }
  return low;
}

function changeOf({ ratios }: Columns, row: Row, last: Row): Change[] {
  for (const column of ratios) {
    const ratio = ratioOf(row[column], last[column]);
    if (ratio !== null && !ratio.eq(1)) return [{ row, last, column, ratio }];
  }
  return [];
}

/** Null if one of them is missing, or the last one is zero. */
export function ratioOf(next: string | undefined, last: string | undefined): Decimal | null {
  if (!next || !last) return null;
  const before = new Decimal(last);
  return before.isZero() ? null : divide(new Decimal(next), before);
}

/** How far a ratio is from 1, the same for a half and a double. */
export function move(ratio: Decimal): number {
  return ratio.isZero() ? Number.POSITIVE_INFINITY : Math.abs(Math.log(ratio.toNumber()));
}
