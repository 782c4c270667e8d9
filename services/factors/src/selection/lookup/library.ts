import type { LibrarySelector } from "@emissions/proto/factors/v1/selection_service";
import type { KeyStep, Marks } from "../../catalogue/sectors.ts";
import type { Lookup } from "./lookup.ts";

/** The scheme of all keys that the library defines itself. */
export const LIBRARY_SCHEME = "library";

interface Fallback {
  category: string;
  /** Set if it differs from the requested key. */
  key?: string;
  label: string;
  marks?: Marks;
}

const GRID = "grid";

const LIFE_CYCLE: Fallback = {
  category: "electricity_life_cycle",
  label: "life-cycle figure in place of a grid average",
  marks: { lifeCycleInScope2: true },
};
const LOCATION: Fallback = {
  category: "electricity_location",
  label: "grid average in place of a residual mix",
};
const RESIDUAL_MIX: Fallback = {
  category: "electricity_residual_mix",
  label: "residual mix in place of a supplier's mix",
};

/** The Scope 2 Guidance requires that the absence of a residual mix is disclosed. */
const WITHOUT_RESIDUAL_MIX = [LOCATION, LIFE_CYCLE].map((fallback) => ({
  ...fallback,
  marks: { ...fallback.marks, proxy: true },
}));

/**
 * Fallback categories in the order of the GHG Protocol Scope 2 Guidance, tables 6.2 and 6.3. Electricity of a supplier
 * without a published mix is unclaimed, so the residual mix applies, and without one the grid average.
 */
const FALLBACKS: ReadonlyMap<string, readonly Fallback[]> = new Map([
  ["electricity_location", [LIFE_CYCLE]],
  ["electricity_residual_mix", WITHOUT_RESIDUAL_MIX],
  ["electricity_supplier", [RESIDUAL_MIX, ...WITHOUT_RESIDUAL_MIX].map((fallback) => ({ ...fallback, key: GRID }))],
]);

/** Categories without averages: a hotel stay in a country without a factor has no emissions (SPEC E15). */
const OF_COUNTRY_ONLY: ReadonlySet<string> = new Set(["hotel_stays"]);

export function lookUpLibrary({ category, key, country }: LibrarySelector): Lookup {
  const own: KeyStep = { category, scheme: LIBRARY_SCHEME, key, label: `${category} ${key}` };
  const fallbacks = FALLBACKS.get(category) ?? [];
  return {
    steps: [own, ...fallbacks.map((fallback) => ({ key, ...fallback, scheme: LIBRARY_SCHEME }))],
    country,
    countryOnly: OF_COUNTRY_ONLY.has(category),
  };
}
