import { describe, expect, it } from "vitest";
import { catalogueText } from "./catalogue.ts";
import { type Cells, catalogueOf, libraryText, realRows, refusals, run, workbook } from "./editions.fixture.ts";
import { desnz } from "./sources/desnz.ts";

const ELECTRICITY = "7_400_4000_5";
const LORRY = "27_308_3128_14";
const DIESEL = "1_101_1011_8";
const BLEND = "3_201_2347_3";
const WASTE = "20_500_5173_15";
const MATERIAL = "19_500_5000_15";
const KEYS = [ELECTRICITY, DIESEL, BLEND, WASTE];

const GASES = [
  ["1", "kg CO2e"],
  ["2", "kg CO2e of CO2 per unit"],
  ["3", "kg CO2e of CH4 per unit"],
  ["4", "kg CO2e of N2O per unit"],
] as const;

type Values = readonly (number | string | null)[];

/** The rows of one item: CO2e and its gases, as far as they are given. */
const item = (id: string, texts: readonly (string | null)[], values: Values): Cells[] =>
  values.map((value, at) => [`${id}_${GASES[at]![0]}`, ...texts, GASES[at]![1], value]);

const ELECTRICITY_TEXTS = ["Scope 2", "UK electricity", "Electricity generated", "Electricity: UK", "kWh", null, "kWh"];
const ELECTRICITY_ROWS = item(ELECTRICITY, ELECTRICITY_TEXTS, [0.13096, 0.12939, 0.0009, 0.00067]);
const DIESEL_NAME = "Diesel (average biofuel blend)";
const DIESEL_TEXTS = ["Scope 1", "Fuels", "Liquid fuels", DIESEL_NAME, null, null, "litres"];
/** As a cell of the edition of 2023 holds it, with the noise of a binary fraction. */
const DIESEL_ROWS = item(DIESEL, DIESEL_TEXTS, [2.5835400000000002, 2.55035, 0.00000464, 0.0329]);
const OUTSIDE = [
  "Outside of Scopes",
  "Outside of scopes",
  "Forecourt fuels containing biofuel",
  DIESEL_NAME,
  null,
  null,
];
const BIOGENIC_ROW: Cells = ["99_604_1011_8_2", ...OUTSIDE, "litres", "kg CO2e of CO2 per unit", 0.14];
const GRID = ["Outside of Scopes", "Outside of scopes", "Electricity generated", "Electricity: UK", null, null, "kWh"];
const GRID_ROW: Cells = ["99_400_4001_5_2", ...GRID, "kg CO2e of CO2 per unit", 0.11507];
const blend = (which: string) => ["Scope 1", "Refrigerant & other", "Blends", "R511A", null, which, "kg"];
const BLEND_ROWS = [
  ...item("3_201_2345_3", blend("Emissions including only Kyoto products"), [6.8]),
  ...item(BLEND, blend("Total emissions including non-Kyoto products"), [7.1]),
];
const WASTE_TEXTS = ["Scope 3", "Waste disposal", "Construction", "Aggregates", null, "Landfill", "tonnes"];
const WASTE_ROWS = item(WASTE, WASTE_TEXTS, [1.27043]);
const MATERIAL_TEXTS = [
  "Scope 3",
  "Material use",
  "Construction",
  "Aggregates",
  null,
  "Primary material production",
  "tonnes",
];
const ROWS = [...ELECTRICITY_ROWS, ...DIESEL_ROWS, BIOGENIC_ROW, ...BLEND_ROWS, ...WASTE_ROWS, GRID_ROW];

const HEADER = ["ID", "Scope", "Level 1", "Level 2", "Level 3", "Level 4", "Column Text", "UOM", "GHG/Unit"];
const TITLE: Cells[] = [
  ["UK Government GHG Conversion Factors for Company Reporting"],
  ["Factors by Category"],
  [],
  [],
];

interface FlatFile {
  rows?: readonly Cells[];
  header?: Cells;
  sheets?: Record<string, readonly Cells[]>;
}

