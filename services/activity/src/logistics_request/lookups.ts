import type { Tx } from "@emissions/kit/db/transactions";
import type { Country } from "@emissions/proto/factors/v1/country_service";
import type { TransportOperationCategory } from "@emissions/proto/factors/v1/freight_service";
import { type DistanceMeasurement, DistanceMode } from "@emissions/proto/factors/v1/place_service";
import type { Context } from "../context.ts";
import { holdRuns, type RunTotals, selectMeasured, selectRunTotals } from "../freight_run/queries.ts";
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
import { type Leg, type LegRow, runOfLeg } from "./row.ts";
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
  /** Runs whose fuel is recorded. */
  measured: ReadonlySet<string>;
  /** Sums of the runs of shown legs, by organization and run. */
  runs: ReadonlyMap<string, RunTotals>;
}

const NO_ROWS: RelatedRows = { hubs: new Map(), projects: new Map(), measured: new Set(), runs: new Map() };
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

/** A write locks the hubs, so that none is changed or deleted before the legs are stored, and then the runs. */
export async function selectRelated(
  tx: Tx,
  orgs: readonly string[],
  named: readonly (Leg & Partial<LegRow>)[],
  purpose: RelatedPurpose,
): Promise<RelatedRows> {
  if (purpose === "show") return selectShown(tx, orgs, named);
  const ids = named.flatMap(({ hubId }) => hubId ?? []);
  const isWrite = purpose === "write";
  const hubs = ids.length === 0 ? NO_ROWS.hubs : await lookUpHubs(tx, orgs[0]!, ids, { lock: isWrite });
  const runs = named.flatMap((leg) => runOfLeg(leg) ?? []);
  if (isWrite && runs.length > 0) await holdRuns(tx, orgs[0]!);
  return { ...NO_ROWS, hubs, measured: await selectMeasured(tx, orgs[0]!, runs) };
}

export const runKeyOf = ({ organizationId, run }: Pick<RunTotals, "organizationId"> & { run: string | null }) =>
  `${organizationId} ${run}`;

async function selectShown(tx: Tx, orgs: readonly string[], named: readonly Partial<LegRow>[]): Promise<RelatedRows> {
  const shown = named.flatMap(({ id }) => id ?? []);
  const allocated = named.flatMap(({ isAllocated, organizationId, run }) =>
    isAllocated && organizationId && run ? [{ organizationId, run }] : [],
  );
  const [projects, totals] = await Promise.all([
    selectProjectsOf(tx, orgs, "logistics_requests", shown),
    allocated.length === 0 ? [] : selectRunTotals(tx, allocated),
  ]);
  return { ...NO_ROWS, projects, runs: new Map(totals.map((one) => [runKeyOf(one), one])) };
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
