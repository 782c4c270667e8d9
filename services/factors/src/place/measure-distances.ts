import { setImmediate } from "node:timers/promises";
import type { MessageInitShape } from "@bufbuild/protobuf";
import { enumText } from "@emissions/kit/wire/enum";
import {
  type DistanceMeasurementSchema,
  DistanceMode,
  DistanceModeSchema,
  type DistanceQuery,
} from "@emissions/proto/factors/v1/place_service";
import { measureTrip } from "./distance.ts";
import { loadEarth } from "./earth.ts";
import type { Failure } from "./failures.ts";
import { type Earth, type Inferred, inferMode, measureFreight } from "./freight-distance.ts";
import { toDistance } from "./messages.ts";
import type { Places } from "./places.ts";
import type { RoadAnswer, RoadService } from "./road-service.ts";

export type Find = (text: string) => { index: number } | Failure;
type Measurement = MessageInitShape<typeof DistanceMeasurementSchema>;

/** Distances that are measured before other work gets a turn. A way over unknown sea lanes takes 2 ms. */
const DISTANCES_PER_TURN = 10;

interface Way {
  origin: number;
  destination: number;
  mode: DistanceMode;
  freight: boolean;
  inferred: Inferred | null;
}

interface Sources {
  places: Places;
  find: Find;
  /** Null if none is configured. */
  roads: RoadService | null;
}

export async function measureDistances(
  queries: readonly DistanceQuery[],
  { places, find, roads }: Sources,
  signal: AbortSignal,
): Promise<Measurement[]> {
  const earth = queries.some(({ freight }) => freight) ? await loadEarth() : null;
  const ways = queries.map((query) => wayOf(query, places, find, earth));
  const byRoad = ways.filter((way) => "mode" in way && way.mode === DistanceMode.ROAD) as Way[];
  const pairs = byRoad.map((way) => ({ from: places.pointOf(way.origin), to: places.pointOf(way.destination) }));
  const answers = (await roads?.measure(pairs, signal)) ?? [];
  const roadOf = new Map(byRoad.map((way, at) => [way, answers[at]]));
  const measurements: Measurement[] = [];
  for (const [at, way] of ways.entries()) {
    if (at % DISTANCES_PER_TURN === DISTANCES_PER_TURN - 1) await setImmediate();
    measurements.push("mode" in way ? measurementOf(way, places, earth, roadOf.get(way)) : way);
  }
  return measurements;
}

/** The two places and the mode of a query, or the failure. */
function wayOf(query: DistanceQuery, places: Places, find: Find, earth: Earth | null): Way | Measurement {
  const { freight } = query;
  const [from, to] = [find(query.origin), find(query.destination)];
  if (!("index" in from)) return from;
  if (!("index" in to)) return { ...to, destinationFailed: true };
  const [origin, destination] = [from.index, to.index];
  const way = { origin, destination, freight };
  if (!freight || query.mode !== DistanceMode.INFERRED || earth === null)
    return { ...way, mode: query.mode, inferred: null };
  const [point, otherPoint] = [places.pointOf(origin), places.pointOf(destination)];
  const countries = [places.countries[origin]!, places.countries[destination]!] as const;
  const inferred = inferMode(point, otherPoint, countries, earth.land);
  return { ...way, mode: inferred.mode, inferred };
}

function measurementOf(way: Way, places: Places, earth: Earth | null, road: RoadAnswer | undefined): Measurement {
  const { origin, destination, mode, freight, inferred } = way;
  const journey = { from: places.pointOf(origin), to: places.pointOf(destination), mode, road };
  const measured = freight && earth !== null ? measureFreight(journey, earth) : measureTrip(journey, places.detours);
  if (measured === null) {
    const name = enumText(DistanceModeSchema, mode);
    const failureDetail = `Distances of trips by ${name} are not measured. The distance must be recorded.`;
    return { failureCode: "DISTANCE_NOT_MEASURABLE", failureDetail };
  }
  if (measured.greatCircleKm.isZero())
    return { failureCode: "SAME_PLACE", failureDetail: "Origin and destination are the same place." };
  return { distance: toDistance({ places, origin, destination, mode, measured, inferred }) };
}
