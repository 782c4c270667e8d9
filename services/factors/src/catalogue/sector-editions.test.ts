import { describe, expect, it } from "vitest";
import { readCsv } from "../load/csv.ts";
import type { Edition } from "./sector.ts";
import { type Found, findSector, findSupplierSector, isAmbiguous } from "./sector-codes.ts";
import type { EditionRow } from "./sector-editions.ts";
import { indexSectors, type SectorRow } from "./sectors.ts";

const read = (file: string) => readCsv(new URL(`../../catalog/${file}.csv`, import.meta.url));
const rows = (await read("sector-editions")).map((row) => ({ ...row, meaning: row.meaning || null }));
const editions = rows as unknown as readonly EditionRow[];
const index = indexSectors({
  rows: (await read("sectors")) as unknown as SectorRow[],
  crosswalk: [],
  editions,
  figures: new Map((await read("spend")).map((row) => [row.code!, row.co2e_kg!])),
});

const nameOf = ({ scheme, code, standsFor }: Exclude<Found, null | { readings: unknown }>) =>
  `${scheme} ${code}${standsFor === undefined ? "" : ` for ${standsFor}`}`;
const textOf = (found: Found) =>
  found === null ? "none" : isAmbiguous(found) ? found.readings.map(nameOf).join(" or ") : nameOf(found);
const line = (text: string, edition: Edition) => textOf(findSector(index, text, edition));
const supplier = (type: string, code: string, edition: Edition) =>
  textOf(findSupplierSector(index, type, code, edition));

/** Classes with another meaning in each edition, with the sector that prices each meaning. */
const OTHER = [
  ["20.51", "20.51", "20.14"],
  ["25.30", "25.30", "25.40"],
  ["25.40", "25.40", "25.50"],
  ["25.61", "25.61", "25.71"],
  ["25.62", "25.62", "25.72"],
  ["35.12", "35.12", "35.11"],
  ["35.13", "35.13", "35.12"],
  ["35.14", "35.14", "35.13"],
  ["38.21", "38.21", "38.32"],
  ["38.22", "38.22", "38.21"],
  ["38.31", "38.31", "38.21"],
  ["38.32", "38.32", "38.21"],
  ["43.91", "43.91", "43.99"],
  ["46.64", "46.64", "46.69"],
  ["46.71", "46.71", "45.11"],
  ["46.72", "46.72", "45.31"],
  ["46.73", "46.73", "45.40"],
  ["47.63", "47.63", "47.64"],
  ["47.64", "47.64", "47.65"],
  ["47.81", "47.81", "45.11"],
  ["47.82", "47.82", "45.32"],
  ["47.91", "47.91", "47.91"],
  ["49.32", "49.32", "49.39"],
  ["58.12", "58.12", "58.13"],
  ["58.13", "58.13", "58.14"],
  ["61.20", "61.20", "61.90"],
  ["63.91", "63.91", "63.12"],
  ["77.22", "77.22", "77.29"],
] as const;

describe("a code with another meaning in each edition", () => {
  it("is every class that the correspondence gives another meaning", () => {
    const classes = editions.filter(({ level, meaning }) => level === "class" && meaning === "other");
    expect(classes.map(({ code }) => code)).toEqual(OTHER.map(([code]) => code));
  });

  it.each(OTHER)("such as %s is read by the stated edition, and ambiguous without one", (code, rev2, rev21) => {
    const meanings = [`nace_rev2 ${rev2}`, `nace_rev2 ${rev21} for NACE Rev. 2.1 ${code}`];
    const digits = code.replace(".", "");
    for (const text of [code, digits, `C${code}`, `${digits}0`]) {
      expect([line(text, "nace_rev2"), line(text, "nace_rev2_1")]).toEqual(meanings);
      expect(line(text, "unstated")).toBe(meanings.join(" or "));
      for (const type of ["nace", "cnae"]) {
        expect([supplier(type, text, "nace_rev2"), supplier(type, text, "nace_rev2_1")]).toEqual(meanings);
        expect(supplier(type, text, "unstated")).toBe(meanings.join(" or "));
      }
    }
  });

  it.each([
    ["NACE Rev. 2.1 46.71", "45.11"],
    ["NACE Rev.2.1: G46.71", "45.11"],
    ["nace 2.1 4671", "45.11"],
    ["CNAE 2025 4671", "45.11"],
    ["CNAE-2025 - 46.71", "45.11"],
    ["NACE Rev. 2 46.71", "46.71"],
    ["CNAE 2009 4671", "46.71"],
    ["UK SIC 46710", "46.71"],
    ["SIC 2007 46710", "46.71"],
  ])("in %j is of the edition that the text names, whatever is stated beside it", (text, code) => {
    for (const edition of ["nace_rev2", "nace_rev2_1", "unstated"] as const)
      expect(line(text, edition).split(" for ")[0]).toBe(`nace_rev2 ${code}`);
  });

  it("is no question for the UK SIC, which has one edition", () => {
    expect(supplier("sic", "46710", "unstated")).toBe("nace_rev2 46.71");
    expect(line("46711", "unstated")).toBe("nace_rev2 46.71");
  });

  it.each(["46.7", "38.2", "25.6", "14.1", "47.9"])("may be a group, such as %s", (code) => {
    expect(line(code, "unstated")).toContain(` or `);
    expect(line(code, "nace_rev2")).toBe(`nace_rev2 ${code}`);
  });

  it.each([
    ["cnae", "3515", "nace_rev2 35.1 for CNAE 35.15 or nace_rev2 35.14 for NACE Rev. 2.1 35.15"],
    ["cnae", "8541", "nace_rev2 85.41 or nace_rev2 85.4 for CNAE 85.41"],
    ["cnae", "1629", "nace_rev2 16.29 or nace_rev2 16.2 for CNAE 16.29"],
    ["nace", "1629", "nace_rev2 16.29"],
  ])("may be a class of one CNAE alone: %s %s", (type, code, readings) => {
    expect(supplier(type, code, "unstated")).toBe(readings);
  });
});

