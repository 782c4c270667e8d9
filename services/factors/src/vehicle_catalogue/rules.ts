import type { VehicleFuelRow } from "../catalogue/codes.ts";
import { derived, factorsIn } from "../catalogue/derived.ts";
import type { LibraryFactor } from "../catalogue/factor.ts";
import type { Snapshot } from "../catalogue/snapshot.ts";
import { acceptedDimensions } from "../selection/accepted-units.ts";
import { CURRENCY } from "../selection/conversion.ts";
import { regionsOf } from "../selection/regions.ts";

/** Keys are "<class>/<size>/<fuel>". Goods vehicles also have factors per tonne-kilometre, which name no fuel. */
const DISTANCE_CATEGORY = "vehicle_distance";
const DISTANCE = "distance";

/** The fuels, each with the units that a calculation of its consumption accepts. */
export const fuelsOf = derived((snapshot) => {
  const physical = snapshot.units.filter(({ dimension }) => dimension !== CURRENCY);
  return snapshot.vehicleFuels.map((row) => {
    const dimensions = dimensionsOf(snapshot, row);
    return { row, units: physical.filter(({ dimension }) => dimensions.has(dimension)) };
  });
});

/** The dimensions that the fuel factors accept, and distance if distance factors exist. */
function dimensionsOf(snapshot: Snapshot, fuel: VehicleFuelRow): Set<string> {
  const { category, factorKey: key, country } = fuel;
  const known = acceptedDimensions(snapshot, { category, key, country });
  return hasDistances(snapshot, fuel) ? known.add(DISTANCE) : known;
}

const wholeDistances = derived((snapshot) => factorsIn(snapshot, DISTANCE_CATEGORY).filter(isWhole));

/** False for factors of only CH4 and N2O: their source counts CO2 by the fuel. */
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
