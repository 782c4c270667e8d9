import type { Decimal } from "@emissions/quantity/decimal";
import type { Cell } from "../../../services/imports/src/table/table.ts";
import type { Finding, FindingCode, Place } from "../findings.ts";
import { columnText, type Grid, numberOf, textOf } from "../grid.ts";

export const SHEET = "Emission Factors Hub";
/** Column of "Table 1" and so on; the tables begin one column to the right of it. */
const NUMBER_AT = 1;
const FIRST_AT = 2;
const TABLES = 12;
const END = /^(Source|Notes)/;
const PRINTED_DIGITS_MAX = 8;
const NOISE_FREE_DIGITS = 6;
const NOT_PUBLISHED = ["NA"];
/** A letter of a footnote stands behind names and treatments. Abbreviations such as PVC keep theirs. */
const FOOTNOTE = /(?<=[a-z)]) ?[A-F]$/;

export type Gas = "co2" | "ch4" | "n2o" | "co2e";

/** A published line: its group and name as the catalogue writes them, and the unit of the catalogue. */
export interface HubItem {
  id: string;
  group: string;
  name: string;
  unit: string;
  values: Partial<Record<Gas, Decimal>>;
  place: Place;
}

interface Line {
  number: number;
  cells: readonly Cell[];
  texts: string[];
}

/** Adds an item with figures in these columns. Columns count from the first of the table. */
type Add = (line: Line, item: Omit<HubItem, "id" | "values" | "place">, columns: Partial<Record<Gas, number>>) => void;

interface TableShape {
  /** Names of columns that must stand in the header, by column. */
  header: Record<number, string>;
  read(lines: Line[], add: Add): void;
}

const GASES = (from: number) => ({ co2: from, ch4: from + 1, n2o: from + 2 });
const plainName = (text: string) => text.replace(FOOTNOTE, "");

/** Denominators of table 1 and the other mobile tables. */
const UNITS: Record<string, string> = {
  "short ton": "short_ton",
  scf: "scf",
  gallon: "gal_us",
  "vehicle-mile": "mi",
  "passenger-mile": "pmi",
  "short ton-mile": "short_ton_mi",
};
const unitOf = (text: string) => UNITS[text] ?? `"${text}"`;

/** Heads of groups have a name alone; a line of units begins a part with another denominator. */
function readFuels(lines: Line[], add: Add) {
  let [group, unit] = ["", ""];
  for (const line of lines) {
    const [name = "", heat = "", co2 = ""] = line.texts;
    if (name === "" && heat.startsWith("mmBtu per ")) unit = unitOf(heat.slice("mmBtu per ".length));
    else if (heat === "" && co2 === "") group = `Stationary combustion > ${name}`;
    else {
      add(line, { group, name, unit: "mmBtu" }, GASES(2));
      if (heat !== "") add(line, { group, name, unit }, GASES(5));
    }
  }
}

const readCarbonDioxide = (lines: Line[], add: Add) => {
  for (const line of lines) {
    const item = { group: "Mobile combustion > CO2", name: line.texts[0]!, unit: unitOf(line.texts[2] ?? "") };
    add(line, item, { co2: 1 });
  }
};

/** Names of vehicles stand in the first of their lines alone. */
function readOnRoad(lines: Line[], add: Add, { fuelAt, yearAt }: { fuelAt: number | null; yearAt: number }) {
  let [vehicle, fuel] = ["", "Gasoline"];
  for (const line of lines) {
    const [first = ""] = line.texts;
    // A bracket explains the vehicle in the line before it.
    if (first !== "" && !first.startsWith("(")) vehicle = first;
    if (fuelAt !== null) fuel = line.texts[fuelAt] ?? "";
    const name = [vehicle, fuel, line.texts[yearAt]].filter(Boolean).join(", ");
    add(
      line,
      { group: "Mobile combustion > On-road vehicles", name, unit: "mi" },
      { ch4: yearAt + 1, n2o: yearAt + 2 },
    );
  }
}

const readNonRoad = (lines: Line[], add: Add) => {
  for (const line of lines) {
    const name = `${plainName(line.texts[0] ?? "")}, ${line.texts[1]}`;
    add(line, { group: "Mobile combustion > Non-road vehicles", name, unit: "gal_us" }, { ch4: 2, n2o: 3 });
  }
};

const readGrid = (lines: Line[], add: Add) => {
  for (const line of lines) {
    add(line, { group: "Electricity > eGRID", name: line.texts[0] ?? "", unit: "kWh" }, GASES(2));
  }
};

const readHeat = (lines: Line[], add: Add) => {
  for (const line of lines) add(line, { group: "Steam and heat", name: line.texts[0] ?? "", unit: "mmBtu" }, GASES(1));
};

const readTransport = (group: string) => (lines: Line[], add: Add) => {
  for (const line of lines) {
    add(line, { group, name: plainName(line.texts[0] ?? ""), unit: unitOf(line.texts[4] ?? "") }, GASES(1));
  }
};

const TREATMENTS = [
  "recycled",
  "landfilled",
  "combusted",
  "composted",
  "anaerobic digestion dry curing",
  "anaerobic digestion wet curing",
];
const readWaste = (lines: Line[], add: Add) => {
  for (const line of lines) {
    for (const [at, treatment] of TREATMENTS.entries()) {
      const name = `${plainName(line.texts[0] ?? "")}, ${treatment}`;
      add(line, { group: "Waste", name, unit: "short_ton" }, { co2e: at + 1 });
    }
  }
};

