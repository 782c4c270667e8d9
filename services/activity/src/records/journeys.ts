import { create, fromJsonString, toJsonString } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import { chunked } from "@emissions/kit/db/chunked";
import { type Check, checkText, violation } from "@emissions/kit/wire/checks";
import { forward } from "@emissions/kit/wire/forward";
import { type Journey, JourneySchema } from "@emissions/proto/activity/v1/record_events";
import type {
  Distance,
  DistanceMeasurement,
  DistanceQuery,
  PlaceService,
} from "@emissions/proto/factors/v1/place_service";
import { isDay } from "@emissions/quantity/period";
import type { Caller, Home } from "./kind.ts";
import type { RecordNotice } from "./notices.ts";

/** A distance to measure between two texts that name places. */
export interface JourneyQuery extends Pick<DistanceQuery, "origin" | "destination" | "mode" | "freight"> {
  /** Of the record, which places are meant in first. Null if the record has none. */
  country: string | null;
  /** Of the record, on which codes of airports are read. One that is no day is refused by the rules of its field. */
  day: string;
}

/** Measured distances, by `keyOf` of their queries, or by `keyOnDay` where the day counts. */
export interface Distances {
  distances: ReadonlyMap<string, DistanceMeasurement>;
}

export const NO_DISTANCES: Distances = { distances: new Map() };

/** Distances in one call of the factors service. */
const DISTANCES_MAX = 500;
/** Characters of a name of a place, as in the rules of the fields. */
const TEXT_MAX = 255;

/** The type of the violation, by the code of the failure. */
const TYPES: Readonly<Record<string, string>> = {
  PLACE_NOT_FOUND: "value_error.place_not_found",
  PLACE_AMBIGUOUS: "value_error.place_ambiguous",
  PLACE_NOT_IN_USE: "value_error.place_not_in_use",
  SAME_PLACE: "value_error.same_place",
};
/** The caller knows a distance that the place service cannot measure. */
const UNMEASURABLE = "value_error.distance_not_measurable";
/** Types at the field of that distance, by the code of the failure. */
const TYPES_OF_DISTANCE: Readonly<Record<string, string>> = { NO_LAND_ROUTE: "value_error.no_land_route" };

const keyOf = ({ origin, destination, mode, freight, country }: JourneyQuery) =>
  JSON.stringify([mode, freight, origin, destination, country]);

const keyOnDay = (query: JourneyQuery) => JSON.stringify([keyOf(query), query.day]);

/** Whether a text can be sent to the place service. Other texts are refused by the rules of their fields. */
export const isPlaceName = (text: string): boolean => checkText("origin", text, { max: TEXT_MAX }).length === 0;

/**
 * Measures each different distance once, and again for other days only where the day counts. Call it before a transaction
 * begins. `home` is the organization's country.
 */
export async function measureDistances(
  places: Client<typeof PlaceService>,
  call: Caller,
  queries: readonly JourneyQuery[],
  home: Home,
): Promise<Distances> {
  if (queries.length === 0) return NO_DISTANCES;
  const distances = new Map<string, DistanceMeasurement>();
  const ownCountry = await home();
  const inFull = ({ country, day, ...query }: JourneyQuery) => ({
    ...query,
    day: isDay(day) ? day : "",
    countries: [...new Set([country ?? ownCountry, ownCountry])],
  });
  const measure = async (different: readonly JourneyQuery[]) => {
    for (const piece of chunked(different, DISTANCES_MAX)) {
      const { measurements } = await places.measureDistances({ distances: piece.map(inFull) }, forward(call));
      for (const [index, query] of piece.entries()) {
        const measurement = measurements[index]!;
        distances.set(measurement.dependsOnDay ? keyOnDay(query) : keyOf(query), measurement);
      }
    }
  };
  await measure(differentBy(keyOf, queries));
  const onOtherDays = queries.filter((query) => measurementOf(query, { distances }) === undefined);
  await measure(differentBy(keyOnDay, onOtherDays));
  return { distances };
}

const differentBy = (key: (query: JourneyQuery) => string, queries: readonly JourneyQuery[]): JourneyQuery[] => [
  ...new Map(queries.map((query) => [key(query), query])).values(),
];

/** Undefined for a distance that was not measured. */
export const measurementOf = (query: JourneyQuery, { distances }: Distances): DistanceMeasurement | undefined =>
  distances.get(keyOf(query)) ?? distances.get(keyOnDay(query));

/**
 * The violation of a distance that cannot be measured, at the field that the caller can correct: one of the places, or
 * the `manual` distance.
 */
export function checkMeasurement(measurement: DistanceMeasurement | undefined, manual: string): Check[] {
  const { distance, failureCode, failureDetail, destinationFailed } = measurement ?? {};
  if (distance !== undefined || failureCode === undefined) return [];
  const type = TYPES[failureCode];
  const place = destinationFailed ? "destination" : "origin";
  if (type !== undefined) return [violation(place, type, failureDetail ?? "")];
  return [violation(manual, TYPES_OF_DISTANCE[failureCode] ?? UNMEASURABLE, failureDetail ?? "")];
}

/** The notices of a record whose places were chosen among several. `within` is the path to the fields of the places. */
export function noticesOfPlaces(
  measurement: DistanceMeasurement | undefined,
  index: number,
  within: readonly string[] = [],
): RecordNotice[] {
  const { distance } = measurement ?? {};
  return (distance?.chosenPlaces ?? []).map((end) => ({
    index,
    loc: [...within, end],
    msg: `read as "${(end === "origin" ? distance?.origin : distance?.destination)?.text}", one of several places of the name`,
    type: "place_chosen",
  }));
}

/** The journey of a measured distance, as inputs carry it. */
export const journeyFrom = ({
  origin,
  destination,
  kilometres,
  method,
  explanation,
  chosenPlaces,
}: Distance): Journey =>
  create(JourneySchema, {
    ...(origin && { origin }),
    ...(destination && { destination }),
    ...(kilometres && { kilometres }),
    method,
    explanation,
    chosenPlaces,
  });

/** A journey as columns keep it, so that sweeps announce records without calls of the factors service. */
export const journeyText = (journey: Journey): string => toJsonString(JourneySchema, journey);

export const parseJourney = (text: string | null): Journey | undefined =>
  text === null ? undefined : fromJsonString(JourneySchema, text);
