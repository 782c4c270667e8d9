import { create } from "@bufbuild/protobuf";
import { LibrarySelectorSchema } from "@emissions/proto/factors/v1/selection_service";
import type { VehicleFuelRow } from "../catalogue/codes.ts";
import { derived, factorsIn } from "../catalogue/derived.ts";
import type { LibraryFactor } from "../catalogue/factor.ts";
import type { UnitRow } from "../catalogue/queries.ts";
import { factorKey, type Snapshot } from "../catalogue/snapshot.ts";
import { today } from "../day.ts";
import { CURRENCY } from "../selection/conversion.ts";
import { resolveInLibrary } from "../selection/in-library.ts";
import { lookUpLibrary } from "../selection/lookup/library.ts";
import type { Lookup } from "../selection/lookup/lookup.ts";
import { regionsOf } from "../selection/regions.ts";

/** Keys are "<class>/<size>/<fuel>". Goods vehicles have figures per tonne-kilometre as well, which say nothing of a fuel. */
const DISTANCE_CATEGORY = "vehicle_distance";
const DISTANCE = "distance";

/** The fuels, each with the units in which a consumption of it can be calculated. */
export const fuelsOf = derived((snapshot) => {
  const physical = snapshot.units.filter(({ dimension }) => dimension !== CURRENCY);
  return snapshot.vehicleFuels.map((row) => {
    const dimensions = dimensionsOf(snapshot, row);
    return { row, units: physical.filter(({ dimension }) => dimensions.has(dimension)) };
  });
});

/** Asks selection itself, so that what is offered is what will be accepted. Units of one dimension convert, so one speaks for all. */
function dimensionsOf(snapshot: Snapshot, fuel: VehicleFuelRow): Set<string> {
  const { category, factorKey: key, country } = fuel;
  const lookup = lookUpLibrary(create(LibrarySelectorSchema, { category, key, country }));
  const speakers = new Map(publishedUnits(snapshot, lookup).map((unit) => [unit.dimension, unit.code]));
  // Whether there is a factor does not depend on the day.
  const fits = [...speakers].filter(([, unit]) => resolveInLibrary(snapshot, { lookup, unit, day: today() }).factor);
  const known = fits.map(([dimension]) => dimension);
  return new Set(hasDistances(snapshot, fuel) ? [...known, DISTANCE] : known);
}

/** Units of the factors under the keys, wherever they apply. */
function publishedUnits({ factors, unitsByCode }: Snapshot, lookup: Lookup): UnitRow[] {
  if ("failureCode" in lookup) return [];
  const found = lookup.steps.flatMap(
    ({ category, scheme, key }) => factors.get(factorKey(category, scheme, key)) ?? [],
  );
  return [...new Set(found.map(({ unit }) => unit))].flatMap((code) => unitsByCode.get(code) ?? []);
}

const wholeDistances = derived((snapshot) => factorsIn(snapshot, DISTANCE_CATEGORY).filter(isWhole));

/** Some sources give methane and nitrous oxide alone, to be added to what the fuel emits. */
const isWhole = ({ row }: LibraryFactor) => row.co2e !== null || row.co2 !== null;

function hasDistances(snapshot: Snapshot, { country, distanceKey }: VehicleFuelRow): boolean {
  if (distanceKey === null) return false;
  const regions = regionsOf(snapshot, country);
  return wholeDistances(snapshot).some(
    ({ key, region, unit }) =>
      regions.includes(region) &&
      key.endsWith(`/${distanceKey}`) &&
      snapshot.unitsByCode.get(unit)?.dimension === DISTANCE,
  );
}