const readPotentials = (kind: string, at: number) => (lines: Line[], add: Add) => {
  for (const line of lines) {
    const item = { group: `Global warming potentials > ${kind}`, name: line.texts[0] ?? "", unit: "kg" };
    add(line, item, { co2e: at });
  }
};

const MILE = "(g CH4 / vehicle-mile)";
const UNIT_COLUMNS = { 0: "Vehicle Type", 1: "CO2 Factor (kg CO2 / unit)", 2: "CH4 Factor (g CH4 / unit)", 4: "Units" };
const SHAPES: Record<number, TableShape> = {
  1: { header: { 0: "Fuel Type", 1: "Heat Content (HHV)", 2: "CO2 Factor", 5: "CO2 Factor" }, read: readFuels },
  2: { header: { 0: "Fuel Type", 1: "kg CO2 per unit", 2: "Unit" }, read: readCarbonDioxide },
  3: {
    header: { 0: "Vehicle Type", 1: "Model Year", 2: `CH4 Factor ${MILE}` },
    read: (lines, add) => readOnRoad(lines, add, { fuelAt: null, yearAt: 1 }),
  },
  4: {
    header: { 0: "Vehicle Type", 1: "Fuel Type", 2: "Model Year", 3: `CH4 Factor ${MILE}` },
    read: (lines, add) => readOnRoad(lines, add, { fuelAt: 1, yearAt: 2 }),
  },
  5: { header: { 0: "Vehicle Type", 1: "Fuel Type", 2: "CH4 Factor (g CH4 / gallon)" }, read: readNonRoad },
  6: { header: { 0: "eGRID Subregion Acronym", 2: "CO2 Factor", 8: "Grid Gross Loss (%)" }, read: readGrid },
  7: { header: { 1: "CO2 Factor (kg CO2 / mmBtu)", 2: "CH4 Factor (g CH4 / mmBtu)" }, read: readHeat },
  8: { header: UNIT_COLUMNS, read: readTransport("Upstream and downstream transportation and distribution") },
  9: { header: { 0: "Material", 1: "RecycledA", 2: "LandfilledB", 3: "CombustedC", 4: "CompostedD" }, read: readWaste },
  10: { header: UNIT_COLUMNS, read: readTransport("Business travel and employee commuting") },
  11: { header: { 1: "Chemical Formula", 2: "100-Year GWP" }, read: readPotentials("gas", 2) },
  12: { header: { 0: "ASHRAE #", 1: "100-year GWP" }, read: readPotentials("blend", 1) },
};

export interface Hub {
  items: HubItem[];
  findings: Finding[];
}

export function readHub(grid: Grid): Hub {
  const hub: Hub = { items: [], findings: [] };
  for (let table = 1; table <= TABLES; table++) readTable(grid, table, hub);
  return hub;
}

function readTable(grid: Grid, table: number, hub: Hub) {
  const { header, read } = SHAPES[table]!;
  const item = `Table ${table}`;
  const found = linesOf(grid, item);
  const names = Object.entries(header);
  const headAt = found.findIndex(({ texts }) => names.every(([at, name]) => texts[Number(at)] === name));
  if (headAt === -1) {
    const text = `no line has the columns ${names.map(([, name]) => name).join(", ")}`;
    const place = { sheet: grid.sheet, ...(found[0] && { row: found[0].number }) };
    hub.findings.push({ code: "column_missing", item, place, text });
    return;
  }
  read(unitLines(table, found.slice(headAt + 1)), (line, about, columns) =>
    addItem(hub, grid.sheet, item, line, about, columns),
  );
}

/** Table 6 has a second line of header, with units. */
const unitLines = (table: number, lines: Line[]) => (table === 6 ? lines.slice(1) : lines);

/** Lines from the number of a table to its sources and notes. */
function linesOf(grid: Grid, table: string): Line[] {
  const start = grid.rows.findIndex(({ cells }) => textOf(cells[NUMBER_AT]) === table);
  if (start === -1) return [];
  const rest = grid.rows.slice(start + 1).map(({ number, cells }) => {
    const own = cells.slice(FIRST_AT);
    return { number, cells: own, texts: own.map(textOf) };
  });
  const end = rest.findIndex(({ texts }) => END.test(texts[0] ?? ""));
  return rest.slice(0, end === -1 ? undefined : end).filter(({ texts }) => texts.some(Boolean));
}

/** Cells with the noise of binary fractions have more digits than any figure of the hub. */
const withoutNoise = (value: Decimal) =>
  value.precision() > PRINTED_DIGITS_MAX ? value.toSignificantDigits(NOISE_FREE_DIGITS) : value;

function addItem(
  { items, findings }: Hub,
  sheet: string,
  table: string,
  { number, cells }: Line,
  about: Omit<HubItem, "id" | "values" | "place">,
  columns: Partial<Record<Gas, number>>,
) {
  const id = `${table}: ${about.name} per ${about.unit}`;
  const placeOf = (at: number): Place => ({ sheet, row: number, column: columnText(at + FIRST_AT, table) });
  const add = (code: FindingCode, at: number, text: string) =>
    findings.push({ code, item: id, place: placeOf(at), text });
  const values: HubItem["values"] = {};
  for (const [gas, at] of Object.entries(columns) as [Gas, number][]) {
    const value = numberOf(cells[at], NOT_PUBLISHED);
    if (value === "text") add("not_a_number", at, `"${textOf(cells[at])}"`);
    else if (value !== null) values[gas] = withoutNoise(value);
  }
  const [first = 0] = Object.values(columns);
  if (about.unit.startsWith('"')) add("unit_unknown", first, `${about.unit} is no unit of the hub`);
  else if (Object.keys(values).length > 0) items.push({ ...about, id, values, place: placeOf(first) });
}
