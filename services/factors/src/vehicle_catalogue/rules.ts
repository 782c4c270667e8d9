import type { VehicleFuelRow } from "../catalogue/codes.ts";
import { derived, factorsIn } from "../catalogue/derived.ts";
import type { LibraryFactor } from "../catalogue/factor.ts";
import type { UnitRow } from "../catalogue/queries.ts";
import type { Snapshot } from "../catalogue/snapshot.ts";
import { CURRENCY } from "../selection/conversion.ts";
import { regionsOf } from "../selection/regions.ts";

/** Keys are "<class>/<size>/<fuel>". */
const DISTANCE_CATEGORY = "vehicle_distance";

/**
 * The fuels, each with the units in which a consumption of it can be
 * calculated: those of its factors that are reachable from the country, and all
 * that convert to them.
 */
export const fuelsOf = derived((snapshot) =>
  snapshot.vehicleFuels.map((row) => ({ row, units: unitsOf(snapshot, row) })),
);

function unitsOf(snapshot: Snapshot, fuel: VehicleFuelRow): UnitRow[] {
  const regions = new Set(regionsOf(snapshot, fuel.country));
  const dimensions = new Set(
    factorsOf(snapshot, fuel)
      .filter(({ region }) => regions.has(region))
      .map(({ unit }) => snapshot.unitsByCode.get(unit)?.dimension),
  );
  return snapshot.units.filter(({ dimension }) => dimension !== CURRENCY && dimensions.has(dimension));
}

const factorsOf = (snapshot: Snapshot, { category, factorKey, distanceKey }: VehicleFuelRow): LibraryFactor[] => [
  ...factorsIn(snapshot, category).filter(({ key }) => key === factorKey),
  ...factorsIn(snapshot, DISTANCE_CATEGORY)
    .filter(isWhole)
    .filter(({ key }) => key.endsWith(`/${distanceKey}`)),
];

/** Some sources give methane and nitrous oxide alone, to be added to what the fuel emits. */
const isWhole = ({ row }: LibraryFactor) => row.co2e !== null || row.co2 !== null;
