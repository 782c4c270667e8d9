import { monthOf } from "../../table/locale/months.ts";
import { folded } from "../words.ts";
import {
  cellsOf,
  isNumber,
  numberAtEnd,
  type Pair,
  pairOfCell,
  pairsIn,
  unitIn,
  unitOfCell,
  unitOfPrice,
  unitSomewhere,
} from "./pairs.ts";
import { says } from "./vocabulary.ts";

/** Longer texts are sentences. */
const HEADER_CHARACTERS_MAX = 40;
/** Lines after the header that may be rows. */
export const TABLE_LINES_MAX = 60;

interface Column {
  kind: "quantity" | "unit" | "money" | "time" | "other";
  unitText: string | null;
}

/** The columns that a header names. */
export interface Table {
  columns: readonly Column[];
  /** Its rows are months or years. */
  isHistory: boolean;
}

const UNIT_WORD =
  /^(?:unidad(?:es)?|unit(?:s|e|a)?|unite|unita|unidade|unitat|ud\.?|uds\.?|u\.?m\.?|un\.?|einh\.?|uom|einheit|eh)$/;
/** Of a quantity with a unit, else of money. */
const AMOUNT_WORD = /\b(?:amount|total\w*|summe|gesamt\w*|somma|soma)\b/;
const CURRENCY = /[€£$]|\b(?:eur|euros?|usd|gbp|chf)\b/;
const TIME_WORD = /^(?:mes(?:es)?|mois|months?|monat|mese|any|ano|year|jahr|annee|anno)$/;

function columnOf(cell: string): Column {
  const words = folded(cell).trim();
  const unitText = unitIn(cell);
  if (TIME_WORD.test(words)) return { kind: "time", unitText: null };
  if (UNIT_WORD.test(words)) return { kind: "unit", unitText: null };
  const isMoney = CURRENCY.test(words) || says(words, "money") || (unitText === null && AMOUNT_WORD.test(words));
  if (isMoney) return { kind: "money", unitText: null };
  if (says(words, "noConsumption", "year", "estimate", "comparison", "exported", "tax")) {
    return { kind: "other", unitText: null };
  }
  return { kind: unitText !== null || says(words, "billed", "label") ? "quantity" : "other", unitText };
}

/** The header of a table with a column of quantities; null for another line. */
export function headerIn(line: string): Table | null {
  const cells = cellsOf(line);
  if (cells.length < 2 || cells.some((cell) => cell.length > HEADER_CHARACTERS_MAX || isNumber(cell))) return null;
  if (pairsIn(line).length > 0) return null;
  const columns = cells.map(columnOf);
  const quantities = columns.filter(({ kind }) => kind === "quantity");
  const isTable = quantities.some(({ unitText }) => unitText !== null) || columns.some(isOfTable) || isOfMeter(cells);
  if (quantities.length === 0 || !isTable) return null;
  return { columns, isHistory: columns.some(({ kind }) => kind === "time") };
}

const isOfTable = ({ kind }: Column) => kind === "unit" || kind === "money";
const isOfMeter = (cells: readonly string[]) => cells.some((cell) => says(folded(cell), "noConsumption"));

/** Amounts in the columns of quantities; null for a line that is no row of the table. */
export function rowIn(table: Table, line: string): Pair[] | null {
  const cells = cellsOf(line);
  const divided = dividedIn(table, cells);
  if (divided === null) return rowOf(table, cells);
  return rowOf(table, divided)?.map((pair) => ({ ...pair, isDoubtful: true })) ?? rowOf(table, cells);
}

/** Cells in which a name runs into the next column: "Energy in off-peak hours 310". */
function dividedIn({ columns }: Table, cells: readonly string[]): string[] | null {
  const at = columns.findIndex(({ kind }) => kind === "quantity") - 1;
  if (cells.length !== columns.length - 1 || at < 0) return null;
  const number = numberAtEnd(cells[at]!);
  if (number === null) return null;
  return cells.flatMap((cell, index) => (index === at ? [cell.slice(0, -number.length).trim(), number] : [cell]));
}

function rowOf({ columns }: Table, cells: readonly string[]): Pair[] | null {
  // A column of names may have no header.
  const shift = cells.length - columns.length;
  const isWhole = shift === 0 || (shift === 1 && !isNumber(cells[0]!) && columns[0]!.kind !== "other");
  if (!isWhole) return incompleteRow(columns, cells);
  const named = cells.map((text, at) => ({ text, ...(columns[at - shift] ?? { kind: "other", unitText: null }) }));
  const priced = unitOfPrice(named.map(({ text }) => text).join(" "));
  const beside = named.flatMap(({ kind, text }) => (kind === "unit" ? [unitOfCell(text)] : []))[0] ?? null;
  const pairs = named.flatMap(({ kind, text, unitText }) => {
    if (kind !== "quantity") return [];
    const own =
      pairOfCell(text) ?? (isNumber(text) ? { number: text, unitText: beside ?? unitText ?? priced ?? "" } : null);
    return own === null ? [] : [{ ...own, isDoubtful: false, before: namesIn(cells), after: "" }];
  });
  return pairs.length === 0 ? null : pairs;
}

const namesIn = (cells: readonly string[]) =>
  cells.filter((cell) => !isNumber(cell) && pairOfCell(cell) === null).join(" ");

/** A cell is missing, so a number beside the unit may be a price or an amount of money. */
function incompleteRow(columns: readonly Column[], cells: readonly string[]): Pair[] | null {
  const unit = cells.findIndex((cell) => unitOfCell(cell) !== null);
  if (unit < 0 || !columns.some(({ kind }) => kind === "money")) return null;
  const number = cells[unit - 1];
  const isBefore = columns.some(({ kind }, at) => kind === "unit" && columns[at - 1]?.kind === "quantity");
  if (!isBefore || number === undefined || !isNumber(number)) return [];
  return [{ number, unitText: unitOfCell(cells[unit]!)!, isDoubtful: true, before: namesIn(cells), after: "" }];
}

/** The unit of a line that could be a row: beside a number, or that of the column of quantities. */
export function unitOfRow({ columns }: Table, line: string): string | null {
  if (!columns.some(({ kind }) => kind === "money" || kind === "unit")) return null;
  const cells = cellsOf(line);
  const own = /\d/.test(line) ? unitSomewhere(line) : null;
  const isPart = cells.length > 1 && cells.filter(isNumber).length > 1 && cells.length !== columns.length;
  return own ?? (isPart ? (columns.find(({ kind }) => kind === "quantity")?.unitText ?? null) : null);
}

/** "Ene 2024" names a row of a history. */
export function isMonth(words: string): boolean {
  const names = words.replace(/[\d/.'’:()-]+/g, " ").trim();
  return /^\p{L}+$/u.test(names) && monthOf(names) !== null;
}
