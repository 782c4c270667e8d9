import { SectorEdition } from "@emissions/proto/factors/v1/sector_service";
import type { Edition } from "../../catalogue/sector.ts";

interface Stated {
  sectorEdition?: SectorEdition | undefined;
  /** Absent for purchases that were recorded before editions could be stated. */
  asksEdition?: boolean | undefined;
}

/** The edition of the codes of a purchase. Earlier purchases keep NACE Rev. 2, and so their numbers. */
export function editionOf({ sectorEdition, asksEdition }: Stated): Edition {
  if (sectorEdition === SectorEdition.NACE_REV2_1) return "nace_rev2_1";
  return !sectorEdition && asksEdition === true ? "unstated" : "nace_rev2";
}
