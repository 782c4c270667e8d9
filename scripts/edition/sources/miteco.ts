import { type Decimal, plain } from "@emissions/quantity/decimal";
import {
  type Bounds,
  catalogueRows,
  formatCsv,
  LIBRARY,
  LIBRARY_COLUMNS,
  type NewRow,
  numberedFiles,
  type Row,
  sortLibrary,
  withOwn,
} from "../catalogue.ts";
import { readSheet, sheetNames, textOf } from "../grid.ts";
import { type Edition, type Source, unread } from "../source.ts";
import { FACTORS_SHEET, itemKey, type MitecoItem, readFactors } from "./miteco-tables.ts";

const REVISIONS_SHEET = "11. Revisiones calculadora";
/** The newest version stands on top. */
const VERSION = /^V\.?(\d+)$/;
const BOUNDS: Bounds = { ratioMin: 0.5, ratioMax: 2, removedShareMax: 0.01 };
const RATIOS = ["co2e_kg", "co2_kg"];

export const miteco: Source = {
  name: "miteco",
  file: "Calculadora de huella de carbono (xlsx) of MITECO, for organizations",
  async read({ file, catalogue }) {
    const names = await sheetNames(file);
    const missing = [FACTORS_SHEET, REVISIONS_SHEET].filter((name) => !names.includes(name));
    const text = "the workbook has no such sheet";
    const absent = missing.map((item) => ({ code: "sheet_missing" as const, item, place: { sheet: file.name }, text }));
    if (absent.length > 0) return unread("miteco", absent);
    const revisions = await readSheet(file, REVISIONS_SHEET);
    const version = revisions.rows
      .flatMap(({ cells }) => cells.map((cell) => VERSION.exec(textOf(cell))?.[1]))
      .find(Boolean);
    const { items, findings } = readFactors(await readSheet(file, FACTORS_SHEET));
    if (version === undefined) {
      findings.push({
        code: "year_differs",
        item: "version",
        place: { sheet: REVISIONS_SHEET },
        text: "no version found",
      });
      return unread("miteco", findings);
    }
    return editionOf(items, findings, version, catalogue);
  },
};

function editionOf(
  items: Map<string, MitecoItem>,
  findings: Edition["findings"],
  version: string,
  catalogue: URL,
): Edition {
  const dataset = `miteco-v${version}`;
  const path = `library/${dataset}.csv`;
  const before = numberedFiles("miteco-v", catalogue).filter(({ number }) => number < Number(version));
  const lastPath = before.at(-1)?.path;
  if (lastPath === undefined) throw new Error(`the catalogue has no edition of miteco-v* before ${version}`);
  const last = catalogueRows(lastPath, catalogue);
  const rows = fill(withOwn(last, catalogueRows(path, catalogue), ["year"]), items, findings);
  const text = formatCsv(LIBRARY_COLUMNS, sortLibrary(rows.map(({ row }) => row)));
  const columns = { ...LIBRARY, ratios: RATIOS };
  const target = { path, columns, bounds: BOUNDS, rows, last, isSeries: true, text };
  return { dataset, targets: [target], findings, leftOut: {} };
}

/** A year that the last edition lacks takes the places of the newest year before it, by group, name and unit. */
function fill(places: readonly Row[], items: Map<string, MitecoItem>, findings: Edition["findings"]): NewRow[] {
  const placeKey = ({ group, name, unit, year, category }: Row) =>
    itemKey(group!, plainName(name!), unit!, category === "refrigerants" ? "" : year!);
  const byKey = Map.groupBy(places, placeKey);
  const newest = Map.groupBy(
    places.toSorted((a, b) => (a.year! < b.year! ? 1 : -1)),
    ({ group, name, unit }) => itemKey(group!, plainName(name!), unit!, ""),
  );
  return [...items].flatMap(([key, item]) => {
    const of = newest.get(itemKey(item.group, item.name, item.unit, "")) ?? [];
    const own = byKey.get(key) ?? of.filter(({ year }) => year === of[0]?.year);
    if (own.length === 0) findings.push(unplaced(item));
    const year = (row: Row) => item.year || row.year!;
    const id = `${item.name} ${item.year}`.trim();
    return own.map((row) => ({ row: { ...row, year: year(row), ...figures(item) }, item: id, place: item.place }));
  });
}

/** A line break in a cell of an xlsx file, which one supplier has in the catalogue. */
const plainName = (name: string) => name.replaceAll("_x000D_", "");

function unplaced({ group, name, unit, year, place }: MitecoItem) {
  const text = `${group} > ${name} per ${unit}: the catalogue has no row of this name and unit`;
  return { code: "not_placed" as const, item: `${name} ${year}`, place, text };
}

function figures({ values }: MitecoItem): Partial<Row> {
  const text = (value: Decimal | undefined) => (value ? plain(value) : "");
  return { co2e_kg: text(values.co2e), co2_kg: text(values.co2), ch4_g: text(values.ch4), n2o_g: text(values.n2o) };
}
