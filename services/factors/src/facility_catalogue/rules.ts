import { FuelPurpose } from "@emissions/proto/factors/v1/facility_catalogue_service";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import { derived, factorsIn } from "../catalogue/derived.ts";
import type { LibraryFactor } from "../catalogue/factor.ts";
import type { UnitRow } from "../catalogue/queries.ts";
import { factorKey, type Snapshot } from "../catalogue/snapshot.ts";
import { acceptedDimensions } from "../selection/accepted-units.ts";
import { CURRENCY } from "../selection/conversion.ts";
import { LIBRARY_SCHEME } from "../selection/lookup/library.ts";
import { regionsOf } from "../selection/regions.ts";

export interface Fuel {
  id: string;
  purpose: FuelPurpose;
  category: string;
  key: string;
}

export interface CountryFuel extends Fuel {
  name: string;
  units: readonly UnitRow[];
}

const HEAT = { category: "fuels", purpose: FuelPurpose.HEAT };
const BOUGHT_HEAT = { category: "heat", purpose: FuelPurpose.HEAT };
const RECHARGE = { category: "refrigerants", purpose: FuelPurpose.RECHARGE };

/** All fuels by id. The id does not depend on the country, so a facility keeps its fuel when it moves. */
export const fuelsById = derived((snapshot): ReadonlyMap<string, Fuel> => {
  const fuels = [HEAT, BOUGHT_HEAT, RECHARGE].flatMap(({ category, purpose }) => {
    const keys = new Set(factorsIn(snapshot, category).map(({ key }) => key));
    return [...keys].map((key) => ({ id: catalogueId("facility_fuel", `${category}/${key}`), purpose, category, key }));
  });
  return new Map(fuels.map((fuel) => [fuel.id, fuel]));
});

const usualByCountry = derived(() => new Map<string, readonly CountryFuel[]>());

/** The usual fuels of a country, sorted by purpose and name. Computed on the first request for the country. */
export function usualFuels(snapshot: Snapshot, country: string): readonly CountryFuel[] {
  const code = snapshot.countriesByCode.has(country) ? country : "";
  const byCountry = usualByCountry(snapshot);
  const cached = byCountry.get(code);
  if (cached !== undefined) return cached;
  const usualKeys = usualFuelKeys(snapshot, code);
  // Refrigerants do not depend on the country, and bought heat has few factors: all that apply are offered.
  const fuels = [...fuelsById(snapshot).values()]
    .filter(({ category, key }) => category !== HEAT.category || usualKeys.has(key))
    .map((fuel) => inCountry(snapshot, fuel, code))
    .filter(({ units }) => units.length > 0)
    .sort((a, b) => a.purpose - b.purpose || compare(a.name, b.name) || compare(a.key, b.key));
  // A publication can have one factor under two keys, such as "petrol" and "e5". The list needs only one.
  const distinct = fuels.filter(({ purpose, name }, at) => {
    const before = fuels[at - 1];
    return before?.purpose !== purpose || before.name !== name;
  });
  byCountry.set(code, distinct);
  return distinct;
}

const factorsByRegion = derived((snapshot) => Map.groupBy(factorsIn(snapshot, HEAT.category), ({ region }) => region));

/** Fuel keys of the publication for the nearest region: MITECO for Spain, DESNZ for countries without their own. */
function usualFuelKeys(snapshot: Snapshot, country: string): Set<string> {
  const nearest = regionsOf(snapshot, country).find((region) => factorsByRegion(snapshot).has(region)) ?? "";
  const factors = factorsByRegion(snapshot).get(nearest) ?? [];
  const bestPriority = Math.min(...factors.map(({ priority }) => priority));
  return new Set(factors.filter(({ priority }) => priority === bestPriority).map(({ key }) => key));
}

/** The fuel with its name and units in the country. Without units if no factor applies to the country. */
export function inCountry(snapshot: Snapshot, fuel: Fuel, country: string): CountryFuel {
  const { category, key } = fuel;
  const dimensions = acceptedDimensions(snapshot, { category, key, country });
  const units = snapshot.units.filter(({ dimension }) => dimension !== CURRENCY && dimensions.has(dimension));
  return { ...fuel, name: nameIn(snapshot, fuel, country), units };
}

/** The latest name in the nearest region. */
function nameIn(snapshot: Snapshot, { category, key }: Fuel, country: string): string {
  const regions = regionsOf(snapshot, country);
  const rank = ({ region }: LibraryFactor) => (regions.includes(region) ? regions.indexOf(region) : regions.length);
  const [best] = [...(snapshot.factors.get(factorKey(category, LIBRARY_SCHEME, key)) ?? [])].sort(
    (a, b) => rank(a) - rank(b) || a.priority - b.priority || b.year - a.year || compare(a.name, b.name),
  );
  return best?.name ?? key;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
