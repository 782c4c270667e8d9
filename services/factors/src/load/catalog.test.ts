import { describe, expect, it } from "vitest";
import { type CsvRow, list, readCsv } from "./csv.ts";

const read = (path: string) => readCsv(new URL(`../../catalog/${path}`, import.meta.url));
const codeFiles = ["ler-codes.csv", "rd-codes.csv", "vehicle-fuels.csv", "unknown-vehicles.csv"];
const freightFiles = ["transport-combinations.csv", "transport-operation-categories.csv", "logistics-fuels.csv"];
const [combinations, tocs, logisticsFuels] = (await Promise.all(freightFiles.map(read))) as [
  CsvRow[],
  CsvRow[],
  CsvRow[],
];
const [gridLosses, fuelProperties] = [await read("grid-losses.csv"), await read("fuel-properties.csv")];
const [lerCodes, rdCodes, vehicleFuels, unknownVehicles] = (await Promise.all(codeFiles.map(read))) as [
  CsvRow[],
  CsvRow[],
  CsvRow[],
  CsvRow[],
];
const [
  units,
  currencies,
  countries,
  sectors,
  crosswalk,
  spend,
  sic,
  figaro,
  purchaser,
  ceda,
  materials,
  gwp,
  daily,
  annual,
] = (await Promise.all(
  [
    "units.csv",
    "currencies.csv",
    "countries.csv",
    "sectors.csv",
    "sector-crosswalk.csv",
    "spend.csv",
    "spend-uk-sic-2022.csv",
    "share-alike/spend-figaro-2023.csv",
    "share-alike/spend-figaro-purchaser-2023.csv",
    "share-alike/spend-open-ceda-2025.csv",
    "materials.csv",
    "gwp.csv",
    "exchange-rates/daily.csv",
    "exchange-rates/annual-average.csv",
  ].map(read),
)) as [
  CsvRow[],
  CsvRow[],
  CsvRow[],
  CsvRow[],
  CsvRow[],
  CsvRow[],
  CsvRow[],
  CsvRow[],
  CsvRow[],
  CsvRow[],
  CsvRow[],
  CsvRow[],
  CsvRow[],
  CsvRow[],
];

const codes = (rows: CsvRow[], column = "code") => new Set(rows.map((row) => row[column]!));
const sectorsOf = (scheme: string) => sectors.filter((row) => row.scheme === scheme);
const naceRows = [...sic, ...figaro];
const factorRows = [...spend, ...naceRows, ...purchaser, ...ceda, ...materials];
const countryColumns = (row: CsvRow) => Object.keys(row).filter((column) => /^[A-Z]{2,3}$/.test(column));
const POSITIVE = /^(?!0*\.?0*$)\d+(\.\d+)?$/;
const DECIMAL = /^\d+(\.\d+)?$/;