const flatFile = ({ rows = ROWS, header = [...HEADER, "GHG Conversion Factor 2026"], sheets = {} }: FlatFile = {}) =>
  workbook("flat-file.xlsx", {
    "Front page": [["Flat File Data Format"]],
    "Factors by Category": [...TITLE, [null, null, "Category"], header, ...rows, [null, "END"]],
    ...sheets,
  });

const last = (path: string) => libraryText(realRows(path, (row) => KEYS.includes(row.source_key!)));
const MATERIALS =
  "key,name,material_group,variant,areas,year,unit,co2e_kg,gwp_set,source,source_year,licence,source_key\n";
const FILES = {
  "library/defra-2025.csv": last("library/defra-2025.csv"),
  "library/waste-defra-2025.csv": last("library/waste-defra-2025.csv"),
  "materials.csv": MATERIALS,
};
const withRows = (rows: readonly Cells[]) => run(desnz, { file: flatFile({ rows }), catalogue: catalogueOf(FILES) });

describe("a flat file of DESNZ", () => {
  it("becomes the rows of the catalogue, in the places of the last edition", async () => {
    const catalogue = catalogueOf(FILES);
    const { refused, written } = await run(desnz, { file: flatFile(), catalogue, write: true });
    expect({ refused, written }).toEqual({
      refused: 0,
      written: ["library/defra-2026.csv", "library/waste-defra-2026.csv"],
    });
    const lines = catalogueText("library/defra-2026.csv", catalogue).trimEnd().split("\n");
    expect(lines.slice(1)).toEqual([
      `electricity_location,grid,Electricity: UK,UK electricity > Electricity generated,GB,2026,kWh,0.13096,0.12939,0.0321429,0.0025283,0.11507,,${ELECTRICITY},`,
      `fuels,diesel,${DIESEL_NAME},Fuels > Liquid fuels,GB;GLO,2026,l,2.58354,2.55035,0.000165714,0.124151,0.14,,${DIESEL},`,
      `refrigerants,r_511a,R511A,Refrigerant & other > Blends,GB;GLO,2026,kg,7.1,,,,,,${BLEND},Kyoto protocol products alone: 6.8 kg CO2e.`,
      `vehicle_fuels,diesel,${DIESEL_NAME},Fuels > Liquid fuels,GB;GLO,2026,l,2.58354,2.55035,0.000165714,0.124151,0.14,,${DIESEL},`,
      expect.stringContaining(
        `waste_materials,aggregates/landfill,"Aggregates, Landfill",Waste disposal > Construction`,
      ),
    ]);
  });

  it("has the wastes of the catalogue of 2026 to the byte", async () => {
    const catalogue = catalogueOf(FILES);
    await run(desnz, { file: flatFile(), catalogue, write: true });
    expect(catalogueText("library/waste-defra-2026.csv", catalogue)).toBe(last("library/waste-defra-2026.csv"));
  });

  it("gives the same file when it is read again", async () => {
    const catalogue = catalogueOf(FILES);
    await run(desnz, { file: flatFile(), catalogue, write: true });
    expect((await run(desnz, { file: flatFile(), catalogue, write: true })).written).toEqual([]);
  });

  it("is compared with the last edition: British electricity falls from 0.177 to 0.13096", async () => {
    const { lines } = await run(desnz, { file: flatFile(), catalogue: catalogueOf(FILES) });
    const change = "Electricity: UK [electricity_location, grid, GB, kWh, 2026]: 0.177 -> 0.13096, ratio 0.7399";
    expect(lines).toContain(`  changed  ${change}`);
    expect(lines).toContain(`    electricity_location: 0 added, 1 changed, 0 removed; largest: ${change}`);
  });

  it("is not written without --write", async () => {
    const catalogue = catalogueOf(FILES);
    expect((await run(desnz, { file: flatFile(), catalogue })).written).toEqual([]);
    expect(catalogueText("library/defra-2026.csv", catalogue)).toBe("");
  });

  it("names a figure of another edition of the materials, and keeps the others", async () => {
    const before = `aggregates,Aggregates,Construction,primary,GB;GLO,2025,t,7.79306,AR5,"Factors 2025, material use",2025,OGL v3.0,${MATERIAL}\n`;
    const catalogue = catalogueOf({ ...FILES, "materials.csv": MATERIALS + before });
    const file = flatFile({ rows: [...ROWS, ...item(MATERIAL, MATERIAL_TEXTS, [7.80307])] });
    await run(desnz, { file, catalogue, write: true });
    const added = before.replaceAll("2025", "2026").replace("7.79306", "7.80307");
    expect(catalogueText("materials.csv", catalogue)).toBe(MATERIALS + before + added);
  });

  it("takes the place of a new item from a row that a person wrote", async () => {
    const texts = ["Scope 3", "Waste disposal", "Refuse", "Household residual waste", null, "Open-loop", "tonnes"];
    const file = flatFile({ rows: [...ROWS, ...item("20_507_5281_15", texts, [1.3])] });
    const own = "waste_materials,household_residual_waste/open_loop,,,GB;GLO,2026,t,,,,,,,20_507_5281_15,";
    const header = FILES["library/defra-2025.csv"].split("\n")[0];
    const catalogue = catalogueOf({ ...FILES, "library/defra-2026.csv": `${header}\n${own}\n` });
    expect((await run(desnz, { file, catalogue, write: true })).refused).toBe(0);
    expect(catalogueText("library/defra-2026.csv", catalogue)).toContain(
      `household_residual_waste/open_loop,"Household residual waste, Open-loop",Waste disposal > Refuse,GB;GLO,2026,t,1.3`,
    );
  });
});

