import { describe, expect, it } from "vitest";
import { catalogueText } from "./catalogue.ts";
import { type Cells, catalogueOf, libraryText, realRows, refusals, run, workbook } from "./editions.fixture.ts";
import { miteco } from "./sources/miteco.ts";

const YEARS = [2023, 2024];
/** Tables begin in column E: label, class, then the years. */
const line = (...cells: Cells): Cells => [null, null, null, null, ...cells];
const GASES = ["CO2 (kg/ud)", "CH4 (g/ud)", "N2O (g/ud)"];
const GASES_PER_LITRE = ["CO2 (kg/l)", "CH4 (g/l)", "N2O (g/l)"];
const twice = (cells: Cells) => [...cells, ...cells];
const yearsOfGases = line(null, null, ...YEARS.flatMap((year) => [year, null, null]));

interface Fuel {
  label: string;
  vehicle?: string;
  co2e: Cells;
  gases: Cells;
}

/** The two parts of a table of fuels. */
const fuels = ({ label, vehicle, co2e, gases }: Fuel, units = GASES): Cells[] => [
  line(null, null, ...YEARS),
  line(label, vehicle ?? null, ...co2e),
  line("* Note"),
  yearsOfGases,
  line(null, null, ...twice(units)),
  line(label, vehicle ? `${vehicle}*` : null, ...gases),
  line("* Note"),
];

const BOILER: Fuel = {
  label: "Gas natural (kWhPCS)*",
  co2e: [0.182, 0.182],
  gases: [0.182, 0.016, 0, 0.182, 0.016, 0],
};
const real = (group: string, name: string) =>
  realRows("library/miteco-v31.csv", (row) => row.group === group && row.name === name && row.year! >= "2023");
/** The fuel with the figures of the catalogue. */
function fuelOf(group: string, name: string, label: string, vehicle?: string): Fuel {
  const rows = YEARS.map((year) => real(group, name).find((row) => row.year === String(year))!);
  const figure = (text: string | undefined) => (text ? Number(text) : "-");
  return {
    label,
    ...(vehicle !== undefined && { vehicle }),
    co2e: rows.map((row) => figure(row.co2e_kg)),
    gases: rows.flatMap((row) => [figure(row.co2_kg), figure(row.ch4_g), figure(row.n2o_g)]),
  };
}

const CAR = "Turismos (M1)";
const ROAD = fuelOf("Transporte por carretera", `B20, ${CAR}`, "B20 (l)", CAR);
const DISTANCE = fuelOf("Transporte por carretera, km", `Gasóleo, ${CAR}`, "Gasóleo (km)", CAR);
const SHIP = fuelOf("Transporte ferroviario, marítimo y aéreo", "Fuelóleo, Marítimo", "Fuelóleo (l)", "Marítimo");
const FOREST = fuelOf("Maquinaria", "Gasóleo B, Forestal", "Gasóleo B (l)", "Forestal");
const POTENTIALS: Cells[] = [
  line("Nombre(1)", "Fórmula química", null, null, "PCA 6AR"),
  line("HFC-32", "CH2F2", null, null, 771),
  [],
  line("Formula química", null, "Nombre", null, "PCA 6AR"),
  line("SF6", null, "Hexafluoruro de azufre", null, 24300),
  line("HCFE-235da2", null, "Isoflurano", null, 539),
];
const SUPPLIER = "ATENCO ENERGIA SL";
const suppliers = (name = SUPPLIER): Cells[] => [
  line(2024, null, null, null, null, null, 2023),
  line(null, null, "Mix sin GdO", 0.283, "kg CO2e/kWh", null, null, null, "Mix sin GdO", 0.26, "kg CO2e/kWh"),
  line("Comercializadora", null, null, null, "kg CO2e/kWh", null, "Comercializadora", null, null, null, "kg CO2e/kWh"),
  line(name, null, null, null, 0.281, null, name, null, null, null, 0.26),
];

