import type { Decimal } from "@emissions/quantity/decimal";
import type { Finding, FindingCode, Place } from "../findings.ts";
import { columnText, type Grid, numberOf, textOf } from "../grid.ts";

export const FACTORS_SHEET = "10. Factores de emisión";
const LABEL_AT = 4;
const CLASS_AT = 5;
const FIRST_YEAR_AT = 6;
const NOT_PUBLISHED = ["-"];
const YEAR = /^20\d\d$/;

/** Tables of fuels in the order of the sheet: each has a first part with CO2e and a second one with three gases. */
const GROUPS = [
  "Instalaciones fijas",
  "Transporte por carretera",
  "Transporte por carretera, km",
  "Transporte ferroviario, marítimo y aéreo",
  "Maquinaria",
] as const;
const GASES = [/^CO2 \(kg\/(ud|l)\)$/, /^CH4 \(g\/(ud|l)\)$/, /^N2O \(g\/(ud|l)\)$/] as const;

/** "Gas natural (kWhPCS)*": the name, the unit of the publisher, and marks of footnotes. */
const LABEL = /^(.+?) ?\((l|kg|km|kWhPCS)\)\**$/;
const UNITS: Record<string, string> = { l: "l", kg: "kg", km: "km", kWhPCS: "kWh" };

const SUPPLIERS = "Electricidad > Comercializadoras";
const MIX = "Mix comercializadora sin garantía de origen";
/** Suppliers of a year stand below this word, in the column of the year; their figures four columns on. */
const SUPPLIER_HEAD = "Comercializadora";
const SUPPLIER_VALUE = 4;
const MIX_HEAD = "Mix sin GdO";
/** Cells of some years hold the noise of single precision; figures have three decimals. */
const MIX_DECIMALS = 3;
const MIX_UNITS: Record<string, "co2e" | "co2"> = { "kg CO2e/kWh": "co2e", "kg CO2/kWh": "co2" };

export interface MitecoItem {
  group: string;
  name: string;
  unit: string;
  year: string;
  values: Partial<Record<"co2e" | "co2" | "ch4" | "n2o", Decimal>>;
  place: Place;
}

export interface Factors {
  /** By group, name, unit and year. */
  items: Map<string, MitecoItem>;
  findings: Finding[];
}

export const itemKey = (...parts: [group: string, name: string, unit: string, year: string]) => parts.join("\u0000");

type Line = Grid["rows"][number];

export function readFactors(grid: Grid): Factors {
  const factors: Factors = { items: new Map(), findings: [] };
  const heads = grid.rows.flatMap(({ cells }, at) => (YEAR.test(textOf(cells[FIRST_YEAR_AT])) ? [at] : []));
  if (heads.length !== GROUPS.length * 2) {
    const text = `${heads.length} tables have years in column G, not ${GROUPS.length * 2}`;
    factors.findings.push({ code: "column_missing", item: "tables of fuels", place: { sheet: grid.sheet }, text });
    return factors;
  }
  for (const [at, group] of GROUPS.entries()) {
    const [total, gases] = [heads[2 * at]!, heads[2 * at + 1]!];
    readFuels(grid, { head: total, group, hasGases: false }, factors);
    if (checkGases(grid, gases, factors)) readFuels(grid, { head: gases, group, hasGases: true }, factors);
  }
  readPotentials(grid, factors);
  readSuppliers(grid, factors);
  return factors;
}

/** The line below the years names three gases for each of them. */
function checkGases(grid: Grid, head: number, factors: Factors): boolean {
  const line = grid.rows[head + 1]!;
  const wrong = yearsOf(grid.rows[head]!).flatMap(([at]) =>
    GASES.flatMap((gas, step) => (gas.test(textOf(line.cells[at + step])) ? [] : [at + step])),
  );
  for (const at of wrong) {
    const text = `"${textOf(line.cells[at])}" is not the gas and unit that stand here`;
    add(factors, "column_missing", `row ${line.number}`, placeOf(grid, line, at), text);
  }
  return wrong.length === 0;
}

interface FuelTable {
  head: number;
  group: string;
  hasGases: boolean;
}

/** A table ends at the first line without a name and a class. */
function readFuels(grid: Grid, { head, group, hasGases }: FuelTable, factors: Factors) {
  const years = yearsOf(grid.rows[head]!);
  let label = "";
  for (const line of grid.rows.slice(head + (hasGases ? 2 : 1))) {
    const [own, vehicle] = [textOf(line.cells[LABEL_AT]), textOf(line.cells[CLASS_AT]).replace(/\*+$/, "")];
    if (textOf(line.cells[FIRST_YEAR_AT]) === "" || (own === "" && vehicle === "")) break;
    label = own || label;
    const [, fuel, unit] = LABEL.exec(label) ?? [];
    if (fuel === undefined) {
      add(factors, "unit_unknown", label, placeOf(grid, line, LABEL_AT), `"${label}" has no known unit`);
      continue;
    }
    const about = { group, name: vehicle === "" ? fuel : `${fuel}, ${vehicle}`, unit: UNITS[unit!]! };
    for (const [at, year] of years) {
      const columns = hasGases ? { co2: at, ch4: at + 1, n2o: at + 2 } : { co2e: at };
      for (const [gas, column] of Object.entries(columns))
        readValue(grid, line, column, { ...about, year }, gas, factors);
    }
  }
}

