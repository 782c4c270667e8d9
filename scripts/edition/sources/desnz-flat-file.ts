import type { Decimal } from "@emissions/quantity/decimal";
import type { Finding, FindingCode, Place } from "../findings.ts";
import {
  checkColumns,
  checkSheets,
  columnText,
  type Grid,
  numberOf,
  type PublishedFile,
  readSheet,
  sheetNames,
  textOf,
} from "../grid.ts";

const SHEETS = ["Front page", "Factors by Category"];
const FACTORS = "Factors by Category";
const HEADER_ROW = 6;
const COLUMNS = ["ID", "Scope", "Level 1", "Level 2", "Level 3", "Level 4", "Column Text", "UOM", "GHG/Unit"] as const;
const FACTOR_COLUMN = /^GHG Conversion Factor (\d{4})$/;
/** Ends the table, in the column of the scope. */
const END = "END";

/** The last part of an ID, what the row has, and the text that must stand beside it. */
const MEASURES: Record<string, { measure: Measure; text: string }> = {
  1: { measure: "co2e", text: "kg CO2e" },
  2: { measure: "co2", text: "kg CO2e of CO2 per unit" },
  3: { measure: "ch4", text: "kg CO2e of CH4 per unit" },
  4: { measure: "n2o", text: "kg CO2e of N2O per unit" },
  5: { measure: "energy", text: "kWh (Net CV)" },
  6: { measure: "energy", text: "kWh (net)" },
};
type Measure = "co2e" | "co2" | "ch4" | "n2o" | "energy";

/** The rows of one activity: an ID without its last part. */
export interface FlatItem {
  id: string;
  scope: string;
  levels: readonly [string, string, string, string];
  columnText: string;
  uom: string;
  /** Null where the cell is blank. */
  values: Partial<Record<Measure, Decimal | null>>;
  /** Of its first row. */
  place: Place;
}

export interface FlatFile {
  year: string;
  items: Map<string, FlatItem>;
  findings: Finding[];
}

/** Reads the flat file of DESNZ, editions from 2023 on. `year` is empty if it cannot be read. */
export async function readFlatFile(file: PublishedFile): Promise<FlatFile> {
  const names = await sheetNames(file);
  const flat: FlatFile = { year: "", items: new Map(), findings: checkSheets(names, SHEETS, file.name) };
  if (!names.includes(FACTORS)) return flat;
  const grid = await readSheet(file, FACTORS);
  const header = grid.rows.find(({ number }) => number === HEADER_ROW)?.cells ?? [];
  flat.year = FACTOR_COLUMN.exec(textOf(header[COLUMNS.length]))?.[1] ?? "";
  flat.findings.push(...checkColumns(grid, HEADER_ROW, [...COLUMNS, `GHG Conversion Factor ${flat.year || "<year>"}`]));
  if (flat.findings.some(({ code }) => code === "column_missing")) return { ...flat, year: "" };
  readItems(grid, flat);
  return flat;
}

function readItems(grid: Grid, flat: FlatFile) {
  const seen = new Map<string, number>();
  let ended = false;
  for (const { number, cells } of grid.rows) {
    if (number <= HEADER_ROW) continue;
    const texts = COLUMNS.map((_, at) => textOf(cells[at]));
    const [id = "", scope = ""] = texts;
    const at = (column: number): Place => ({
      sheet: grid.sheet,
      row: number,
      column: columnText(column, column === COLUMNS.length ? `GHG Conversion Factor ${flat.year}` : COLUMNS[column]!),
    });
    const add = (code: FindingCode, column: number, text: string) =>
      flat.findings.push({ code, item: id || `row ${number}`, place: at(column), text });
    if (scope === END) {
      ended = true;
      continue;
    }
    const [, stem, part = ""] = /^(\d+_\d+_\d+_\d+)_(\d+)$/.exec(id) ?? [];
    if (ended || stem === undefined) {
      add("row_unexpected", 0, ended ? "stands below the end of the table" : `"${id}" is no ID`);
      continue;
    }
    const before = seen.get(id);
    if (before !== undefined) add("item_doubled", 0, `also stands in row ${before}`);
    seen.set(id, number);
    const known = MEASURES[part];
    if (known === undefined || known.text !== texts[8]) {
      add("unit_unknown", 8, `"${texts[8]}" is not expected for an ID that ends in _${part}`);
      continue;
    }
    const value = numberOf(cells[COLUMNS.length]);
    if (value === "text") add("not_a_number", COLUMNS.length, `"${textOf(cells[COLUMNS.length])}"`);
    else itemOf(flat, stem, texts, at(COLUMNS.length)).values[known.measure] = value;
  }
  if (!ended)
    flat.findings.push({ code: "row_unexpected", item: END, place: { sheet: grid.sheet }, text: "is missing" });
}

function itemOf({ items }: FlatFile, id: string, texts: readonly string[], place: Place): FlatItem {
  const found = items.get(id);
  if (found !== undefined) return found;
  const [, scope = "", one = "", two = "", three = "", four = "", columnText = "", uom = ""] = texts;
  // Heat and electricity repeat their unit in the fourth level.
  const levels = [one, two, three, four === uom ? "" : four] as const;
  const item: FlatItem = { id, scope, levels, columnText, uom, values: {}, place };
  items.set(id, item);
  return item;
}
