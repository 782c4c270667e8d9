import type { KeyStep } from "../../catalogue/sectors.ts";
import type { Failure } from "../answer.ts";
import type { Fuel } from "../fuel.ts";

/** The library keys of a selector, the most exact first, or a failure. */
export type Lookup = LibraryKeys | Failure;

interface LibraryKeys {
  steps: KeyStep[];
  country: string;
  /** Countries in which the activity takes place. Without them, in `country`. */
  places?: readonly string[];
  /** True if a factor of a region or `GLO` does not apply. */
  countryOnly?: boolean;
  /** A country whose own figures come last, as proxies. */
  standInCountry?: string;
  /** Set for a fuel, whose mass, volume and energy convert by its published properties. */
  fuel?: Fuel;
  /** GHG Protocol category of a purchase, if the sector decides about it. */
  ghgCategory?: string;
}
