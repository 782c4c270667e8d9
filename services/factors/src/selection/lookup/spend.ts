import type { SpendSelector } from "@emissions/proto/factors/v1/selection_service";
import { isTrade, purchaseCategoryOf } from "../../catalogue/purchase-categories.ts";
import type { Sector } from "../../catalogue/sector.ts";
import {
  type Ambiguous,
  type Found,
  findSector,
  findSupplierSector,
  isAmbiguous,
} from "../../catalogue/sector-codes.ts";
import { keySteps, type Marks } from "../../catalogue/sectors.ts";
import type { Snapshot } from "../../catalogue/snapshot.ts";
import { type Failure, failure } from "../answer.ts";
import { editionOf } from "./edition.ts";
import type { Lookup } from "./lookup.ts";

/** The sector of the line describes the purchase; the code of the supplier describes its main business. */
export function lookUpSpend({ sectors }: Pick<Snapshot, "sectors">, selector: SpendSelector): Lookup {
  const { sector, supplierCodeType, supplierCode, country, asksEdition } = selector;
  const line = findSector(sectors, sector, editionOf(selector));
  if (isAmbiguous(line)) return ambiguousSector(sector, line);
  const supplierEdition = editionOf({ sectorEdition: selector.supplierSectorEdition, asksEdition });
  const supplier =
    supplierCode === "" ? null : findSupplierSector(sectors, supplierCodeType, supplierCode, supplierEdition);
  const priced = sectorToPrice(line, supplier, supplierCode);
  const energy = [line, "failureCode" in priced ? null : priced].find(isEnergy);
  if (energy) return energyFailure(energy);
  if ("failureCode" in priced) return priced;
  const marks: Marks = {
    ...(isTrade(priced) && { tradeMarginOnly: true }),
    ...(priced.proxy && { proxy: true }),
  };
  const suffix = priced.standsFor === undefined ? "" : ` for ${priced.standsFor}`;
  return {
    steps: keySteps(sectors, priced).map((step) => ({
      ...step,
      label: step.label + suffix,
      marks: { ...step.marks, ...marks },
    })),
    country,
    ghgCategory: purchaseCategoryOf(priced),
  };
}

/**
 * A figure of trade is the margin of the trader, not the production of the goods. So a trader prices nothing whose
 * sector is not trade, and a line of trade takes the sector of its supplier, if that one produces.
 */
function sectorToPrice(line: Sector | null, supplier: Found, supplierCode: string): Sector | Failure {
  if (line !== null && !isTrade(line)) return line;
  if (isAmbiguous(supplier)) return ambiguousSector(`The supplier's code ${supplierCode}`, supplier);
  const producer = supplier !== null && !isTrade(supplier) ? supplier : null;
  const priced = producer ?? line;
  if (priced !== null) return priced;
  const why = supplier === null ? UNKNOWN_SUPPLIER : TRADING_SUPPLIER;
  return failure("SECTOR_NOT_MAPPED", `The sector is no code or title of ${CLASSIFICATIONS}. ${why}`);
}

/** The failure of a code that means two sectors while no edition is stated. It names both. */
export function ambiguousSector(code: string, { readings }: Ambiguous): Failure {
  const [one, other] = readings.map((reading) => `${nameOf(reading)} "${reading.title}"`);
  const help =
    "State the edition, in sector_edition or before the code, and write the code with its point and all digits.";
  return failure("SECTOR_AMBIGUOUS", `${code} is ${one} or ${other}. ${help}`);
}

const nameOf = ({ scheme, code, standsFor }: Sector) =>
  standsFor ?? (scheme === "naics_2017" ? `NAICS ${code}` : `NACE Rev. 2 ${code}`);

const CLASSIFICATIONS = "NACE, UK SIC or NAICS; sections are too broad";
const UNKNOWN_SUPPLIER = "The supplier has no code of these classifications either.";
const TRADING_SUPPLIER = "The supplier's code is of trade, which does not say what was bought.";

const isEnergy = (sector: Sector | null): boolean => sector !== null && purchaseCategoryOf(sector) === "energy";

/** Energy needs quantities: `RULES` in catalogue/purchase-categories.ts has the reason. */
function energyFailure({ scheme, code }: Sector): Failure {
  const sector = scheme === "naics_2017" ? `NAICS ${code}` : `NACE ${code}`;
  const records = "Record electricity, heat and fuels as an invoice with its quantity.";
  const products = "Lubricants are NAICS 324191, bitumen is NAICS 324121.";
  return failure("FACTOR_NOT_FOUND", `Spend is no basis for energy (${sector}). ${records} ${products}`);
}
