import type { Tx } from "@emissions/kit/db/transactions";
import type { Country } from "@emissions/proto/factors/v1/country_service";
import type { TransportOperationCategory } from "@emissions/proto/factors/v1/freight_service";
import { type DistanceMeasurement, DistanceMode } from "@emissions/proto/factors/v1/place_service";
import type { Context } from "../context.ts";
import { lookUpHubs, type NamedHub } from "../logistic_hub/lookup.ts";
import { type LinkedProject, selectProjectsOf } from "../project/links.ts";
import {
  type Distances,
  isPlaceName,
  type JourneyQuery,
  measureDistances,
  measurementOf,
  NO_DISTANCES,
  noticesOfPlaces,
} from "../records/journeys.ts";
import type { Caller, Home, RelatedPurpose } from "../records/kind.ts";
import { addNotices, isDryRun } from "../records/notices.ts";
import type { Leg, LegRow } from "./row.ts";
import { indexTocs, modeOf, type Tocs, tocOf } from "./tocs.ts";

/** Catalogues and measurements that the columns of a leg follow from. */
export interface LegLookups extends Distances {
  tocs: Tocs;
  countries: ReadonlyMap<string, Country>;
  /** Day of the recording, UTC. */
  today: string;
}

/** Rows that a leg names, and those that name it. */
export interface RelatedRows {
  hubs: ReadonlyMap<string, NamedHub>;
  /** Projects of shown legs, by the id of the leg. */
  projects: ReadonlyMap<string, LinkedProject[]>;
}

const NO_ROWS: RelatedRows = { hubs: new Map(), projects: new Map() };
const NONE: LegLookups = { ...NO_DISTANCES, tocs: indexTocs([]), countries: new Map(), today: "" };

const MODES: Readonly<Record<string, DistanceMode>> = {
  road: DistanceMode.ROAD,
  air: DistanceMode.AIR,
  maritime: DistanceMode.SEA,
  rail: DistanceMode.RAIL,
};

/** An origin that the sender does not know. */
export const WORLD = "GLO";

export const toToday = (): string => new Date().toISOString().slice(0, 10);

/** Rows have all that replies show, so that these need no lookup. */
export async function lookUpLegs(
  { tocs, countries, places }: Context,
  call: Caller,
  named: readonly Leg[],
  purpose: "price" | "show",
  home: Home,
): Promise<LegLookups> {
  if (purpose === "show") return NONE;
  const [categories, known] = await Promise.all([tocs.all(), countries.all()]);
  const found = { tocs: indexTocs(categories.values()), countries: known };
  const queries = named.flatMap((leg) => queryOf(leg, tocOf(leg, found.tocs, known)) ?? []);
  const measured = await measureDistances(places, call, queries, home);
  const lookups = { ...found, ...measured, today: toToday() };
  if (isDryRun(call))
    addNotices(
      call,
      named.flatMap((leg, at) => noticesOfPlaces(measuredOf(leg, lookups), at)),
    );
  return lookups;
}

/** A write locks the hubs, so that none is changed or deleted before the legs are stored. */
export async function selectRelated(
  tx: Tx,
  orgs: readonly string[],
  named: readonly (Leg & Partial<Pick<LegRow, "id">>)[],
  purpose: RelatedPurpose,
): Promise<RelatedRows> {
  if (purpose === "show") {
    const shown = named.flatMap(({ id }) => id ?? []);
    return { ...NO_ROWS, projects: await selectProjectsOf(tx, orgs, "logistics_requests", shown) };
  }
  const ids = named.flatMap(({ hubId }) => hubId ?? []);
  if (ids.length === 0) return NO_ROWS;
  return { ...NO_ROWS, hubs: await lookUpHubs(tx, orgs[0]!, ids, { lock: purpose === "write" }) };
}

/** Null for a leg whose distance was sent or is not needed, and for one whose fields are refused for their own sake. */
function queryOf(
  { distanceKm, tkm, origin, destination, originCountry, shipmentDate: day }: Leg,
  toc: TransportOperationCategory | undefined,
): JourneyQuery | null {
  const mode = toc && MODES[modeOf(toc)];
  if (mode === undefined || distanceKm !== null || tkm !== null || origin === null || destination === null) return null;
  if (!isPlaceName(origin) || !isPlaceName(destination)) return null;
  return { origin, destination, mode, freight: true, country: originCountry === WORLD ? null : originCountry, day };
}

/** Undefined for a leg that needs no measurement. */
export function measuredOf(leg: Leg, lookups: LegLookups): DistanceMeasurement | undefined {
  const query = queryOf(leg, tocOf(leg, lookups.tocs, lookups.countries));
  return query === null ? undefined : measurementOf(query, lookups);
}
