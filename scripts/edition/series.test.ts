import { describe, expect, it } from "vitest";
import { zipOf } from "../../services/imports/src/table/zip.fixture.ts";
import { catalogueText } from "./catalogue.ts";
import {
  type Cells,
  catalogueOf,
  csvFile,
  libraryText,
  realRows,
  refusals,
  run,
  workbook,
} from "./editions.fixture.ts";
import { aib } from "./sources/aib.ts";
import { ecb } from "./sources/ecb.ts";
import { ember } from "./sources/ember.ts";

describe("residual mixes of AIB", () => {
  const SHARES = ["RE Total", "RE unspecified", "RE biomass", "RE solar", "RE geothermal", "RE wind", "RE hydro"];
  const FOSSIL = ["FO Total", "FO unspecified", "FO hard coal", "FO lignite", "FO oil", "FO gas"];
  const HEADER = [null, ...SHARES, "Nuclear", ...FOSSIL, "Untracked %", "CO2 (gCO2/kWh)", "Rad waste (mg/kWh)"];
  const mix = (code: string, grams: number | string | null): Cells => [code, ...Array(15).fill(0), grams, 0.2];
  const file = (rows: readonly Cells[], header: Cells = HEADER) =>
    workbook("results.xlsx", { "Residual Mixes": [header, ...rows], CO2: [["Country code"]] });
  const PATH = "library/aib-residual-2025.csv";
  const BEFORE = realRows(PATH, ({ areas, year }) => ["BE", "FR"].includes(areas!) && year! < "2025");
  const catalogue = () => catalogueOf({ [PATH]: libraryText(BEFORE) });

  it("become the rows of the year, and earlier years stay", async () => {
    const folder = catalogue();
    const rows = [mix("AT", "NA"), mix("BE", 171.01), mix("FR", 17.110000000000003)];
    const outcome = await run(aib, { file: file(rows), catalogue: folder, year: "2025", write: true });
    expect(outcome.refused).toBe(0);
    const expected = realRows(PATH, ({ areas }) => ["BE", "FR"].includes(areas!));
    expect(catalogueText(PATH, folder)).toBe(libraryText(expected));
    expect(outcome.lines).toContain("left out 1: full disclosure");
  });

  it.each([
    {
      what: "a zero, which is no residual mix",
      rows: [mix("BE", 171.01), mix("FR", 0)],
      says: `zero_for_blank FR: is 0; full disclosure has no mix, and no mix is 0 ("Residual Mixes", row 3, column Q (CO2 (gCO2/kWh)))`,
    },
    {
      what: "a blank",
      rows: [mix("BE", null), mix("FR", 17.11)],
      says: `blank_now BE: is blank; full disclosure would be NA ("Residual Mixes", row 2, column Q (CO2 (gCO2/kWh)))`,
    },
    {
      what: "an unknown country",
      rows: [mix("EU", 300)],
      says: `area_unknown EU: "EU" is no country of the catalogue ("Residual Mixes", row 2, column Q (CO2 (gCO2/kWh)))`,
    },
    {
      what: "a kilogram in place of grams",
      rows: [mix("BE", 0.17), mix("FR", 17.11)],
      says: `ratio_outside BE: co2_kg is 0.00017 and was 0.13173, Residual mix, Belgium: ratio 0.001291 ("Residual Mixes", row 2, column Q (CO2 (gCO2/kWh)))`,
    },
  ])("are refused with $what", async ({ rows, says }) => {
    const outcome = await run(aib, { file: file(rows), catalogue: catalogue(), year: "2025" });
    expect(refusals(outcome)).toContain(says);
  });

  it("are refused with another column in place of CO2", async () => {
    const changed = file([], HEADER.with(16, "CO2e (gCO2e/kWh)"));
    expect(refusals(await run(aib, { file: changed, catalogue: catalogue(), year: "2025" }))).toEqual([
      `column_missing CO2 (gCO2/kWh): "CO2e (gCO2e/kWh)" stands in its place ("Residual Mixes", row 1, column Q (CO2e (gCO2e/kWh)))`,
    ]);
  });
});

