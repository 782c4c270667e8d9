import type { Check } from "@emissions/kit/wire/checks";
import { type DistanceMeasurement, DistanceMode } from "@emissions/proto/factors/v1/place_service";
import type { Context } from "../context.ts";
import { concurrentChange } from "../records/custom-factors.ts";
import {
  checkMeasurement,
  type Distances,
  isPlaceName,
  type JourneyQuery,
  measureDistances,
  measurementOf,
  NO_DISTANCES,
  noticesOfPlaces,
} from "../records/journeys.ts";
import type { Caller, Home } from "../records/kind.ts";
import { addNotices, isDryRun } from "../records/notices.ts";
import type { Travel } from "./row.ts";

const MODES: Readonly<Record<string, DistanceMode>> = {
  aircraft: DistanceMode.AIR,
  car: DistanceMode.ROAD,
  motorbike: DistanceMode.ROAD,
  bus: DistanceMode.ROAD,
  trolleybus: DistanceMode.ROAD,
  train: DistanceMode.RAIL,
  metro: DistanceMode.RAIL,
  ferry: DistanceMode.SEA,
};

/** Null for a trip whose distance was sent, and for one whose fields are refused for their own sake. */
function queryOf({
  transportType,
  distanceKm,
  origin,
  destination,
  country,
  travelDate: day,
}: Travel): JourneyQuery | null {
  const mode = MODES[transportType];
  if (mode === undefined || distanceKm !== null || origin === null || destination === null) return null;
  return isPlaceName(origin) && isPlaceName(destination)
    ? { origin, destination, mode, freight: false, country, day }
    : null;
}

export async function measureTravels(
  { places }: Context,
  call: Caller,
  named: readonly Travel[],
  purpose: "price" | "show",
  home: Home,
): Promise<Distances> {
  if (purpose === "show") return NO_DISTANCES;
  const queries = named.flatMap((travel) => queryOf(travel) ?? []);
  const distances = await measureDistances(places, call, queries, home);
  if (isDryRun(call))
    addNotices(
      call,
      named.flatMap((travel, at) => noticesOfPlaces(distanceOf(travel, distances), at)),
    );
  return distances;
}

/** Undefined for a trip that needs no measurement. */
export function distanceOf(travel: Travel, distances: Distances): DistanceMeasurement | undefined {
  const query = queryOf(travel);
  return query === null ? undefined : measurementOf(query, distances);
}

export function checkDistance(travel: Travel, distances: Distances): Check[] {
  const measurement = distanceOf(travel, distances);
  if (measurement === undefined && queryOf(travel) !== null) throw concurrentChange();
  return checkMeasurement(measurement, "distance_km");
}
