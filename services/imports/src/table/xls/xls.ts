import { type CellObject, type DenseWorkSheet, type Range, read, type WorkBook } from "@e965/xlsx";
import { errorCell, numberCell, textCell } from "../cells.ts";
import { chooseSheet } from "../choose-sheet.ts";
import { formatOf, type NumberFormat } from "../formats.ts";
import { COLUMNS_MAX, PIECE_ROWS_MAX, SHEETS_MAX } from "../limits.ts";
import { fillDown } from "../merges.ts";
import { refuse, tooComplex, unreadable } from "../refusals.ts";
import type { Cell, DateSystem, Row, Sheet, TableFile } from "../table.ts";
import { checkContainer } from "./container.ts";

/**
 * Reads a workbook of Excel 97 to 2003. The library holds the whole workbook in memory; the limits of the worker
 * bound it.
 */
export async function readXls(bytes: Buffer, { sheetName, fileName }: TableFile): Promise<Sheet> {
  checkContainer(bytes);
  if (!/\.xls$/i.test(fileName)) refuse("IMPORT_FILE_TYPE_MISMATCH", "The content is xls.");
  const workbook = parse(bytes);
  if (workbook.SheetNames.length > SHEETS_MAX) tooComplex(`It has more than ${SHEETS_MAX} sheets.`);
  const dateSystem: DateSystem = workbook.Workbook?.WBProps?.date1904 ? 1904 : 1900;
  const visible = workbook.SheetNames.filter((_, at) => !workbook.Workbook?.Sheets?.[at]?.Hidden)
    .map((name) => ({ name, sheet: workbook.Sheets[name] as DenseWorkSheet }))
    .filter(({ sheet }) => Array.isArray(sheet["!data"]));
  const { selected, rows } = await chooseSheet(visible, sheetName, async ({ sheet }) => readRows(sheet, dateSystem));
  const sheets = visible.map(({ name }) => name);
  return { fileType: "xls", sheets, selectedSheet: selected, dateSystem, encoding: null, delimiter: null, rows };
}

function parse(bytes: Buffer): WorkBook {
  try {
    return read(bytes, {
      type: "buffer",
      dense: true,
      cellFormula: false,
      cellHTML: false,
      cellText: false,
      cellNF: true,
      // Without it the library drops the marks of hidden rows.
      cellStyles: true,
    });
  } catch (error) {
    if (error instanceof RangeError && /memory|allocation/i.test(error.message)) throw error;
    return unreadable("Its workbook cannot be read.");
  }
}

async function* readRows(sheet: DenseWorkSheet, dateSystem: DateSystem): AsyncGenerator<Row[]> {
  const merges = (sheet["!merges"] ?? []).map(({ s, e }: Range) => ({ firstRow: s.r, lastRow: e.r, column: s.c }));
  const fill = fillDown(merges);
  let rows: Row[] = [];
  for (const [at, stored] of sheet["!data"].entries()) {
    const cells = cellsOf(stored ?? [], dateSystem);
    const hidden = sheet["!rows"]?.[at]?.hidden ? ({ isHidden: true } as const) : {};
    if (cells.length > 0) rows.push(fill({ number: at + 1, cells, ...hidden }));
    if (rows.length < PIECE_ROWS_MAX) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

function cellsOf(stored: readonly (CellObject | undefined)[], dateSystem: DateSystem): Cell[] {
  const cells = Array.from(stored, (cell) => (cell ? cellOf(cell, dateSystem) : null));
  while (cells.at(-1) === null) cells.pop();
  if (cells.length > COLUMNS_MAX) tooComplex(`It has more than ${COLUMNS_MAX} columns.`);
  return cells;
}

/** Texts of stored errors (MS-XLS 2.5.10). */
const ERRORS: Readonly<Record<number, string>> = {
  0: "#NULL!",
  7: "#DIV/0!",
  15: "#VALUE!",
  23: "#REF!",
  29: "#NAME?",
  36: "#NUM!",
  42: "#N/A",
};

const formats = new Map<string, NumberFormat>();
/** Formats that are kept; a workbook has a few. */
const FORMATS_MAX = 1_000;

function cachedFormat(code: string): NumberFormat {
  const known = formats.get(code);
  if (known !== undefined) return known;
  const format = formatOf(code);
  if (formats.size < FORMATS_MAX) formats.set(code, format);
  return format;
}

function cellOf({ t, v, z }: CellObject, dateSystem: DateSystem): Cell {
  if (v === undefined || t === "z") return null;
  if (t === "b") return Boolean(v);
  if (t === "e") return errorCell(ERRORS[Number(v)] ?? "#ERROR");
  if (t === "n") return numberCell(String(v), cachedFormat(String(z ?? "General")), dateSystem);
  return textCell(String(v));
}
