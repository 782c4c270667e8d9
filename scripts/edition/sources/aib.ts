import { Decimal, divide, plain } from "@emissions/quantity/decimal";
import {
  type Bounds,
  catalogueRows,
  formatCsv,
  LIBRARY,
  LIBRARY_COLUMNS,
  libraryFiles,
  libraryRow,
  type NewRow,
  sortLibrary,
} from "../catalogue.ts";
import type { Finding, FindingCode, Place } from "../findings.ts";
import { checkColumns, columnText, type Grid, numberOf, readSheet, sheetNames, textOf } from "../grid.ts";
import { type Edition, type ReadContext, type Source, unread } from "../source.ts";
import { countriesBy } from "./areas.ts";

/** The workbook has sheets for each gas and waste beside it, which differ between years. */
const SHEET = "Residual Mixes";
const SHARES = [
  "RE Total",
  "RE unspecified",
  "RE biomass",
  "RE solar",
  "RE geothermal",
  "RE wind",
  "RE hydro",
  "Nuclear",
];
const FOSSIL = ["FO Total", "FO unspecified", "FO hard coal", "FO lignite", "FO oil", "FO gas"];
const CO2 = "CO2 (gCO2/kWh)";
/** The first column has no name in some years. */
const COLUMNS = [null, ...SHARES, ...FOSSIL, "Untracked %", CO2, "Rad waste (mg/kWh)"];
const CO2_AT = COLUMNS.indexOf(CO2);
/** Full disclosure: the country has no residual mix. */
const NONE = ["NA", "N/A"];

/** The publisher shows two decimals of a gram. */
const DECIMALS = 2;
const GRAMS_PER_KG = new Decimal(1000);
/** Largest moves since 2023: 0.58 (France, 2024) and 2.44 (Sweden, 2025). */
const BOUNDS: Bounds = { ratioMin: 0.4, ratioMax: 2.5, removedShareMax: 0.1 };

export const aib: Source = {
  name: "aib",
  file: "results (xlsx) of the European Residual Mixes; needs --year, the year of the data",
  async read(context) {
    const { file, year } = context;
    if (year === undefined) throw new Error("aib needs --year: the workbook does not say the year of its data");
    const names = await sheetNames(file);
    if (!names.includes(SHEET)) {
      const text = `the workbook has the sheets ${names.join(", ")}`;
      return unread("aib-residual", [{ code: "sheet_missing", item: SHEET, place: { sheet: file.name }, text }]);
    }
    const grid = await readSheet(file, SHEET);
    const findings = checkColumns(grid, 1, COLUMNS);
    return findings.length > 0 ? unread("aib-residual", findings) : editionOf(context, year, grid);
  },
};

function editionOf({ catalogue }: ReadContext, year: string, grid: Grid): Edition {
  const dataset = `aib-residual-${year}`;
  const edition: Edition = { dataset, targets: [], findings: [], leftOut: {} };
  const rows = readRows(grid, year, catalogue, edition);
  const path = `library/${dataset}.csv`;
  const kept = catalogueRows(path, catalogue).filter((row) => row.year !== year);
  const all = libraryFiles("aib-residual-", catalogue).flatMap((file) => catalogueRows(file, catalogue));
  const earlier = all.filter((row) => row.year! < year);
  const newest = earlier
    .map((row) => row.year!)
    .sort()
    .at(-1);
  const last = earlier.filter((row) => row.year === newest);
  const columns = { ...LIBRARY, ratios: ["co2_kg"] };
  const text = formatCsv(LIBRARY_COLUMNS, sortLibrary([...kept, ...rows.map(({ row }) => row)]));
  edition.targets.push({ path, columns, bounds: BOUNDS, rows, last, isSeries: false, text });
  return edition;
}

function readRows(grid: Grid, year: string, catalogue: URL, { findings, leftOut }: Edition): NewRow[] {
  const countries = countriesBy("code", catalogue);
  return grid.rows.slice(1).flatMap(({ number, cells }) => {
    const code = textOf(cells[0]);
    if (code === "") return [];
    const place: Place = { sheet: grid.sheet, row: number, column: columnText(CO2_AT, CO2) };
    const refuse = (kind: FindingCode, text: string): [] => {
      findings.push({ code: kind, item: code, place, text } satisfies Finding);
      return [];
    };
    const country = countries.get(code);
    if (country === undefined) return refuse("area_unknown", `"${code}" is no country of the catalogue`);
    const grams = numberOf(cells[CO2_AT], NONE);
    if (grams === "text") return refuse("not_a_number", `"${textOf(cells[CO2_AT])}"`);
    if (textOf(cells[CO2_AT]) === "") return refuse("blank_now", "is blank; full disclosure would be NA");
    if (grams?.isZero()) return refuse("zero_for_blank", "is 0; full disclosure has no mix, and no mix is 0");
    if (grams === null) {
      leftOut["full disclosure"] = (leftOut["full disclosure"] ?? 0) + 1;
      return [];
    }
    const row = libraryRow({
      category: "electricity_residual_mix",
      key: "grid",
      name: `Residual mix, ${country.name}`,
      group: "Electricity > Residual mix",
      areas: code,
      year,
      unit: "kWh",
      co2_kg: plain(divide(grams.toDecimalPlaces(DECIMALS, Decimal.ROUND_HALF_UP), GRAMS_PER_KG)),
    });
    return [{ row, item: code, place }];
  });
}