describe("the catalogue", () => {
  it.each([
    { file: "units", rows: units, key: ["code"], count: 89 },
    { file: "currencies", rows: currencies, key: ["code"], count: 305 },
    { file: "countries", rows: countries, key: ["code"], count: 250 },
    { file: "sectors", rows: sectors, key: ["scheme", "code"], count: 996 + 1187 + 1016 + 10 },
    { file: "sector-crosswalk", rows: crosswalk, key: ["nace_rev2"], count: 891 },
    { file: "ler-codes", rows: lerCodes, key: ["code"], count: 842 },
    { file: "rd-codes", rows: rdCodes, key: ["code"], count: 29 },
    { file: "vehicle-fuels", rows: vehicleFuels, key: ["country", "key"], count: vehicleFuels.length },
    { file: "unknown-vehicles", rows: unknownVehicles, key: ["type"], count: 11 },
    {
      file: "transport-combinations",
      rows: combinations,
      key: ["transport_type", "travel_method", "refrigerated", "electric", "detail"],
      count: 129,
    },
    { file: "transport-operation-categories", rows: tocs, key: ["toc", "location"], count: 43 },
    { file: "logistics-fuels", rows: logisticsFuels, key: ["name", "region"], count: 21 },
    { file: "spend", rows: spend, key: ["code"], count: 1016 },
    { file: "spend-uk-sic-2022", rows: sic, key: ["published_code"], count: 110 - 3 },
    { file: "spend-figaro-2023", rows: figaro, key: ["published_code", "areas"], count: 2 * (62 - 1) + 2 },
    { file: "spend-figaro-purchaser-2023", rows: purchaser, key: ["published_code", "areas"], count: 223 - 3 },
    { file: "spend-open-ceda-2025", rows: ceda, key: ["code"], count: 400 },
    { file: "materials", rows: materials, key: ["key", "year"], count: 548 },
    { file: "gwp", rows: gwp, key: ["gas", "gwp_set"], count: 270 },
    { file: "daily rates", rows: daily, key: ["day"], count: 2886 + 70 },
    {
      file: "grid-losses",
      rows: gridLosses,
      key: ["country", "grid_zone", "year", "source"],
      count: gridLosses.length,
    },
    { file: "fuel-properties", rows: fuelProperties, key: ["fuel", "source"], count: 95 },
    { file: "annual rates", rows: annual, key: ["year", "currency"], count: 845 },
  ])("$file has $count rows, each natural key once", ({ rows, key, count }) => {
    expect(rows).toHaveLength(count);
    expect(new Set(rows.map((row) => key.map((column) => row[column]).join(" "))).size).toBe(count);
  });

  it("gives every unit and currency a unique name", () => {
    const names = [...units, ...currencies].map((row) => row.name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z0-9_]+_\([A-Za-z0-9_]+\)$/.test(name!))).toEqual([]);
  });

  it("refers only to units, countries, regions and sectors that exist", () => {
    const known = {
      unit: codes([...units, ...currencies]),
      naics: codes(sectorsOf("naics_2017")),
      nace: codes(sectorsOf("nace_rev2")),
    };
    const areas = new Set([
      ...codes(countries),
      ...codes(countries, "region"),
      ...codes(countries, "subregion"),
      "GLO",
    ]);
    expect(factorRows.filter((row) => !known.unit.has(row.unit!))).toEqual([]);
    const published = factorRows.flatMap((row) => (row.areas === undefined ? countryColumns(row) : list(row, "areas")));
    expect(published.filter((area) => !areas.has(area))).toEqual([]);
    expect(spend.filter((row) => !known.naics.has(row.code!))).toEqual([]);
    expect(
      [...naceRows, ...purchaser].filter((row) => list(row, "codes").some((code) => !known.nace.has(code))),
    ).toEqual([]);
    expect(units.filter((row) => !known.unit.has(row.base_unit!))).toEqual([]);
    expect(crosswalk.filter((row) => !known.nace.has(row.nace_rev2!))).toEqual([]);
    expect(crosswalk.filter((row) => row.match !== "none" && !codes(spend).has(row.naics_2017!))).toEqual([]);
    expect(annual.filter((row) => !codes(currencies).has(row.currency!))).toEqual([]);
    expect(gridLosses.filter((row) => !codes(countries).has(row.country!))).toEqual([]);
    expect(Object.keys(daily[0]!).filter((column) => column !== "day" && !codes(currencies).has(column))).toEqual([]);
  });

  it("has value, source, year, licence, unit and warming potentials for every factor", () => {
    const bare = factorRows.filter((row) => !(row.source && row.source_year && row.licence && row.unit && row.year));
    expect(bare).toEqual([]);
    expect(factorRows.filter((row) => !ceda.includes(row) && !row.gwp_set)).toEqual([]);
    expect(factorRows.filter((row) => !ceda.includes(row) && !DECIMAL.test(row.co2e_kg!))).toEqual([]);
    expect(naceRows.filter((row) => !POSITIVE.test(row.co2_kg!) || Number(row.co2_kg) > Number(row.co2e_kg))).toEqual(
      [],
    );
    expect(
      spend.filter((row) => !DECIMAL.test(row.co2e_kg_without_margins!) || !DECIMAL.test(row.margins_kg!)),
    ).toEqual([]);
    expect(gwp.filter((row) => !POSITIVE.test(row.gwp_100!) || !row.source || !row.licence)).toEqual([]);
  });

  it("keeps share-alike figures in their folder", () => {
    expect([...spend, ...sic, ...materials].filter((row) => row.licence!.includes("SA"))).toEqual([]);
    expect([...figaro, ...purchaser, ...ceda].filter((row) => row.licence !== "CC BY-SA 4.0")).toEqual([]);
  });
});

