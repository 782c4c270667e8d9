import type { LibrarySelector } from "@emissions/proto/factors/v1/selection_service";
import type { KeyStep, Marks } from "../../catalogue/sectors.ts";
import { type Fuel, fuelOf, keysOf } from "../fuel.ts";
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

/** The key of the grid of a country. Zones of it have the key `grid/<zone>`. */
export const GRID = "grid";

export const LOCATION_CATEGORY = "electricity_location";
export const LIFE_CYCLE_CATEGORY = "electricity_life_cycle";
export const UPSTREAM_CATEGORY = "electricity_upstream";

const LIFE_CYCLE: Fallback = {
  category: LIFE_CYCLE_CATEGORY,
  label: "life-cycle figure in place of a grid average",
  marks: { lifeCycleInScope2: true },
};
const LOCATION: Fallback = {
  category: LOCATION_CATEGORY,
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
  [LOCATION_CATEGORY, [LIFE_CYCLE]],
  ["electricity_residual_mix", WITHOUT_RESIDUAL_MIX],
  ["electricity_supplier", [RESIDUAL_MIX, ...WITHOUT_RESIDUAL_MIX].map((fallback) => ({ ...fallback, key: GRID }))],
]);

/** Averages of the grid. All those of the zone come before those of the country. */
const AVERAGES: ReadonlySet<string> = new Set([LOCATION_CATEGORY, LIFE_CYCLE_CATEGORY, UPSTREAM_CATEGORY]);

/** Categories without averages: a hotel stay in a country without a factor has no emissions. */
const OF_COUNTRY_ONLY: ReadonlySet<string> = new Set(["hotel_stays"]);

export function lookUpLibrary(selector: LibrarySelector): Lookup {
  const { category, key, country, gridZone } = selector;
  const fuel = fuelOf(selector);
  if (fuel !== null) return { steps: fuelSteps(category, fuel), country, fuel };
  const own: KeyStep = { category, scheme: LIBRARY_SCHEME, key, label: `${category} ${key}` };
  const fallbacks = FALLBACKS.get(category) ?? [];
  const steps = [own, ...fallbacks.map((fallback) => ({ key, ...fallback, scheme: LIBRARY_SCHEME }))];
  return { steps: withZone(steps, gridZone), country, countryOnly: OF_COUNTRY_ONLY.has(category) };
}

/** Figures of a zone describe the grid of a facility better than those of the country. */
function withZone(steps: KeyStep[], zone: string): KeyStep[] {
  if (zone === "") return steps;
  const key = `${GRID}/${zone}`;
  const ofZone = (step: KeyStep): KeyStep => ({ ...step, key, label: `${step.label}, zone ${zone}` });
  const isAverage = (step: KeyStep) => step.key === GRID && AVERAGES.has(step.category);
  const averages = steps.filter(isAverage);
  const others = steps.filter((step) => !isAverage(step));
  return [
    ...others.flatMap((step) => (step.key === GRID ? [ofZone(step), step] : [step])),
    ...averages.map(ofZone),
    ...averages,
  ];
}

const fuelSteps = (category: string, fuel: Fuel): KeyStep[] =>
  keysOf(fuel).map((key) => ({ category, scheme: LIBRARY_SCHEME, key, label: `${category} ${key}` }));
