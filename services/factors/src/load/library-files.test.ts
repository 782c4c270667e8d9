import { readdir } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { type CsvRow, list, parseCsv, readCsv } from "./csv.ts";
import { catalogueFiles } from "./files.ts";

const CATALOGUE = new URL("../../catalog/", import.meta.url);
const read = (path: string) => readCsv(new URL(path, CATALOGUE));
const [units, countries] = await Promise.all([read("units.csv"), read("countries.csv")]);
const files = (await catalogueFiles({ shareAlike: true }))
  .filter(({ dataset }) => dataset !== undefined)
  .map(({ path, text, dataset }) => ({ path, set: dataset!, rows: parseCsv(text) }));

const UNITS = new Set(units.map((row) => row.code!));
const AREAS = new Set(countries.flatMap((row) => [row.code!, row.region!, row.subregion!]).concat("GLO"));
const VALUES = ["co2e_kg", "co2_kg", "ch4_g", "n2o_g", "biogenic_co2_kg"];
const CATEGORIES = new Set([
  ...["fuels", "fuels_upstream", "vehicle_fuels", "vehicle_fuels_upstream"],
  ...["vehicle_distance", "vehicle_distance_upstream"],
  ...["electricity_location", "electricity_residual_mix", "electricity_supplier", "electricity_upstream"],
  ...["electricity_losses", "electricity_losses_upstream", "electricity_life_cycle"],
  ...[
    "heat",
    "heat_upstream",
    "heat_losses",
    "heat_losses_upstream",
    "water_supply",
    "water_treatment",
    "waste",
    "waste_materials",
  ],
  ...["freight", "freight_upstream", "passenger_transport", "passenger_transport_upstream"],
  ...["homeworking", "hotel_stays", "refrigerants"],
]);

describe.each(files)("$path", ({ path, set, rows }) => {
  const wrong = (fault: (row: CsvRow) => boolean) => rows.filter(fault).slice(0, 3);

  it("says who published it, when and under which licence", () => {
    expect(set).toMatchObject({
      source: expect.stringMatching(/./),
      licence: expect.stringMatching(/./),
      sourceYear: expect.stringMatching(/^20\d{2}$/),
      priority: expect.stringMatching(/^[1-9]\d{0,3}$/),
      gwpSet: expect.stringMatching(/^(|SAR|AR4|AR5|AR6)$/),
    });
    if (!path.startsWith("share-alike/")) expect(set.licence).not.toMatch(/SA|ODbL/);
  });

  it("names only units, areas and categories that exist", () => {
    expect(wrong((row) => !UNITS.has(row.unit!))).toEqual([]);
    expect(wrong((row) => list(row, "areas").some((area) => !AREAS.has(area)))).toEqual([]);
    expect(wrong((row) => list(row, "areas").length === 0)).toEqual([]);
    expect(wrong((row) => !CATEGORIES.has(row.category!))).toEqual([]);
  });

  it("has plain keys, names, years and numbers, and at least one value in each row", () => {
    expect(wrong((row) => !/^[a-z0-9_]+(\/[a-zA-Z0-9_]+)*$/.test(row.key!))).toEqual([]);
    expect(wrong((row) => row.name!.trim() === "" || !/^(19|20)\d{2}$/.test(row.year!))).toEqual([]);
    expect(wrong((row) => VALUES.some((value) => !/^(-?\d+(\.\d+)?)?$/.test(row[value]!)))).toEqual([]);
    expect(wrong((row) => VALUES.every((value) => row[value] === ""))).toEqual([]);
    expect(wrong((row) => !/^(\d+(\.\d+)?)?$/.test(row.uncertainty_percent!))).toEqual([]);
  });
});

it("the lists of data sets name every file", async () => {
  const found = await Promise.all(
    ["library", "share-alike/library"].map(async (folder) => {
      const names = await readdir(new URL(folder, CATALOGUE)).catch(() => []);
      return names
        .filter((name) => name.endsWith(".csv") && name !== "datasets.csv")
        .map((name) => `${folder}/${name}`);
    }),
  );
  expect(found.flat().sort()).toEqual(files.map(({ path }) => path).sort());
  expect(new Set(files.map(({ set }) => set.dataset)).size).toBe(files.length);
});
