import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { SectorEdition } from "@emissions/proto/factors/v1/sector_service";
import { SpendSelectorSchema } from "@emissions/proto/factors/v1/selection_service";
import { describe, expect, it } from "vitest";
import { indexSectors } from "../../catalogue/sectors.ts";
import { lookUpSpend } from "./spend.ts";

const nace = (code: string, title: string) => ({ scheme: "nace_rev2", code, level: "class", title });
const naics = (code: string, title: string) => ({ scheme: "naics_2017", code, level: "industry", title });
const sectors = indexSectors({
  rows: [
    nace("24.10", "Manufacture of basic iron and steel"),
    nace("62.01", "Computer programming activities"),
    nace("46.72", "Wholesale of metals and metal ores"),
    nace("46.71", "Wholesale of fuels"),
    nace("47.19", "Other retail sale in non-specialised stores"),
    nace("45.20", "Maintenance and repair of motor vehicles"),
    nace("35.11", "Production of electricity"),
    naics("423510", "Metal Service Centers and Other Metal Merchant Wholesalers"),
    naics("331110", "Iron and Steel Mills"),
  ],
  crosswalk: [],
  editions: [
    {
      scheme: "nace_rev2_1",
      code: "46.71",
      level: "class",
      title: "Wholesale of motor vehicles",
      reading: "47.19",
      match: "nearest",
      meaning: "other",
    },
  ],
});

const lookUp = (sector: string, supplierCode = "", supplierCodeType = "nace") =>
  lookUpSpend({ sectors }, create(SpendSelectorSchema, { sector, supplierCode, supplierCodeType, country: "ES" }));

const priced = (...asked: Parameters<typeof lookUp>) => {
  const lookup = lookUp(...asked);
  if ("failureCode" in lookup) return lookup.failureCode;
  const { key, marks } = lookup.steps[0]!;
  return marks?.tradeMarginOnly ? `${key}, trade margin only` : key;
};

describe("a purchase by spend is priced by", () => {
  it.each([
    ["the line, not the wholesaler who sells it", "24.10", "46.72", "24.10"],
    ["the line, not another business of the supplier", "24.10", "62.01", "24.10"],
    ["the supplier's code, if the line is no code or title", "beams", "24.10", "24.10"],
    ["the producer, if the line says trade", "46.72", "24.10", "24.10"],
    ["the line of trade, marked, if both say trade", "46.72", "47.19", "46.72, trade margin only"],
    ["the line of trade, marked, if the supplier has no code", "47.19", "", "47.19, trade margin only"],
    ["the line of trade, marked, if the supplier's code does not exist", "47.19", "99.99", "47.19, trade margin only"],
    ["the line, if the supplier's code does not exist", "24.10", "99.99", "24.10"],
    ["the repair of a vehicle, which is a service and not trade", "45.20", "24.10", "45.20"],
    ["the supplier who repairs, if the line says trade", "47.19", "45.20", "45.20"],
    ["nothing, if only the supplier says trade", "beams", "46.72", "SECTOR_NOT_MAPPED"],
    ["nothing, if neither is known", "beams", "", "SECTOR_NOT_MAPPED"],
  ])("%s", (_, sector, supplier, result) => {
    expect(priced(sector, supplier)).toBe(result);
  });

  it("trade of NAICS, marked, only if both say trade", () => {
    expect(priced("423510", "4235", "naics")).toBe("423510, trade margin only");
    expect(priced("423510", "331110", "naics")).toBe("331110");
    expect(priced("331110", "42", "naics")).toBe("331110");
  });

  it.each([
    ["a line of energy", "35.11", ""],
    ["a line of fuel that a producer of steel sells", "46.71", "24.10"],
    ["an unknown line of a power plant", "the bill", "35.11"],
  ])("nothing for %s: it points to invoices", (_, sector, supplier) => {
    expect(lookUp(sector, supplier)).toMatchObject({
      failureCode: "FACTOR_NOT_FOUND",
      failureDetail: expect.stringContaining("invoice with its quantity"),
    });
  });
});

describe("a code with another meaning in each edition", () => {
  const { UNSPECIFIED, NACE_REV2, NACE_REV2_1 } = SectorEdition;
  const spend = (values: MessageInitShape<typeof SpendSelectorSchema>) =>
    lookUpSpend({ sectors }, create(SpendSelectorSchema, { supplierCodeType: "nace", asksEdition: true, ...values }));
  const ambiguous = (what: string) => ({
    failureCode: "SECTOR_AMBIGUOUS",
    failureDetail:
      `${what} is NACE Rev. 2 46.71 "Wholesale of fuels" or NACE Rev. 2.1 46.71 "Wholesale of motor vehicles". ` +
      "State the edition, in sector_edition or before the code, and write the code with its point and all digits.",
  });

  it("fails on a line without an edition, and names both meanings", () => {
    expect(spend({ sector: "46.71" })).toEqual(ambiguous("46.71"));
    expect(spend({ sector: "46.71", supplierCode: "24.10", supplierSectorEdition: NACE_REV2 })).toEqual(
      ambiguous("46.71"),
    );
  });

  it("fails on a supplier without an edition only if its code would price the line", () => {
    const code = { supplierCode: "46.71", sectorEdition: NACE_REV2 };
    expect(spend({ sector: "24.10", ...code })).toMatchObject({ steps: [{ key: "24.10" }, {}, {}] });
    for (const sector of ["beams", "47.19"])
      expect(spend({ sector, ...code })).toEqual(ambiguous("The supplier's code 46.71"));
  });

  it("is read by the edition that is stated for it", () => {
    expect(spend({ sector: "46.71", sectorEdition: NACE_REV2 })).toMatchObject({ failureCode: "FACTOR_NOT_FOUND" });
    const label = "NACE 47.19 for NACE Rev. 2.1 46.71";
    expect(spend({ sector: "46.71", sectorEdition: NACE_REV2_1 })).toMatchObject({
      steps: [{ key: "47.19", label, marks: { proxy: true, tradeMarginOnly: true } }, {}, {}],
    });
    expect(spend({ sector: "beams", supplierCode: "46.71", supplierSectorEdition: NACE_REV2 })).toMatchObject({
      failureCode: "SECTOR_NOT_MAPPED",
    });
  });

  it("of a purchase of an earlier release stays NACE Rev. 2", () => {
    const earlier = spend({ sector: "46.71", sectorEdition: UNSPECIFIED, asksEdition: false });
    expect(earlier).toEqual(spend({ sector: "46.71", sectorEdition: NACE_REV2 }));
  });
});
