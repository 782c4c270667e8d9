import { describe, expect, it } from "vitest";
import { findSector, findSupplierSector, indexSectors, keySteps } from "./sectors.ts";

const index = indexSectors(
  [
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
    { scheme: "naics_2017", code: "541511", level: "industry", title: "Custom Computer Programming Services" },
  ],
  [
    { naceCode: "62.01", naicsCode: "541511" },
    { naceCode: "62", naicsCode: "541511" },
    { naceCode: "35.11", naicsCode: null },
  ],
);

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
    expect(findSupplierSector(index, "cnae", "1043")?.code).toBe("10.4");
    expect(findSupplierSector(index, "nace", "1043")).toBeNull();
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