const TABLES = [
  ...fuels(BOILER),
  ...fuels(ROAD),
  ...fuels(DISTANCE),
  ...fuels(SHIP),
  ...fuels(FOREST, GASES_PER_LITRE),
  ...POTENTIALS,
];
const calculator = (rows: readonly Cells[] = [...TABLES, ...suppliers()]) =>
  workbook("calculadora.xlsx", {
    "10. Factores de emisión": [line("FACTORES DE EMISIÓN"), ...rows],
    "11. Revisiones calculadora": [
      [null, null, "Versión"],
      [null, null, "V31"],
      [null, null, "V30"],
    ],
  });

const ROWS = realRows("library/miteco-v31.csv", ({ name, group, year }) => {
  if (["HFC-32", "SF6", "HCFE-235da2 (Isoflurano)"].includes(name!)) return true;
  if (year! < "2023") return false;
  if (["Gas natural", `B20, ${CAR}`, "Fuelóleo, Marítimo", "Gasóleo B, Forestal"].includes(name!)) return true;
  if (name === `Gasóleo, ${CAR}`) return group === "Transporte por carretera, km";
  return name === SUPPLIER ? year === "2024" : group === "Electricidad";
});
const SUPPLIER_2023 = { ...ROWS.find(({ name }) => name === SUPPLIER)!, year: "2023", co2e_kg: "0.26" };
const EXPECTED = libraryText([...ROWS, SUPPLIER_2023].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)));
function keyOf({ category, key, year, unit }: Record<string, string>) {
  return [category, key, year, unit].join("\u0000");
}
/** The edition before has no 2024. Potentials have the year of the edition. */
const catalogue = () => {
  const isOld = ({ category, year }: Record<string, string>) => category === "refrigerants" || year === "2023";
  return catalogueOf({ "library/miteco-v30.csv": libraryText([...ROWS, SUPPLIER_2023].filter(isOld)) });
};

describe("the calculator of MITECO", () => {
  it("becomes the rows of the catalogue, and a new year takes the places of the year before", async () => {
    const folder = catalogue();
    const outcome = await run(miteco, { file: calculator(), catalogue: folder, write: true });
    expect(refusals(outcome)).toEqual([]);
    expect(catalogueText("library/miteco-v31.csv", folder)).toBe(EXPECTED);
  });

  it.each([
    {
      what: "another gas in the place of methane",
      rows: [...fuels(BOILER, ["CO2 (kg/ud)", "CO2e (kg/ud)", "N2O (g/ud)"]), ...TABLES.slice(7), ...suppliers()],
      says: /^column_missing row 6: "CO2e \(kg\/ud\)" is not the gas and unit that stand here .*row 6, column H/,
    },
    {
      what: "a table less",
      rows: [...TABLES.slice(7), ...suppliers()],
      says: /^column_missing tables of fuels: 8 tables have years in column G, not 10/,
    },
    {
      what: "an unknown unit",
      rows: [...fuels({ ...BOILER, label: "Gas natural (therm)" }), ...TABLES.slice(7), ...suppliers()],
      says: /^unit_unknown Gas natural \(therm\): .*row 3, column E/,
    },
    {
      what: "a supplier without a place",
      rows: [...TABLES, ...suppliers("NUEVA ENERGIA, S.L.")],
      says: /^not_placed NUEVA ENERGIA, S\.L\. 2024: /,
    },
    {
      what: "a figure ten times larger",
      rows: [...fuels({ ...BOILER, co2e: [0.182, 1.82] }), ...TABLES.slice(7), ...suppliers()],
      says: /^ratio_outside Gas natural 2024: co2e_kg is 1\.82 and was 0\.182, Gas natural: ratio 10 .*row 3, column H/,
    },
  ])("is refused with $what", async ({ rows, says }) => {
    const found = refusals(await run(miteco, { file: calculator(rows), catalogue: catalogue() }));
    expect(found).toEqual(expect.arrayContaining([expect.stringMatching(says)]));
  });
});