const yearsOf = ({ cells }: Line): [number, string][] =>
  cells.flatMap((cell, at) => (YEAR.test(textOf(cell)) ? [[at, textOf(cell)] as [number, string]] : []));

type About = Omit<MitecoItem, "values" | "place">;

function readValue(grid: Grid, line: Line, column: number, about: About, gas: string, factors: Factors) {
  const value = numberOf(line.cells[column], NOT_PUBLISHED);
  const place = placeOf(grid, line, column);
  const key = itemKey(about.group, about.name, about.unit, about.year);
  if (value === null) return;
  if (value === "text") {
    add(factors, "not_a_number", `${about.name} ${about.year}`, place, `"${textOf(line.cells[column])}"`);
    return;
  }
  const item = factors.items.get(key) ?? { ...about, values: {}, place };
  const measure = gas as keyof MitecoItem["values"];
  const before = item.values[measure];
  if (before !== undefined && !before.eq(value)) {
    add(factors, "item_doubled", `${about.name} ${about.year}`, place, `also stands in row ${item.place.row}`);
  }
  factors.items.set(key, { ...item, values: { ...item.values, [measure]: value } });
}

/** Warming potentials: name, formula and value, or formula, name and value. They have no year. */
function readPotentials(grid: Grid, factors: Factors) {
  let nameAt: number | null = null;
  for (const line of grid.rows) {
    const [first, third, value] = [LABEL_AT, LABEL_AT + 2, LABEL_AT + 4].map((at) => textOf(line.cells[at]));
    if (value === "PCA 6AR") nameAt = first === "Formula química" ? LABEL_AT + 2 : LABEL_AT;
    else if (nameAt !== null && first === "") nameAt = null;
    else if (nameAt !== null && value !== "") {
      // Anaesthetics are better known by their common name; the other gases are named by their formula.
      const name = nameAt === LABEL_AT || !first!.startsWith("H") ? first! : `${first} (${third})`;
      readValue(
        grid,
        line,
        LABEL_AT + 4,
        { group: "Gases refrigerantes", name, unit: "kg", year: "" },
        "co2e",
        factors,
      );
    }
  }
}

/** Years of suppliers stand side by side, the newest first. */
function readSuppliers(grid: Grid, factors: Factors) {
  const head = grid.rows.findIndex(({ cells }) => YEAR.test(textOf(cells[LABEL_AT])));
  if (head === -1) {
    add(factors, "column_missing", "suppliers", { sheet: grid.sheet }, "no line has years in column E");
    return;
  }
  for (const [at, year] of yearsOf(grid.rows[head]!)) readSuppliersOf(grid, head, at, year, factors);
}

function readSuppliersOf(grid: Grid, head: number, at: number, year: string, factors: Factors) {
  let measure: "co2e" | "co2" | undefined;
  for (const line of grid.rows.slice(head + 1)) {
    const near = [0, 1, 2, 3, 4].map((step) => textOf(line.cells[at + step]));
    const mixAt = near.indexOf(MIX_HEAD);
    if (mixAt !== -1) {
      const gas = MIX_UNITS[textOf(line.cells[at + mixAt + 2])];
      const about = { group: "Electricidad", name: MIX, unit: "kWh", year };
      if (gas) readValue(grid, rounded(line, at + mixAt + 1), at + mixAt + 1, about, gas, factors);
    } else if (near[0] === SUPPLIER_HEAD) measure = MIX_UNITS[near[SUPPLIER_VALUE] ?? ""];
    else if (measure !== undefined && near[0] !== "" && near[SUPPLIER_VALUE] !== "") {
      const about = { group: SUPPLIERS, name: near[0]!, unit: "kWh", year };
      readValue(grid, rounded(line, at + SUPPLIER_VALUE), at + SUPPLIER_VALUE, about, measure, factors);
    }
  }
}

function rounded(line: Line, at: number): Line {
  const value = numberOf(line.cells[at], NOT_PUBLISHED);
  if (value === null || value === "text") return line;
  return { ...line, cells: line.cells.with(at, { number: value.toDecimalPlaces(MIX_DECIMALS).toFixed() }) };
}

const placeOf = ({ sheet }: Grid, { number }: Line, at: number): Place => ({
  sheet,
  row: number,
  column: columnText(at, ""),
});

function add({ findings }: Factors, code: FindingCode, item: string, place: Place, text: string) {
  findings.push({ code, item, place, text });
}