describe("sectors", () => {
  it("have parents in the same classification", () => {
    const known = new Set(sectors.map((row) => `${row.scheme} ${row.code}`));
    expect(sectors.filter((row) => row.parent && !known.has(`${row.scheme} ${row.parent}`))).toEqual([]);
  });

  it("have the same classes in NACE and UK SIC", () => {
    const classes = (scheme: string) => codes(sectorsOf(scheme).filter((row) => row.level === "class"));
    expect(classes("uk_sic_2007")).toEqual(classes("nace_rev2"));
  });

  it("map every NACE class to NAICS, or give the reason", () => {
    const mapped = codes(crosswalk, "nace_rev2");
    const classes = sectorsOf("nace_rev2").filter((row) => row.level === "class");
    expect(classes).toHaveLength(615);
    expect(classes.filter((row) => !mapped.has(row.code!))).toEqual([]);
    expect(crosswalk.filter((row) => (row.match === "same" ? false : !row.note))).toEqual([]);
    expect(crosswalk.filter((row) => row.match === "none").map((row) => row.nace_rev2)).toEqual([
      "35.11",
      "35.12",
      "35.13",
      "35.14",
      "98.10",
      "98.20",
    ]);
  });
});

describe("units", () => {
  it("convert by exact positive ratios, and the base unit by 1", () => {
    expect(
      units.filter((row) => !POSITIVE.test(row.to_base_numerator!) || !POSITIVE.test(row.to_base_denominator!)),
    ).toEqual([]);
    const bases = units.filter((row) => row.code === row.base_unit);
    expect(bases.filter((row) => row.to_base_numerator !== "1" || row.to_base_denominator !== "1")).toEqual([]);
    expect(new Set(bases.map((row) => row.dimension))).toEqual(codes(units, "dimension"));
  });
});

describe("exchange rates", () => {
  it("are positive decimals in order of days", () => {
    expect(daily.map((row) => row.day)).toEqual(daily.map((row) => row.day).sort());
    const values = daily.flatMap(({ day: _, ...rates }) => Object.values(rates)).filter((rate) => rate !== "");
    expect(values.filter((rate) => !POSITIVE.test(rate))).toEqual([]);
    expect(annual.filter((row) => !POSITIVE.test(row.units_per_euro!))).toEqual([]);
  });

  it.each([
    ["ATS", "13.7603"],
    ["BEF", "40.3399"],
    ["BGN", "1.95583"],
    ["CYP", "0.585274"],
    ["DEM", "1.95583"],
    ["EEK", "15.6466"],
    ["ESP", "166.386"],
    ["FIM", "5.94573"],
    ["FRF", "6.55957"],
    ["GRD", "340.750"],
    ["HRK", "7.53450"],
    ["IEP", "0.787564"],
    ["ITL", "1936.27"],
    ["LTL", "3.45280"],
    ["LUF", "40.3399"],
    ["LVL", "0.702804"],
    ["MTL", "0.429300"],
    ["NLG", "2.20371"],
    ["PTE", "200.482"],
    ["SIT", "239.640"],
    ["SKK", "30.1260"],
  ])("fix the %s at %s for one euro, by law", (code, rate) => {
    const row = currencies.find((currency) => currency.code === code)!;
    expect(row.fixed_units_per_euro).toBe(rate);
    expect(row.fixed_from).toMatch(/^\d{4}-01-01$/);
    expect(row.fixed_source).toMatch(/^Council Regulation/);
  });
});
