import { COLUMN_NAME_LENGTH_MAX, HEADER_SEARCH_ROWS } from "./limits.ts";
import { columnLetters } from "./reference.ts";
import type { Cell, Row } from "./table.ts";

/** A text that is only a number or a numeric date is no name of a column. */
const VALUE = /^[\p{Sc}\s(+-]*\d[\d\s.,'’/:%-]*\)?[\p{Sc}\s]*$/u;

/** A header may leave some columns without a name, but titles above it are shorter. */
const FILLED_SHARE = 0.6;

const isName = (cell: Cell) => typeof cell === "string" && !VALUE.test(cell);
const filled = ({ cells }: Row) => cells.filter((cell) => cell !== null);

/**
 * Index of the header among the first rows with values: the first row of names that is nearly as wide as the widest.
 * Without such a row it is the first one.
 */
export function findHeader(rows: readonly Row[]): number {
  const candidates = rows.slice(0, HEADER_SEARCH_ROWS);
  const widest = Math.max(...candidates.map((row) => filled(row).length));
  const at = candidates.findIndex((row) => {
    const cells = filled(row);
    return cells.length >= widest * FILLED_SHARE && cells.every(isName);
  });
  return Math.max(at, 0);
}

/** Unique names of columns. Columns without a name are named by their letters, as spreadsheets show them. */
export function nameColumns(header: readonly Cell[], width: number): string[] {
  const names: string[] = [];
  // Case is ignored, because mappings compare names without it.
  const taken = new Set<string>();
  for (let column = 0; column < width; column++) {
    const base =
      textOf(header[column] ?? null).slice(0, COLUMN_NAME_LENGTH_MAX - 10) || `Column ${columnLetters(column)}`;
    let name = base;
    for (let copy = 2; taken.has(name.toLowerCase()); copy++) name = `${base} (${copy})`;
    taken.add(name.toLowerCase());
    names.push(name);
  }
  return names;
}

function textOf(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell !== "object") return String(cell).replace(/\s+/g, " ").trim();
  if ("number" in cell) return cell.number;
  return "day" in cell ? cell.day : "";
}
