import { describe, expect, it } from "vitest";
import { catalogueText } from "./catalogue.ts";
import { type Cells, catalogueOf, libraryText, realRows, refusals, run, workbook } from "./editions.fixture.ts";
import { epa } from "./sources/epa.ts";

/** Cells of a table begin in column C. */
const line = (...cells: Cells): Cells => [null, null, ...cells];
const table = (number: number, ...lines: Cells[]): Cells[] => [
  [null, `Table ${number}`],
  [],
  ...lines,
  line("Source:"),
  [],
];

const FUEL_HEAD = line("Fuel Type", "Heat Content (HHV)", "CO2 Factor", "CH4 Factor", "N2O Factor", "CO2 Factor");
const PER_TON = line(null, "mmBtu per short ton", "kg CO2 per mmBtu", "g CH4 per mmBtu");
const VEHICLES = [
  "Vehicle Type",
  "CO2 Factor (kg CO2 / unit)",
  "CH4 Factor \n(g CH4 / unit)",
  "N2O Factor \n(g N2O / unit)",
  "Units",
];
const ON_ROAD = ["CH4 Factor \n(g CH4 / vehicle-mile)", "N2O Factor \n(g N2O / vehicle-mile)"];
const TREATMENTS = ["RecycledA", "LandfilledB", "CombustedC", "CompostedD", "Dry", "Wet"];

const TABLES: Record<number, Cells[]> = {
  1: [
    FUEL_HEAD,
    PER_TON,
    line("Coal and Coke"),
    line("Anthracite", 25.09, 103.69, 11, 1.6, 2602, 276, 40),
    line("Biomass Fuels - Solid"),
    line("Wood and Wood Residuals", 17.48, 93.8, 7.2, 3.6, 1640, 126, 63),
  ],
  2: [line("Fuel Type", "kg CO2 per unit", "Unit"), line("Diesel Fuel", 10.21, "gallon")],
  3: [
    line("Vehicle Type", "Model Year", ...ON_ROAD),
    line("Gasoline Light-Duty Trucks", "1973-1974", 0.1908, 0.0218),
    line("(Vans, Pickup Trucks, SUVs)", 1975, 0.1634, 0.0513),
  ],
  4: [line("Vehicle Type", "Fuel Type", "Model Year", ...ON_ROAD), line("Buses", "LNG", null, 2.719, 0.017)],
  5: [
    line("Vehicle Type", "Fuel Type", "CH4 Factor \n(g CH4 / gallon)", "N2O Factor \n(g N2O / gallon)"),
    line("Locomotives", "Diesel", 0.8, 0.26),
  ],
  6: [
    line("eGRID Subregion Acronym", "eGRID Subregion Name", "CO2 Factor", "", "", "", "", "", "Grid Gross Loss (%)"),
    line(null, null, "(lb CO2 / MWh)"),
    line("AKGD", "ASCC Alaska Grid", 899.003, 0.086, 0.012, 1077.11, 0.116, 0.016, 0.041),
  ],
  7: [
    line(null, "CO2 Factor \n(kg CO2 / mmBtu)", "CH4 Factor \n(g CH4 / mmBtu)"),
    line("Steam and Heat", 66.33, 1.25, 0.125),
  ],
  8: [line(...VEHICLES), line("Medium- and Heavy-Duty TruckC", 0.186, 0.0016, 0.0054, "short ton-mile")],
  9: [line("Material", ...TREATMENTS), line("Asphalt Concrete", 0.0035205384954666674, 0.02, "NA", "NA", "NA", "NA")],
  10: [line(...VEHICLES), line("Intercity Rail - Other Routes C", 0.149, 0.012, 0.004, "passenger-mile")],
  11: [line("Name", "Chemical Formula", "100-Year GWP"), line("HFC-32", "CH2F2", 677)],
  12: [line("ASHRAE #", "100-year GWP", "Blend Composition"), line("R-402A", 1902, "38% HCFC-22")],
};