describe("a code of one edition alone", () => {
  it.each([
    ["62.01", "nace_rev2 62.01"],
    ["45.11", "nace_rev2 45.11"],
    ["62.10", "nace_rev2 62.01 for NACE Rev. 2.1 62.10"],
    ["46.89", "nace_rev2 46.90 for NACE Rev. 2.1 46.89"],
    ["K62.10", "nace_rev2 62.01 for NACE Rev. 2.1 62.10"],
    ["4683", "nace_rev2 46.73 for NACE Rev. 2.1 46.83"],
    ["513110", "naics_2017 511110 for NAICS 2022 513110"],
    ["541511", "naics_2017 541511"],
    ["454110", "naics_2017 454110"],
  ])("%s says which, whatever is stated", (code, sector) => {
    for (const edition of ["nace_rev2", "nace_rev2_1", "unstated"] as const) expect(line(code, edition)).toBe(sector);
  });

  it.each(["2212", "4911", "5231", "5622", "621"])("of NACE Rev. 2.1 that NAICS has too, %s, is ambiguous", (code) => {
    expect(line(code, "unstated")).toMatch(/NACE Rev\. 2\.1 .* or naics_2017/);
    expect(line(code, "nace_rev2_1")).toContain(`NACE Rev. 2.1 ${code.slice(0, 2)}.`);
    expect(line(code, "nace_rev2")).toContain("naics_2017");
    expect(supplier("nace", code, "unstated")).toContain("NACE Rev. 2.1");
    expect(supplier("naics", code, "unstated")).toContain("naics_2017");
  });

  it.each(["516", "5131", "45511", "457"])("of a group of NAICS 2022, %s, takes an industry of it", (group) => {
    expect(supplier("naics", group, "unstated")).toMatch(/^naics_2017 \d{6} for NAICS 2022 /);
  });
});

describe("a code with one meaning in both editions", () => {
  it("is read as NACE Rev. 2 without an edition", () => {
    expect(["24.10", "01.13", "47.11"].map((code) => line(code, "unstated"))).toEqual([
      "nace_rev2 24.10",
      "nace_rev2 01.13",
      "nace_rev2 47.11",
    ]);
  });
});

describe("a title", () => {
  it.each([
    ["Wholesale of motor vehicles", "nace_rev2 45.11 for NACE Rev. 2.1 46.71"],
    ["Wholesale of solid, liquid and gaseous fuels and related products", "nace_rev2 46.71"],
    ["Book Publishers", "naics_2017 511130"],
    ["Newspaper Publishers", "naics_2017 511110"],
  ])("of any edition, %s, names its own code", (title, sector) => {
    expect(line(title, "unstated")).toBe(sector);
  });
});

describe("a sector of NACE Rev. 2.1", () => {
  it("is a proxy only if several sectors of NACE Rev. 2 could stand for it", () => {
    const proxies = ["35.11", "46.71", "62.10"].map((code) => {
      const found = findSector(index, `NACE Rev. 2.1 ${code}`, "unstated");
      return found !== null && !isAmbiguous(found) && found.proxy === true;
    });
    expect(proxies).toEqual([false, true, false]);
  });
});

describe("the letter of a section", () => {
  it.each([
    ["G46.71", "nace_rev2 46.71 or nace_rev2 45.11 for NACE Rev. 2.1 46.71"],
    ["J61.20", "nace_rev2 61.20"],
    ["K61.20", "nace_rev2 61.90 for NACE Rev. 2.1 61.20"],
    ["A1.11", "nace_rev2 01.11"],
  ])("is read in %s", (code, sector) => {
    expect(line(code, "unstated")).toBe(sector);
  });
});

it.each([
  ["812", "nace_rev2 81.2 or nace_rev2 08.12"],
  ["311", "naics_2017 311119 for NAICS 311 or nace_rev2 03.11"],
  ["0812", "nace_rev2 08.12"],
  ["81.2", "nace_rev2 81.2"],
  ["331", "nace_rev2 33.1"],
])("three digits that may have lost a zero are asked: %s", (code, sectors) => {
  expect(line(code, "unstated")).toBe(sectors);
});
