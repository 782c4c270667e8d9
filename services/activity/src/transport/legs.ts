import { createHash } from "node:crypto";
import { toJson } from "@bufbuild/protobuf";
import { newId } from "@emissions/kit/process/id";
import { violation } from "@emissions/kit/wire/checks";
import { enumText } from "@emissions/kit/wire/enum";
import { invalid } from "@emissions/kit/wire/errors";
import { JourneySchema } from "@emissions/proto/activity/v1/record_events";
import { FreightModeSchema } from "@emissions/proto/factors/v1/freight";
import {
  type Distance,
  type DistanceMeasurement,
  DistanceMethod,
  DistanceMode,
} from "@emissions/proto/factors/v1/place_service";
import type { Context } from "../context.ts";
import { concurrentChange } from "../records/custom-factors.ts";
import {
  type Distances,
  isPlaceName,
  type JourneyQuery,
  journeyFrom,
  measureDistances,
  measurementOf,
  noticesOfPlaces,
} from "../records/journeys.ts";
import type { Caller, Home } from "../records/kind.ts";
import { addNotices, isDryRun, type RecordNotice } from "../records/notices.ts";
import { averageOf, type Combinations, combinationOf } from "./combinations.ts";
import { type Derived, knownLegsOf, type Leg, type LegFailure, type Route, type Section, sectionsOf } from "./row.ts";

export type RouteLookups = Distances & Combinations;

/** Different distances in one request. All calls for them end within the timeout of the request. */
const DISTANCES_MAX = 5_000;

const MODES: Readonly<Record<string, DistanceMode>> = {
  road: DistanceMode.ROAD,
  air: DistanceMode.AIR,
  maritime: DistanceMode.SEA,
  rail: DistanceMode.RAIL,
  do_not_know: DistanceMode.INFERRED,
};

/** Texts of DistanceSource. */
const SOURCES: Readonly<Record<DistanceMethod, string | null>> = {
  [DistanceMethod.UNSPECIFIED]: null,
  [DistanceMethod.GREAT_CIRCLE]: "haversine",
  [DistanceMethod.GREAT_CIRCLE_PLUS_95_KM]: "haversine",
  [DistanceMethod.GREAT_CIRCLE_WITH_DETOUR]: "default",
  [DistanceMethod.SEA_LANES]: "searoute",
  [DistanceMethod.ROAD_SERVICE]: "road_api",
};

type Row = Route & Partial<Derived>;

const digestOf = (section: Section) =>
  createHash("sha256").update(JSON.stringify(section)).digest("base64url").slice(0, 22);

/** Null for a section whose kilometres were sent, and for one whose fields are refused for their own sake. */
function queryOf({ transportType, kmsManual, origin, destination }: Section, day: string): JourneyQuery | null {
  const mode = MODES[transportType];
  if (mode === undefined || kmsManual !== null || origin === null || destination === null) return null;
  return isPlaceName(origin) && isPlaceName(destination)
    ? { origin, destination, mode, freight: true, country: null, day }
    : null;
}

/** The stored leg of a section that has not changed since; failures are tried again. */
function storedLeg(row: Row, section: Section, at: number): Leg | undefined {
  const leg = knownLegsOf(row)[at];
  if (leg?.of !== digestOf(section) || leg.failure !== null) return undefined;
  return leg.day === undefined || leg.day === row.transportDate ? leg : undefined;
}

const queriesOf = (row: Row): JourneyQuery[] =>
  sectionsOf(row).flatMap((section, at) =>
    storedLeg(row, section, at) ? [] : (queryOf(section, row.transportDate) ?? []),
  );

/** Measures the sections that have no distance yet. */
export async function lookUpRoutes(
  { places, transportCombinations }: Context,
  call: Caller,
  named: readonly Row[],
  purpose: "price" | "show",
  home: Home,
): Promise<RouteLookups> {
  if (purpose === "show") return { distances: new Map(), combinations: new Map() };
  const queries = named.flatMap(queriesOf);
  refuseTooMany(queries);
  const [combinations, measured] = await Promise.all([
    transportCombinations.all(),
    measureDistances(places, call, queries, home),
  ]);
  if (isDryRun(call))
    addNotices(
      call,
      named.flatMap((row, at) => noticesOfRoute(row, at, measured)),
    );
  return { combinations, ...measured };
}

