import { Decimal, divide, plain } from "@emissions/quantity/decimal";
import {
  type Bounds,
  catalogueRows,
  formatCsv,
  LIBRARY,
  LIBRARY_COLUMNS,
  lastEdition,
  type NewRow,
  type Row,
  sortLibrary,
  withOwn,
} from "../catalogue.ts";
import { checkSheets, type Grid, readSheet, sheetNames, textOf } from "../grid.ts";
import { type Edition, type Source, unread } from "../source.ts";
import { type HubItem, readHub, SHEET } from "./epa-tables.ts";

const MODIFIED = /^Last Modified: .* (\d{4})$/;
const KG_PER_TONNE = 1000;
/** Kilograms of a pound; a pound per MWh is a thousandth of it per kWh. */
const POUND = new Decimal("0.45359237");
const KWH_PER_MWH = new Decimal(1000);
/** Vehicles without CO2 of their own name the fuel of table 2 in their note. */
const FUEL_NOTE = /^CO2 of (.+) from table 2\.$/;
const GRID_NOTE = /^Published as /;
const BOUNDS: Bounds = { ratioMin: 0.5, ratioMax: 2, removedShareMax: 0.02 };
const RATIOS = ["co2e_kg", "co2_kg", "ch4_g", "n2o_g", "biogenic_co2_kg"];

export const epa: Source = {
  name: "epa",
  file: "GHG Emission Factors Hub (xlsx) of the US EPA",
  async read({ file, year, catalogue }) {
    const names = await sheetNames(file);
    const findings = checkSheets(names, [SHEET], file.name);
    if (!names.includes(SHEET)) return unread("epa-hub", findings);
    const grid = await readSheet(file, SHEET);
    const stated = yearOf(grid);
    if (stated === undefined || (year !== undefined && year !== stated)) {
      const text = `last modified in ${stated ?? "an unknown year"}`;
      findings.push({ code: "year_differs", item: year ?? "no year", place: { sheet: SHEET }, text });
    }
    if (stated === undefined) return unread("epa-hub", findings);
    const hub = readHub(grid);
    findings.push(...hub.findings);
    return editionOf(hub.items, findings, stated, catalogue);
  },
};

const yearOf = (grid: Grid) =>
  grid.rows.flatMap(({ cells }) => cells.map((cell) => MODIFIED.exec(textOf(cell))?.[1])).find(Boolean);

function editionOf(items: HubItem[], findings: Edition["findings"], year: string, catalogue: URL): Edition {
  const edition: Edition = { dataset: `epa-hub-${year}`, targets: [], findings, leftOut: {} };
  const placed = new Set<string>();
  for (const prefix of ["epa-hub-", "waste-epa-hub-"]) {
    const path = `library/${prefix}${year}.csv`;
    const last = catalogueRows(`library/${prefix}${lastEdition(prefix, year, catalogue)}.csv`, catalogue);
    const rows = fill(withOwn(last, catalogueRows(path, catalogue)), items, placed, year);
    const text = formatCsv(LIBRARY_COLUMNS, sortLibrary(rows.map(({ row }) => row)));
    const columns = { ...LIBRARY, ratios: RATIOS };
    edition.targets.push({ path, columns, bounds: BOUNDS, rows, last, isSeries: false, text });
  }
  for (const item of items.filter(({ id }) => !placed.has(id))) {
    const text = `${item.group} > ${item.name}: the catalogue has no row of this name and unit`;
    findings.push({ code: "not_placed", item: item.id, place: item.place, text });
  }
  return edition;
}

/** The rows of the last edition with the figures of this one. The hub has no IDs: name and unit find the item. */
function fill(last: readonly Row[], items: readonly HubItem[], placed: Set<string>, year: string): NewRow[] {
  const keyed = Map.groupBy(items, (item) => keyOf(item.group, item.name, item.unit));
  const fuels = new Map(
    items.filter(({ group }) => group === "Mobile combustion > CO2").map((item) => [item.name, item]),
  );
  return last.flatMap((before) => {
    const [item] = keyed.get(keyOfRow(before)) ?? [];
    if (item === undefined) return [];
    placed.add(item.id);
    const fuel = fuels.get(FUEL_NOTE.exec(before.note ?? "")?.[1] ?? "");
    return [{ row: { ...before, year, ...figuresOf(before, item, fuel) }, item: item.id, place: item.place }];
  });
}

const keyOf = (group: string, name: string, unit: string) => `${group}\u0000${name}\u0000${unit}`;

/** Subregions of the grid are found by their acronym; wastes by code have the group of their materials. */
function keyOfRow({ category, group, name, unit, source_key, note }: Row): string {
  if (category === "electricity_location") return keyOf("Electricity > eGRID", source_key!, unit!);
  const printed = /^Printed as (.+)\.$/.exec(note ?? "")?.[1];
  return keyOf(category === "waste" ? "Waste" : group!, printed ?? name!, unit!);
}

function figuresOf(before: Row, { values, unit }: HubItem, fuel: HubItem | undefined): Partial<Row> {
  const text = (value: Decimal | undefined) => (value ? plain(value) : "");
  if (before.category === "electricity_location") return gridFigures(before, values);
  const co2 = text(fuel?.values.co2 ?? values.co2);
  // Biomass has its CO2 outside the scopes.
  const isBiogenic = before.biogenic_co2_kg !== "";
  return {
    co2e_kg: text(unit === "short_ton" ? values.co2e?.times(KG_PER_TONNE) : values.co2e),
    co2_kg: isBiogenic ? "" : co2,
    ch4_g: text(values.ch4),
    n2o_g: text(values.n2o),
    biogenic_co2_kg: isBiogenic ? co2 : "",
  };
}

/** Pounds per MWh become exact kilograms or grams per kWh; the note has the published figures. */
function gridFigures(before: Row, { co2, ch4, n2o }: HubItem["values"]): Partial<Row> {
  const kg = (pounds: Decimal | undefined) => (pounds ? divide(pounds.times(POUND), KWH_PER_MWH) : undefined);
  const grams = (pounds: Decimal | undefined) => (pounds ? plain(pounds.times(POUND)) : "");
  const carbonDioxide = kg(co2);
  const printed = [co2, ch4, n2o].map((value) => (value ? plain(value) : "no figure"));
  const published = `Published as ${printed[0]} lb CO2, ${printed[1]} lb CH4, ${printed[2]} lb N2O per MWh.`;
  const rest = (before.note ?? "").replace(/^Published as [^M]*MWh\./, "");
  return {
    co2_kg: carbonDioxide ? plain(carbonDioxide) : "",
    ch4_g: grams(ch4),
    n2o_g: grams(n2o),
    note: GRID_NOTE.test(before.note ?? "") ? published + rest : (before.note ?? ""),
  };
}
