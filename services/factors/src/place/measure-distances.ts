import { setImmediate } from "node:timers/promises";
import type { MessageInitShape } from "@bufbuild/protobuf";
import { enumText } from "@emissions/kit/wire/enum";
import {
  type DistanceMeasurementSchema,
  DistanceMode,
  DistanceModeSchema,
  type DistanceQuery,
} from "@emissions/proto/factors/v1/place_service";
import { changesWithDay } from "./airport-days.ts";
import { measureTrip } from "./distance.ts";
import { loadEarth, loadLand } from "./earth.ts";
import { type Ends, type Find, resolveEnds } from "./ends.ts";
import type { Explain } from "./failures.ts";
import { type Earth, type Inferred, inferMode, measureFreight } from "./freight-distance.ts";
import type { Land } from "./land.ts";
import { isOverLand, landWays } from "./land-way.ts";
import { toDistance } from "./messages.ts";
import type { Places } from "./places.ts";
import { textOf } from "./resolve.ts";
import type { Found } from "./resolved.ts";
import type { RoadAnswer, RoadService } from "./road-service.ts";

type Measurement = MessageInitShape<typeof DistanceMeasurementSchema>;

/** Distances that are measured before other work gets a turn. A way over unknown sea lanes takes 2 ms. */
const DISTANCES_PER_TURN = 10;

interface Way {
  query: DistanceQuery;
  origin: Found;
  destination: Found;
  mode: DistanceMode;
  freight: boolean;
  inferred: Inferred | null;
}

interface Sources {
  places: Places;
  find: Find;
  explain: Explain;
  /** Null if none is configured. */
  roads: RoadService | null;
}

export async function measureDistances(
  queries: readonly DistanceQuery[],
  sources: Sources,
  signal: AbortSignal,
): Promise<Measurement[]> {
  const { places, roads } = sources;
  const earth = queries.some(({ freight }) => freight) ? await loadEarth() : null;
  const land = queries.some(({ mode }) => isOverLand(mode)) ? await loadLand() : null;
  const ways = queries.map((query) => wayOf(query, sources, earth, land));
  const byRoad = ways.filter((way) => "mode" in way && way.mode === DistanceMode.ROAD) as Way[];
  const pairs = byRoad.map(({ origin, destination }) => ({
    from: places.pointOf(origin.index),
    to: places.pointOf(destination.index),
  }));
  const answers = (await roads?.measure(pairs, signal)) ?? [];
  const roadOf = new Map(byRoad.map((way, at) => [way, answers[at]]));
  const measurements: Measurement[] = [];
  for (const [at, way] of ways.entries()) {
    if (at % DISTANCES_PER_TURN === DISTANCES_PER_TURN - 1) await setImmediate();
    const measurement = "mode" in way ? measurementOf(way, places, earth, roadOf.get(way)) : way;
    const { origin, destination } = queries[at]!;
    const dependsOnDay = changesWithDay(places, origin) || changesWithDay(places, destination);
    measurements.push({ ...measurement, dependsOnDay });
  }
  return measurements;
}

/** The two places and the mode of a query, or the failure. */
function wayOf(
  query: DistanceQuery,
  { places, find, explain }: Sources,
  earth: Earth | null,
  land: Land | null,
): Way | Measurement {
  const { mode, freight, countries, day } = query;
  const known = { countries, mode, day, reaches: landWays(places, land, mode) };
  const ends = resolveEnds({ origin: query.origin, destination: query.destination, ...known }, find);
  if ("unresolved" in ends) {
    const { unresolved, destinationFailed, near } = ends;
    const text = destinationFailed ? query.destination : query.origin;
    return { ...explain(text, unresolved, near), destinationFailed };
  }
  const { origin, destination } = ends;
  if (known.reaches?.(origin.index, destination.index) === false) return noLandRoute(ends, mode, places);
  if (!freight || mode !== DistanceMode.INFERRED || earth === null)
    return { query, origin, destination, mode, freight, inferred: null };
  const [from, to] = [origin.index, destination.index];
  const between = [places.countries[from]!, places.countries[to]!] as const;
  const isJoined = landWays(places, earth.land, DistanceMode.ROAD)?.(from, to) ?? false;
  const inferred = inferMode(between, isJoined);
  return { query, origin, destination, mode: inferred.mode, freight, inferred };
}

function noLandRoute({ origin, destination }: Ends, mode: DistanceMode, places: Places): Measurement {
  const [from, to] = [textOf(places, origin.index), textOf(places, destination.index)];
  const way = mode === DistanceMode.RAIL ? "railway" : "road";
  const failureDetail =
    `No ${way} leads from "${from}" to "${to}" without a ferry or a long way around: there is water without a bridge or tunnel. ` +
    "Record the distance, or another means of transport.";
  return { failureCode: "NO_LAND_ROUTE", failureDetail };
}

function measurementOf(way: Way, places: Places, earth: Earth | null, road: RoadAnswer | undefined): Measurement {
  const { origin, destination, mode, freight } = way;
  const journey = { from: places.pointOf(origin.index), to: places.pointOf(destination.index), mode, road };
  const measured = freight && earth !== null ? measureFreight(journey, earth) : measureTrip(journey, places.detours);
  if (measured === null) {
    const name = enumText(DistanceModeSchema, mode);
    const failureDetail = `Distances of trips by ${name} are not measured. The distance must be recorded.`;
    return { failureCode: "DISTANCE_NOT_MEASURABLE", failureDetail };
  }
  if (measured.greatCircleKm.isZero())
    return { failureCode: "SAME_PLACE", failureDetail: "Origin and destination are the same place." };
  return { distance: toDistance({ places, ...way, measured }) };
}