const noticesOfRoute = (row: Row, index: number, measured: Distances): RecordNotice[] =>
  sectionsOf(row).flatMap((section, at) => {
    const query = queryOf(section, row.transportDate);
    const measurement = query === null ? undefined : measurementOf(query, measured);
    return noticesOfPlaces(measurement, index, ["sections", String(at)]);
  });

function refuseTooMany(queries: readonly JourneyQuery[]): void {
  if (queries.length <= DISTANCES_MAX) return;
  const different = new Set(
    queries.map(({ mode, origin, destination }) => JSON.stringify([mode, origin, destination])),
  );
  if (different.size <= DISTANCES_MAX) return;
  const msg = `at most ${DISTANCES_MAX} different distances are measured in one request`;
  throw invalid([violation("records", "value_error.list.max_items", msg)]);
}

/** Refuses a change of sections since they were measured. */
export function checkMeasured(row: Row, lookups: RouteLookups): void {
  if (queriesOf(row).some((query) => measurementOf(query, lookups) === undefined)) throw concurrentChange();
}

/** The columns that follow from valid sections. */
export function deriveLegs(row: Row, lookups: RouteLookups): Record<keyof Derived, string> {
  const sections = sectionsOf(row);
  const legs = sections.map(
    (section, at) => storedLeg(row, section, at) ?? newLeg(section, row.transportDate, lookups),
  );
  const addresses = sections.flatMap(({ origin, destination }) =>
    [origin, destination].filter((place) => place !== null),
  );
  return { legs: JSON.stringify(legs), addresses: [...new Set(addresses)].join("\n") };
}

function newLeg(section: Section, day: string, lookups: RouteLookups): Leg {
  const common = { id: newId(), of: digestOf(section) };
  const query = queryOf(section, day);
  if (query === null) {
    const combinationId = combinationOf(section, lookups)?.id ?? null;
    const { kmsManual: kms, transportType } = section;
    const shortHaul = transportType === AIR && isShort(kms);
    const known = { kms, factorKms: kms, shortHaul, source: "manual", journey: null, inferred: null };
    return { ...common, ...known, combinationId, failure: null };
  }
  const measurement = measurementOf(query, lookups);
  const { distance } = measurement ?? {};
  if (distance === undefined) return { ...common, ...UNKNOWN, failure: failureOf(measurement) };
  const inferred = distance.inferredMode === 0 ? null : enumText(FreightModeSchema, distance.inferredMode);
  const combination = inferred === null ? combinationOf(section, lookups) : averageOf(inferred, lookups);
  return {
    ...common,
    ...(measurement!.dependsOnDay && { day }),
    ...measuredOf(distance),
    shortHaul: (inferred ?? section.transportType) === AIR && isShort(distance.greatCircleKm!.value),
    inferred,
    combinationId: combination?.id ?? null,
    failure: combination === undefined ? NO_COMBINATION : null,
  };
}

/** The limit of the GLEC Framework, in kilometres of the great circle. */
const SHORT_HAUL_KM = 1_500;
const AIR = "air";

const isShort = (kms: string | null): boolean => kms !== null && Number(kms) <= SHORT_HAUL_KM;

const UNKNOWN = {
  factorKms: null,
  shortHaul: false,
  kms: null,
  source: null,
  journey: null,
  inferred: null,
  combinationId: null,
};

const NO_COMBINATION: LegFailure = {
  code: "FACTOR_NOT_FOUND",
  detail: "No mode of transport with a factor follows from the places.",
  suggestions: [],
};

/** Published figures of air freight are per kilometre of the great circle and include the 95 km. */
const measuredOf = (distance: Distance) => ({
  kms: distance.kilometres!.value,
  factorKms: (distance.method === DistanceMethod.GREAT_CIRCLE_PLUS_95_KM
    ? distance.greatCircleKm
    : distance.kilometres)!.value,
  source: SOURCES[distance.method] ?? null,
  journey: toJson(JourneySchema, journeyFrom(distance)),
});

const failureOf = (measurement: DistanceMeasurement | undefined): LegFailure => ({
  code: measurement?.failureCode || "DISTANCE_NOT_MEASURABLE",
  detail: measurement?.failureDetail || "The distance could not be measured.",
  suggestions: [...(measurement?.suggestions ?? [])],
});
