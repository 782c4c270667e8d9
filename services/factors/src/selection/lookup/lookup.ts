import type { KeyStep } from "../../catalogue/sectors.ts";
import type { Failure } from "../answer.ts";

/** The library keys of a selector, the most exact first, or a failure. */
export type Lookup = LibraryKeys | Failure;

interface LibraryKeys {
  steps: KeyStep[];
  country: string;
  /** True if a factor of a region or `GLO` does not apply. */
  countryOnly?: boolean;
  /** GHG Protocol category of a purchase, if the sector decides about it. */
  ghgCategory?: string;
}