describe("carbon intensities of Ember", () => {
  const HEADER = "Entity,Code,Year,Carbon intensity of electricity per kWh";
  const PATH = "library/ember.csv";
  const LAST = realRows(PATH, ({ areas, year }) => ["AM", "BA"].includes(areas!) && year! >= "2023");
  const lines = LAST.map(({ areas, year, co2e_kg }) => {
    const entity = areas === "AM" ? "Armenia,ARM" : "Bosnia and Herzegovina,BIH";
    return `${entity},${year},${(Number(co2e_kg) * 1000).toFixed(2)}`;
  });
  const catalogue = () => catalogueOf({ [PATH]: libraryText(LAST) });

  it("become the file of the catalogue to the byte", async () => {
    const file = csvFile("carbon-intensity.csv", [
      HEADER,
      ...lines,
      "World,OWID_WRL,2024,480.1",
      "ASEAN (Ember),,2024,570",
    ]);
    const folder = catalogue();
    const outcome = await run(ember, { file, catalogue: folder, write: true });
    expect(outcome).toMatchObject({ refused: 0, written: [] });
    expect(outcome.lines).toContain("left out 2: regions and groups of countries");
  });

  it.each([
    { line: "Atlantis,ATL,2024,100", says: /^area_unknown ATL 2024: .*row 2, column D/ },
    { line: "Armenia,ARM,2026,0", says: /^zero_for_blank ARM 2026: Armenia is 0 .*row 2, column D/ },
    { line: "Armenia,ARM,2026,many", says: /^not_a_number ARM 2026: "many" .*row 2/ },
    { line: "Armenia,ARM,2026,900", says: /^ratio_outside ARM 2026: .*ratio 4\.247 .*row 2/ },
    { line: lines[0]!, says: /^item_doubled electricity_life_cycle.*also stands in row 2/ },
  ])("are refused with $line", async ({ line, says }) => {
    const file = csvFile("carbon-intensity.csv", [HEADER, line, ...lines]);
    const found = refusals(await run(ember, { file, catalogue: catalogue() }));
    expect(found).toEqual(expect.arrayContaining([expect.stringMatching(says)]));
  });
});

describe("reference rates of the ECB", () => {
  const HEADER = "Date,USD,JPY,CYP,";
  const DAYS = ["2026-01-02,1.18,186.5,N/A,", "2025-12-31,1.17,185,N/A,", "2025-12-30,1.16,184.5,N/A,"];
  const OLD = "2007-12-31,1.4721,164.93,0.585274,";
  const FILES = {
    "exchange-rates/daily.csv": "day,JPY,USD\n2025-12-30,184.5,1.16\n2025-12-31,185,1.17\n",
    "exchange-rates/annual-average.csv":
      "year,currency,units_per_euro,days_averaged\n2007,CYP,0.585274,1\n2007,JPY,164.93,1\n2007,USD,1.4721,1\n",
  };
  const csv = (...lines: string[]) => csvFile("eurofxref-hist.csv", [HEADER, ...lines]);

  it("add days, and the mean of a year that is complete", async () => {
    const catalogue = catalogueOf(FILES);
    const content = csv(...DAYS, OLD).bytes;
    const file = { name: "eurofxref-hist.zip", bytes: zipOf([{ name: "eurofxref-hist.csv", content }]) };
    expect((await run(ecb, { file, catalogue, write: true })).refused).toBe(0);
    expect(catalogueText("exchange-rates/daily.csv", catalogue)).toBe(
      `${FILES["exchange-rates/daily.csv"]}2026-01-02,186.5,1.18\n`,
    );
    expect(catalogueText("exchange-rates/annual-average.csv", catalogue)).toBe(
      `${FILES["exchange-rates/annual-average.csv"]}2025,JPY,184.75,2\n2025,USD,1.165,2\n`,
    );
  });

  it.each([
    {
      what: "another rate for a known day",
      day: "2025-12-31,1.171,185,N/A,",
      says: /^history_changed 2025-12-31 USD: .*is 1\.171 and was 1\.17.*row 3, column B \(USD\)/,
    },
    {
      what: "a rate out of bounds",
      day: "2026-01-05,118,186.5,N/A,",
      says: /^ratio_outside 2026-01-05 USD: .*row 3, column B/,
    },
    { what: "a text", day: "2026-01-05,?,186.5,N/A,", says: /^not_a_number 2026-01-05 USD: .*row 3, column B/ },
    {
      what: "a currency without a column",
      day: "2026-01-05,1.18,186.5,0.58,",
      says: /^not_placed CYP: .*row 3, column D \(CYP\)/,
    },
    {
      what: "another form of day",
      day: "05/01/2026,1.18,186.5,N/A,",
      says: /^row_unexpected 05\/01\/2026: .*row 3, column A/,
    },
  ])("are refused with $what", async ({ day, says }) => {
    const days = DAYS.filter((line) => line.slice(0, 10) !== day.slice(0, 10));
    const file = csv(days[0]!, day, ...days.slice(1), OLD);
    const found = refusals(await run(ecb, { file, catalogue: catalogueOf(FILES) }));
    expect(found).toEqual(expect.arrayContaining([expect.stringMatching(says)]));
  });

  it("are refused when known days are gone", async () => {
    const found = refusals(await run(ecb, { file: csv(DAYS[0]!, DAYS[1]!, OLD), catalogue: catalogueOf(FILES) }));
    expect(found).toContainEqual(expect.stringMatching(/^many_removed USD: 1 of 2 factors are gone/));
  });
});
