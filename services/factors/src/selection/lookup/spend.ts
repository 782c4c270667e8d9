import type { SpendSelector } from "@emissions/proto/factors/v1/selection_service";
import { findSector, findSupplierSector, keySteps, type Sector } from "../../catalogue/sectors.ts";
import type { Snapshot } from "../../catalogue/snapshot.ts";
import { failure } from "../answer.ts";
import type { Lookup } from "./lookup.ts";

/** The supplier code takes precedence: it is more exact than the sector, which users enter as free text. */
export function lookUpSpend(
  { sectors }: Snapshot,
  { sector, supplierCodeType, supplierCode, country }: SpendSelector,
): Lookup {
  const bySupplier = supplierCode === "" ? null : findSupplierSector(sectors, supplierCodeType, supplierCode);
  const found: Sector | null = bySupplier ?? findSector(sectors, sector);
  if (found !== null) return { steps: keySteps(sectors, found), country };
  return failure(
    "SECTOR_NOT_MAPPED",
    "Neither the supplier's code nor the sector is a code or title of NACE, UK SIC or NAICS; sections are too broad.",
  );
}