const TITLE: Cells[] = [
  line("Emission Factors for Greenhouse Gas Inventories"),
  line("Last Modified: January 15, 2025"),
];
const hub = (changed: Record<number, Cells[]> = {}, sheets: Record<string, Cells[]> = {}) =>
  workbook("hub.xlsx", {
    "Emission Factors Hub": [
      ...TITLE,
      ...Object.entries({ ...TABLES, ...changed }).flatMap(([number, lines]) => table(Number(number), ...lines)),
    ],
    ...sheets,
  });

const NAMES = [
  "Anthracite",
  "Wood and Wood Residuals",
  "Diesel Fuel",
  "Gasoline Light-Duty Trucks, Gasoline, 1973-1974",
  "Gasoline Light-Duty Trucks, Gasoline, 1975",
  "Buses, LNG",
  "Locomotives, Diesel",
  "ASCC Alaska Grid",
  "Steam and Heat",
  "Asphalt Concrete, recycled",
  "Asphalt Concrete, landfilled",
  "Intercity Rail - Other Routes",
  "HFC-32",
  "R-402A",
];
const isTruck = ({ name, unit }: Record<string, string>) =>
  name === "Medium- and Heavy-Duty Truck" && unit === "short_ton_mi";
const real = (path: string) => libraryText(realRows(path, (row) => NAMES.includes(row.name!) || isTruck(row)));
const HUB = real("library/epa-hub-2025.csv");
const WASTE = real("library/waste-epa-hub-2025.csv");
const earlier = (text: string) => text.replaceAll(",2025,", ",2024,");
const catalogue = () =>
  catalogueOf({ "library/epa-hub-2024.csv": earlier(HUB), "library/waste-epa-hub-2024.csv": earlier(WASTE) });

describe("the hub of the US EPA", () => {
  it("becomes the rows of the catalogue of 2025 to the byte, one of each table", async () => {
    const folder = catalogue();
    const outcome = await run(epa, { file: hub(), catalogue: folder, write: true });
    expect(refusals(outcome)).toEqual([]);
    expect(catalogueText("library/epa-hub-2025.csv", folder)).toBe(HUB);
    expect(catalogueText("library/waste-epa-hub-2025.csv", folder)).toBe(WASTE);
  });

  it.each([
    {
      what: "a table without its columns",
      file: hub({ 7: [line("Steam and Heat", 66.33)] }),
      says: /^column_missing Table 7: no line has the columns CO2 Factor/,
    },
    {
      what: "an unknown unit",
      file: hub({ 2: [TABLES[2]![0]!, line("Diesel Fuel", 2.7, "litre")] }),
      says: /^unit_unknown Table 2: Diesel Fuel per "litre": "litre" is no unit of the hub \("Emission Factors Hub", row 16, column D/,
    },
    {
      what: "a text in place of a figure",
      file: hub({ 2: [TABLES[2]![0]!, line("Diesel Fuel", "10,21", "gallon")] }),
      says: /^not_a_number Table 2: Diesel Fuel per gal_us: "10,21" .*row 16, column D/,
    },
    {
      what: "a ten times larger gas",
      file: hub({ 7: [TABLES[7]![0]!, line("Steam and Heat", 66.33, 12.5, 0.125)] }),
      says: /^ratio_outside Table 7: Steam and Heat per mmBtu: ch4_g is 12\.5 and was 1\.25.*ratio 10 /,
    },
    {
      what: "a name that the catalogue does not have",
      file: hub({ 11: [...TABLES[11]!, line("HFC-999", "X", 5)] }),
      says: /^not_placed Table 11: HFC-999 per kg: /,
    },
    {
      what: "a sheet that EPA does not have",
      file: hub({}, { Sheet1: [["x"]] }),
      says: /^sheet_unexpected Sheet1: is not known/,
    },
  ])("is refused with $what", async ({ file, says }) => {
    const found = refusals(await run(epa, { file, catalogue: catalogue() }));
    expect(found).toEqual(expect.arrayContaining([expect.stringMatching(says)]));
  });

  it("is refused with another year than stated", async () => {
    const found = refusals(await run(epa, { file: hub(), catalogue: catalogue(), year: "2026" }));
    expect(found).toContain(`year_differs 2026: last modified in 2025 ("Emission Factors Hub")`);
  });
});
