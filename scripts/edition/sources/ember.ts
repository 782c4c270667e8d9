import { Decimal, divide, plain } from "@emissions/quantity/decimal";
import {
  type Bounds,
  catalogueRows,
  formatCsv,
  LIBRARY,
  LIBRARY_COLUMNS,
  libraryRow,
  type NewRow,
  type Row,
  sortLibrary,
} from "../catalogue.ts";
import type { FindingCode, Place } from "../findings.ts";
import { checkColumns, columnText, type Grid, numberOf, readCsvGrid, textOf } from "../grid.ts";
import { type Edition, type Source, unread } from "../source.ts";
import { countriesBy } from "./areas.ts";

const INTENSITY = "Carbon intensity of electricity per kWh";
const COLUMNS = ["Entity", "Code", "Year", INTENSITY];
const INTENSITY_AT = COLUMNS.indexOf(INTENSITY);
const PATH = "library/ember.csv";
const FIRST_YEAR = "2000";
/** Regions and groups of countries have no code, or one of Our World in Data. */
const REGION = /^(OWID_.*)?$/;
/** Printed as 0 for years. No generation has a life cycle without emissions. */
const ZERO_COUNTRIES = ["BI", "CF"];
const GRAMS_PER_KG = new Decimal(1000);
/** Largest moves to the next year since 2022: 0.51 (Venezuela) and 1.64 (Cambodia). */
const BOUNDS: Bounds = { ratioMin: 0.5, ratioMax: 2, removedShareMax: 0.01 };

export const ember: Source = {
  name: "ember",
  file: "carbon intensity of electricity (csv) of Ember at Our World in Data",
  async read({ file, catalogue }) {
    const grid = await readCsvGrid(file);
    const findings = checkColumns(grid, 1, COLUMNS);
    if (findings.length > 0) return unread("ember", findings);
    const edition: Edition = { dataset: "ember", targets: [], findings, leftOut: {} };
    const last = catalogueRows(PATH, catalogue);
    const rows = withNotes(readRows(grid, catalogue, edition), last);
    const text = formatCsv(LIBRARY_COLUMNS, sortLibrary(rows.map(({ row }) => row)));
    edition.targets.push({ path: PATH, columns: LIBRARY, bounds: BOUNDS, rows, last, isSeries: true, text });
    return edition;
  },
};

/** Countries keep the names that they have. The newest year is provisional until the edition after it. */
function withNotes(rows: readonly NewRow[], last: readonly Row[]): NewRow[] {
  const names = new Map(last.map(({ areas, name }) => [areas, name]));
  const newest = rows
    .map(({ row }) => row.year!)
    .sort()
    .at(-1);
  return rows.map((found) => {
    const { row } = found;
    const note = row.year === newest ? "Provisional." : "";
    return { ...found, row: { ...row, name: names.get(row.areas) ?? row.name!, note } };
  });
}

function readRows(grid: Grid, catalogue: URL, { findings, leftOut }: Edition): NewRow[] {
  const countries = countriesBy("alpha3", catalogue);
  const leave = (reason: string): [] => {
    leftOut[reason] = (leftOut[reason] ?? 0) + 1;
    return [];
  };
  return grid.rows.slice(1).flatMap(({ number, cells }) => {
    const [entity = "", alpha3 = "", year = ""] = cells.map(textOf);
    const place: Place = { sheet: grid.sheet, row: number, column: columnText(INTENSITY_AT, INTENSITY) };
    const item = `${alpha3} ${year}`;
    const refuse = (code: FindingCode, text: string): [] => {
      findings.push({ code, item, place, text });
      return [];
    };
    if (REGION.test(alpha3)) return leave("regions and groups of countries");
    const area = countries.get(alpha3)?.code;
    if (area === undefined) return refuse("area_unknown", `"${alpha3}" is no country of the catalogue`);
    if (!/^\d{4}$/.test(year)) return refuse("not_a_number", `the year is "${year}"`);
    if (year < FIRST_YEAR) return leave(`before ${FIRST_YEAR}`);
    const grams = numberOf(cells[INTENSITY_AT]);
    if (grams === "text") return refuse("not_a_number", `"${textOf(cells[INTENSITY_AT])}"`);
    if (grams === null) return leave("no figure published");
    if (grams.isZero() && ZERO_COUNTRIES.includes(area))
      return leave("zeros of Burundi and the Central African Republic");
    if (grams.isZero()) return refuse("zero_for_blank", `${entity} is 0`);
    const row = libraryRow({
      category: "electricity_life_cycle",
      key: "grid",
      name: `Electricity, ${entity}`,
      group: "Electricity > Yearly average",
      areas: area,
      year,
      unit: "kWh",
      co2e_kg: plain(divide(grams, GRAMS_PER_KG)),
    });
    return [{ row, item, place }];
  });
}