const FACTOR = "J (GHG Conversion Factor 2026)";
const replaced = (id: string, column: number, value: Cells[number]) =>
  ROWS.map((row) => (row[0] === id ? row.map((cell, at) => (at === column ? value : cell)) : row));

describe("a flat file that does not look as expected is refused", () => {
  it.each([
    {
      what: "a blank where the last edition has a figure",
      rows: replaced(`${ELECTRICITY}_1`, 9, null),
      says: `blank_now ${ELECTRICITY}: co2e_kg is blank and was 0.177, Electricity: UK ("Factors by Category", row 7, column ${FACTOR})`,
    },
    {
      what: "a zero where the last edition has a figure",
      rows: replaced(`${DIESEL}_3`, 9, 0),
      says: `zero_now ${DIESEL}: ch4_g is 0 and was 0.0103571, ${DIESEL_NAME} ("Factors by Category", row 11, column ${FACTOR})`,
    },
    {
      what: "a zero where no edition has a figure",
      rows: [...ROWS, ...item("19_500_5051_15", MATERIAL_TEXTS, [0])],
      says: `zero_for_blank 19_500_5051_15: Material use > Construction > Aggregates > Primary material production is 0, and no earlier edition has a figure: a blank printed as 0? ("Factors by Category", row 20, column ${FACTOR})`,
    },
    {
      what: "a ratio outside the bounds",
      rows: replaced(`${BLEND}_1`, 9, 0.1),
      says: `ratio_outside ${BLEND}: co2e_kg is 0.1 and was 7, R511A: ratio 0.01429 ("Factors by Category", row 17, column ${FACTOR})`,
    },
    {
      what: "an unknown unit",
      rows: replaced(`${ELECTRICITY}_1`, 7, "MWh"),
      says: `unit_unknown ${ELECTRICITY}: per "MWh" now, and per kWh in the last edition ("Factors by Category", row 7, column H (UOM))`,
    },
    {
      what: "another unit than in the last edition",
      rows: replaced(`${DIESEL}_1`, 7, "kg"),
      says: `unit_changed ${DIESEL}: per "kg" now, and per l in the last edition ("Factors by Category", row 11, column H (UOM))`,
    },
    {
      what: "a measure that does not fit its ID",
      rows: replaced(`${ELECTRICITY}_2`, 8, "kg CO2e"),
      says: `unit_unknown ${ELECTRICITY}_2: "kg CO2e" is not expected for an ID that ends in _2 ("Factors by Category", row 8, column I (GHG/Unit))`,
    },
    {
      what: "a doubled ID",
      rows: [...ROWS, ELECTRICITY_ROWS[0]!],
      says: `item_doubled ${ELECTRICITY}_1: also stands in row 7 ("Factors by Category", row 20, column A (ID))`,
    },
    {
      what: "a text in place of a figure",
      rows: replaced(`${BLEND}_1`, 9, "< 1"),
      says: `not_a_number ${BLEND}_1: "< 1" ("Factors by Category", row 17, column ${FACTOR})`,
    },
    {
      what: "a row that is none",
      rows: [...ROWS, ["Notes"]],
      says: `row_unexpected Notes: "Notes" is no ID ("Factors by Category", row 20, column A (ID))`,
    },
    {
      what: "a figure without a place in the catalogue",
      rows: [...ROWS, ...item(LORRY, ["Scope 3", "Freighting goods", "HGV", "All", null, null, "tonne.km"], [0.1])],
      says: `not_placed ${LORRY}: Freighting goods > HGV > All, 0.1 per tonne.km: the catalogue has no row with this source_key ("Factors by Category", row 20, column ${FACTOR})`,
    },
    {
      what: "factors that are gone",
      rows: ROWS.filter((row) => row[0] !== `${BLEND}_1`),
      says: `many_removed refrigerants: 1 of 1 factors are gone: R511A ("library/defra-2026.csv")`,
    },
  ])("for $what", async ({ rows, says }) => {
    expect(refusals(await withRows(rows))).toContain(says);
  });

  it.each([
    {
      what: "a sheet is missing",
      file: workbook("other.xlsx", { "Front page": [["x"]] }),
      says: `sheet_missing Factors by Category: the workbook has no such sheet ("other.xlsx")`,
    },
    {
      what: "there is one more sheet",
      file: flatFile({ sheets: { Sheet1: [["x"]] } }),
      says: `sheet_unexpected Sheet1: is not known ("Sheet1")`,
    },
    {
      what: "a column has another name",
      file: flatFile({ header: [...HEADER.with(7, "Unit"), "GHG Conversion Factor 2026"] }),
      says: `column_missing UOM: "Unit" stands in its place ("Factors by Category", row 6, column H (Unit))`,
    },
    {
      what: "there is one more column",
      file: flatFile({ header: [...HEADER, "GHG Conversion Factor 2026", "Quality"] }),
      says: `column_unexpected Quality: is not known ("Factors by Category", row 6, column K (Quality))`,
    },
  ])("when $what", async ({ file, says }) => {
    expect(refusals(await run(desnz, { file, catalogue: catalogueOf(FILES) }))).toContain(says);
  });

  it("when it is of another year than stated", async () => {
    const outcome = await run(desnz, { file: flatFile(), catalogue: catalogueOf(FILES), year: "2027" });
    expect(refusals(outcome)).toContain(
      `year_differs 2026: the file is of 2026, not 2027 ("Factors by Category", row 6)`,
    );
  });

  it("and then nothing is written, until a person accepts the finding with a reason", async () => {
    const file = flatFile({ rows: replaced(`${BLEND}_1`, 9, 0.1) });
    const catalogue = catalogueOf(FILES);
    expect(await run(desnz, { file, catalogue, write: true })).toMatchObject({ refused: 1, written: [] });
    const accepted = `dataset,code,item,reason\ndefra-2026,ratio_outside,${BLEND},Propane and dimethyl ether\n`;
    const judged = catalogueOf({ ...FILES, "accepted-findings.csv": accepted });
    const outcome = await run(desnz, { file, catalogue: judged, write: true });
    expect(outcome).toMatchObject({ refused: 0, written: expect.arrayContaining(["library/defra-2026.csv"]) });
    expect(outcome.lines.filter((line) => line.startsWith("accepted"))).toEqual([
      expect.stringMatching(/^accepted ratio_outside 3_201_2347_3: .* Reason: Propane and dimethyl ether$/),
    ]);
  });
});
