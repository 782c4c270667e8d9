import { errorCell, isoCell, numberCell, textCell } from "../cells.ts";
import type { NumberFormat } from "../formats.ts";
import { COLUMNS_MAX, INFLATED_BYTES_MAX, LINES_MAX } from "../limits.ts";
import { fillDown, type MergedRange } from "../merges.ts";
import { parseReference } from "../reference.ts";
import { tooComplex, unreadable } from "../refusals.ts";
import type { Cell, DateSystem, Row } from "../table.ts";
import { textCollector } from "./strings.ts";
import { type Attributes, parseXml } from "./xml.ts";
import type { Package } from "./zip.ts";

interface SheetContext {
  sharedStrings: readonly string[];
  styles: readonly NumberFormat[];
  dateSystem: DateSystem;
  merges: readonly MergedRange[];
}

/** Rows with values, in batches of one inflated piece of the part. */
export async function* readSheet(parts: Package, part: string, context: SheetContext): AsyncGenerator<Row[]> {
  const fill = fillDown(context.merges);
  let finished: Row[] = [];
  const handlers = sheetHandlers(context, (row) => finished.push(fill(row)));
  for await (const _ of parseXml(parts.read(part, INFLATED_BYTES_MAX), handlers)) {
    if (finished.length === 0) continue;
    yield finished;
    finished = [];
  }
}

const PLAIN: NumberFormat = { kind: "number", text: null, isScaled: false };

/** A cell while its element is open. */
interface OpenCell {
  type: string;
  style: string | undefined;
  value: string;
  hasFormula: boolean;
}

function sheetHandlers(context: SheetContext, push: (row: Row) => void) {
  const inline = textCollector();
  let [row, column, inValue]: [Row, number, boolean] = [{ number: 0, cells: [] }, -1, false];
  let cell: OpenCell | null = null;

  return {
    open(name: string, attributes: Attributes) {
      if (name === "row") {
        row = { number: nextRow(attributes.r, row.number), cells: [], ...hidden(attributes.hidden) };
        column = -1;
      } else if (name === "c") {
        column = nextColumn(attributes.r, column, row.number);
        cell = { type: attributes.t ?? "n", style: attributes.s, value: "", hasFormula: false };
      } else if (cell !== null) {
        if (name === "v") inValue = true;
        else if (name === "f") cell.hasFormula = true;
        else inline.open(name);
      }
    },
    text(text: string) {
      if (cell === null) return;
      if (inValue) cell.value += text;
      else inline.text(text);
    },
    close(name: string) {
      if (name === "row") {
        if (row.cells.length > 0) push(row);
      } else if (cell !== null) {
        if (name === "v") inValue = false;
        else if (name !== "c") inline.close(name);
        else {
          setCell(row.cells, column, cellOf(cell, inline.take(), context));
          cell = null;
        }
      }
    },
  };
}

/** A filter hides rows as a person does. */
const hidden = (attribute: string | undefined): Pick<Row, "isHidden"> =>
  attribute === "1" || attribute === "true" ? { isHidden: true } : {};

/** Positions may be missing: then a row or cell follows the one before. */
function nextRow(reference: string | undefined, last: number): number {
  const number = reference === undefined ? last + 1 : Number(reference);
  if (!Number.isSafeInteger(number) || number <= last) unreadable("Its rows are not in order.");
  if (number > LINES_MAX) tooComplex(`It has more than ${LINES_MAX} rows.`);
  return number;
}

function nextColumn(reference: string | undefined, last: number, rowNumber: number): number {
  if (reference === undefined) return last + 1;
  const position = parseReference(reference);
  if (position.row !== rowNumber - 1) unreadable("A cell stands in another row.");
  return position.column;
}

function setCell(cells: Cell[], column: number, value: Cell) {
  if (value === null) return;
  if (column >= COLUMNS_MAX) tooComplex(`It has more than ${COLUMNS_MAX} columns.`);
  while (cells.length < column) cells.push(null);
  cells[column] = value;
}

function cellOf({ type, style, value, hasFormula }: OpenCell, inlineText: string, context: SheetContext): Cell {
  if (type === "inlineStr") return textCell(inlineText);
  if (hasFormula && value === "" && type !== "str") return { error: "CELL_FORMULA_WITHOUT_VALUE" };
  if (type === "str") return textCell(value);
  if (value === "") return null;
  switch (type) {
    case "s": {
      const shared = context.sharedStrings[Number(value)];
      return shared === undefined ? unreadable("A text of it is missing.") : textCell(shared);
    }
    case "b":
      return value.trim() === "1" || value.trim() === "true";
    case "e":
      return errorCell(value);
    case "d":
      return isoCell(value);
    case "n":
      return numberCell(value, context.styles[Number(style ?? 0)] ?? PLAIN, context.dateSystem);
    default:
      return unreadable("A cell has an unknown type.");
  }
}
