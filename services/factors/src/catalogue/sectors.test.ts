import { describe, expect, it } from "vitest";
import { findSector as find, findSupplierSector as findOfSupplier, unambiguous } from "./sector-codes.ts";
import { indexSectors, keySteps, type SectorIndex } from "./sectors.ts";

const index = indexSectors({
  rows: [
    { scheme: "nace_rev2", code: "J", level: "section", title: "Information and communication" },
    {
      scheme: "nace_rev2",
      code: "62",
      level: "division",
      title: "Computer programming, consultancy and related activities",
    },
    {
      scheme: "nace_rev2",
      code: "62.0",
      level: "group",
      title: "Computer programming, consultancy and related activities",
    },
    { scheme: "nace_rev2", code: "62.01", level: "class", title: "Computer programming activities" },
    { scheme: "nace_rev2", code: "01.11", level: "class", title: "Growing of cereals" },
    { scheme: "nace_rev2", code: "14.13", level: "class", title: "Manufacture of other outerwear" },
    { scheme: "nace_rev2", code: "10.4", level: "group", title: "Manufacture of vegetable and animal oils and fats" },
    { scheme: "uk_sic_2007", code: "14.13", level: "class", title: "Manufacture of other outerwear" },
    { scheme: "uk_sic_2007", code: "14.13/1", level: "subclass", title: "Manufacture of men's outerwear" },
    { scheme: "nace_rev2", code: "24", level: "division", title: "Manufacture of basic metals" },
    { scheme: "nace_rev2", code: "24.1", level: "group", title: "Manufacture of basic iron and steel" },
    { scheme: "nace_rev2", code: "24.10", level: "class", title: "Manufacture of basic iron and steel and alloys" },
    { scheme: "nace_rev2", code: "33.1", level: "group", title: "Repair of fabricated metal products" },
    { scheme: "naics_2017", code: "541511", level: "industry", title: "Custom Computer Programming Services" },
    { scheme: "naics_2017", code: "331110", level: "industry", title: "Iron and Steel Mills" },
    { scheme: "naics_2017", code: "331210", level: "industry", title: "Iron and Steel Pipe and Tube" },
    { scheme: "naics_2017", code: "331313", level: "industry", title: "Alumina Refining" },
    { scheme: "naics_2017", code: "484110", level: "industry", title: "General Freight Trucking, Local" },
  ],
  crosswalk: [
    { naceCode: "62.01", naicsCode: "541511", isSame: true },
    { naceCode: "62", naicsCode: "541511", isSame: false },
    { naceCode: "35.11", naicsCode: null, isSame: false },
  ],
  figures: new Map([
    ["331110", "0.787"],
    ["331210", "0.5"],
    ["331313", "1.3"],
  ]),
});
const findSector = (sectors: SectorIndex, text: string) => unambiguous(find(sectors, text, "nace_rev2"));
const findSupplierSector = (sectors: SectorIndex, type: string, code: string) =>
  unambiguous(findOfSupplier(sectors, type, code, "nace_rev2"));

describe("the sector of a purchase", () => {
  it.each([
    ["62.01", "62.01"],
    ["6201", "62.01"],
    [" J62.01 ", "62.01"],
    ["62.0", "62.0"],
    ["62", "62"],
    ["01.11", "01.11"],
    ["1.11", "01.11"],
    ["62010", "62.01"],
    ["14131", "14.13"],
    ["14.13/1", "14.13"],
    ["541511", "541511"],
    ["COMPUTER  programming ACTIVITIES", "62.01"],
    ["Cómputer programming activities", "62.01"],
    ["Manufacture of men’s outerwear", "14.13"],
    ["custom computer programming services", "541511"],
    ["Computer programming, consultancy and related activities", "62.0"],
  ])("%j is %s", (text, code) => {
    expect(findSector(index, text)?.code).toBe(code);
  });

  it.each(["", "J", "99.99", "62.011", "620.1", "7", "1234567", "Something nice", "Information and communication"])(
    "%j is not known",
    (text) => expect(findSector(index, text)).toBeNull(),
  );

  it("uses the group for a CNAE class that NACE does not have", () => {
    expect(findSupplierSector(index, "cnae", "1043")).toMatchObject({ code: "10.4", standsFor: "CNAE 10.43" });
    expect(findSector(index, "10.43")).toMatchObject({ code: "10.4", standsFor: "CNAE 10.43" });
    expect(findSupplierSector(index, "nace", "1043")).toBeNull();
  });
});

describe("a code", () => {
  const SPELLINGS: Record<string, readonly string[]> = {
    "24.10": ["24.10", "2410", "C24.10", "c2410", "C 24.10", "C-24.10", "24100", "24.10.00", "24.10Z", " 24.10 "],
    "24.1": ["24.1", "241", "C24.1", "C241"],
    "24": ["24", "C24", "C 24"],
    "01.11": ["01.11", "1.11", "0111", "A01.11", "01110"],
  };
  it.each(Object.entries(SPELLINGS).flatMap(([code, all]) => all.map((text) => [text, code])))(
    "spelled %j is %s on a line and on a supplier of each type",
    (text, code) => {
      const read = [findSector(index, text), ...["nace", "cnae", "sic"].map((t) => findSupplierSector(index, t, text))];
      expect(read.map((sector) => sector?.code)).toEqual([code, code, code, code]);
    },
  );

  it.each([
    ["NACE C24.10", "24.10"],
    ["UK SIC 24100", "24.10"],
    ["SIC: 14131", "14.13"],
    ["NAICS 331", "331110"],
  ])("%j names its classification, which decides", (text, code) => {
    expect(findSector(index, text)?.code).toBe(code);
  });

  it.each(["3311", "33111", "331"])("of NAICS with fewer digits than six, %s, is read on a supplier", (code) => {
    expect(findSupplierSector(index, "naics", code)?.code).toBe("331110");
  });

  it("of NAICS is read on a line where NACE has no such code", () => {
    expect(findSector(index, "331")?.code).toBe("33.1");
    expect(findSector(index, "4841")).toMatchObject({ code: "484110", standsFor: "NAICS 4841" });
    expect(findSector(index, "48-49")?.code).toBe("484110");
    expect(findSupplierSector(index, "nace", "4841")).toBeNull();
  });

  it("of a NAICS group stands for the industry with the median figure, marked if figures differ", () => {
    expect(findSupplierSector(index, "naics", "331")).toMatchObject({ code: "331110", proxy: true });
    expect(findSupplierSector(index, "naics", "33111")?.proxy).toBeUndefined();
    expect(findSupplierSector(index, "naics", "31-33")).toMatchObject({ standsFor: "NAICS 31-33", proxy: true });
  });

  it.each([
    ["nace", "99.99"],
    ["nace", "62.05"],
    ["sic", "14139"],
    ["naics", "24.10"],
    ["naics", "999"],
    ["cnae", "9999"],
  ])("of %s that does not exist, %s, is not found", (type, code) => {
    expect(findSupplierSector(index, type, code)).toBeNull();
  });
});

describe("the keys of a sector", () => {
  it("go from the class to the division, then to the other classification", () => {
    const steps = keySteps(index, { scheme: "nace_rev2", code: "62.01", title: "" });
    expect(steps.map((step) => `${step.scheme} ${step.key}`)).toEqual([
      "nace_rev2 62.01",
      "nace_rev2 62.0",
      "nace_rev2 62",
      "naics_2017 541511",
    ]);
  });
});
