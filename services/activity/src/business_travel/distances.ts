import type { Client } from "@connectrpc/connect";
import { chunked } from "@emissions/kit/db/chunked";
import { type Check, checkText, violation } from "@emissions/kit/wire/checks";
import { forward } from "@emissions/kit/wire/forward";
import {
  type DistanceMeasurement,
  DistanceMode,
  type DistanceQuery,
  type PlaceService,
} from "@emissions/proto/factors/v1/place_service";
import type { Caller } from "../records/kind.ts";
import type { Travel } from "./row.ts";

/** Measured distances, by `keyOf` of their trips. */
export interface Distances {
  distances: ReadonlyMap<string, DistanceMeasurement>;
}

/** Distances in one call of the factors service. */
const DISTANCES_MAX = 500;
/** Characters of a name of a place, as in the rules of the fields. */
const TEXT_MAX = 255;

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

/** The type of the violation, by the code of the failure. */
const TYPES: Readonly<Record<string, string>> = {
  PLACE_NOT_FOUND: "value_error.place_not_found",
  PLACE_AMBIGUOUS: "value_error.place_ambiguous",
  SAME_PLACE: "value_error.same_place",
};
/** The caller knows a distance that the place service cannot measure. */
const UNMEASURABLE = "value_error.distance_not_measurable";

type Query = Pick<DistanceQuery, "origin" | "destination" | "mode">;

const keyOf = ({ origin, destination, mode }: Query) => JSON.stringify([mode, origin, destination]);

/** Null for a trip whose distance was sent, and for one whose fields are refused for their own sake. */
function queryOf({ transportType, distanceKm, origin, destination }: Travel): Query | null {
  const mode = MODES[transportType];
  if (mode === undefined || distanceKm !== null || origin === null || destination === null) return null;
  const isName = (text: string) => checkText("origin", text, { max: TEXT_MAX }).length === 0;
  return isName(origin) && isName(destination) ? { origin, destination, mode } : null;
}

/** Measures each different distance once. */
export async function measureDistances(
  places: Client<typeof PlaceService>,
  call: Caller,
  named: readonly Travel[],
): Promise<Distances> {
  const queries = new Map(named.map(queryOf).flatMap((query) => (query === null ? [] : [[keyOf(query), query]])));
  const distances = new Map<string, DistanceMeasurement>();
  for (const piece of chunked([...queries], DISTANCES_MAX)) {
    const { measurements } = await places.measureDistances(
      { distances: piece.map(([, query]) => query) },
      forward(call),
    );
    for (const [index, [key]] of piece.entries()) distances.set(key, measurements[index]!);
  }
  return { distances };
}

/** Undefined for a trip that needs no measurement. */
export function distanceOf(travel: Travel, { distances }: Distances): DistanceMeasurement | undefined {
  const query = queryOf(travel);
  return query === null ? undefined : distances.get(keyOf(query));
}

/** Whether the trip needs no measurement, or was measured as it is now. */
export const isMeasured = ({ distances }: Distances, travel: Travel): boolean => {
  const query = queryOf(travel);
  return query === null || distances.has(keyOf(query));
};

/** The violation of a distance that cannot be measured, at the field that the caller can correct. */
export function checkDistance(travel: Travel, distances: Distances): Check[] {
  const { distance, failureCode, failureDetail, destinationFailed } = distanceOf(travel, distances) ?? {};
  if (distance !== undefined || failureCode === undefined) return [];
  const field = destinationFailed ? "destination" : "origin";
  const type = TYPES[failureCode] ?? UNMEASURABLE;
  return [violation(type === UNMEASURABLE ? "distance_km" : field, type, failureDetail ?? "")];
}
