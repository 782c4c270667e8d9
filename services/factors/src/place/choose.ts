import { DistanceMode } from "@emissions/proto/factors/v1/place_service";
import type { Candidate } from "./candidates.ts";
import type { Reaches } from "./land-way.ts";
import type { Places } from "./places.ts";
import { greatCircleKm } from "./sphere.ts";

/** All else that is known of a way and of its record. */
export interface Surroundings {
  /** Countries of the record and the organization. Their places are meant first. */
  countries: readonly string[];
  /** The other end of the way. Null if it is not known. */
  other: number | null;
  mode: DistanceMode;
  /** Of the record, as 2026-01-31: airports have their codes in their days. Empty if it is not known. */
  day: string;
  /** For ways over land; else null. */
  reaches: Reaches | null;
}

export const NO_SURROUNDINGS: Surroundings = {
  countries: [],
  other: null,
  mode: DistanceMode.UNSPECIFIED,
  day: "",
  reaches: null,
};

/** A city is meant by its name alone if it has this many times the inhabitants of the next one with the name. */
export const DOMINANCE = 10;

/** Places this near to the other end are meant first. */
const NEAR_KM = 500;

/** Nobody flies to a smaller town of the name while a world city has it. */
const TOWN_POPULATION = 20_000;
const WORLD_CITY_POPULATION = 1_000_000;
const WORLD_CITY_DOMINANCE = 100;

/**
 * The place that a name means, or null in doubt. Places that no road reaches from the other end do not count. Then come
 * those in the known countries or near the other end, then those of the continent. Size decides only among equals.
 */
export function choose(places: Places, candidates: readonly Candidate[], contested: boolean, near: Surroundings) {
  const open = withoutUnreachable(places, candidates, near);
  const isLocal = ({ index }: Candidate) => isNearby(places, index, near);
  const local = withoutLesserShorts(open.filter(isLocal));
  const exact = open.filter(({ kind }) => kind !== "short");
  const meant = exact.length > 0 ? exact : open;
  if (meant.length === 1 && local.every((one) => one === meant[0])) return meant[0]!;
  if (contested) return null;
  const foreign = meant.filter((one) => !isLocal(one));
  const world = leader(meant);
  if (local.length > 0) {
    if (world !== null && !isLocal(world) && near.mode === DistanceMode.AIR && outshines(world, local)) return world;
    return unrivalled(leader(local), foreign);
  }
  if (world !== null) return world;
  const continent = meant.filter(({ index }) => isOnContinent(places, index, near));
  const first = leader(continent);
  const isLargest = first !== null && meant.every((one) => one === first || one.population < first.population);
  return isLargest ? first : null;
}

/** The beginning of a name counts where no place of that very name is as large. */
function withoutLesserShorts(local: readonly Candidate[]): readonly Candidate[] {
  const exact = local.filter(({ kind }) => kind !== "short");
  const largest = Math.max(0, ...exact.map(({ population }) => population));
  return exact.length === 0 ? local : local.filter(({ kind, population }) => kind !== "short" || population > largest);
}

/** Nobody flies a shorter way. */
const FLIGHT_KM = 50;

/** All of them if no road reaches the places at home, or those of another size: the trip is wrong, not the name. */
function withoutUnreachable(places: Places, candidates: readonly Candidate[], near: Surroundings) {
  const isHome = ({ index }: Candidate) => near.countries.includes(places.countries[index]!);
  const reachable = candidates.filter(({ index }) => isReachable(places, index, near));
  if (near.reaches === null) return reachable.length === 0 ? candidates : reachable;
  const isHomeLost = candidates.some(isHome) && !reachable.some(isHome);
  const isNear = reachable.some(({ index }) => isNearby(places, index, near));
  // "Oran" of a trip from Paris is not the village in India.
  const isCityLost = !isNear && largestOf(candidates) >= DOMINANCE * largestOf(reachable);
  return isHomeLost || isCityLost ? candidates : reachable;
}

const largestOf = (candidates: readonly Candidate[]): number =>
  candidates.reduce((largest, { population }) => Math.max(largest, population), 0);

export function isReachable(places: Places, index: number, { other, mode, reaches }: Surroundings): boolean {
  if (other === null) return true;
  if (mode === DistanceMode.AIR) return index === other || kmFrom(places, index, other) >= FLIGHT_KM;
  return reaches === null || reaches(index, other);
}

function isNearby(places: Places, index: number, { countries, other }: Surroundings): boolean {
  const country = places.countries[index]!;
  if (countries.includes(country)) return true;
  return other !== null && (country === places.countries[other] || kmFrom(places, index, other) <= NEAR_KM);
}

export const kmFrom = (places: Places, index: number, other: number): number =>
  greatCircleKm(places.pointOf(index), places.pointOf(other));

/** Whether a place is on another continent than the other end, or the countries that are known. */
export const isFar = (places: Places, index: number, near: Surroundings): boolean =>
  (near.other !== null || near.countries.length > 0) &&
  !isNearby(places, index, near) &&
  !isOnContinent(places, index, near);

function isOnContinent({ countries, regions }: Places, index: number, near: Surroundings): boolean {
  const known = near.other === null ? near.countries : [countries[near.other]!];
  return known.some((country) => regions.get(country) === regions.get(countries[index]!));
}

/** The only one, or the one that dominates all others. */
function leader(candidates: readonly Candidate[]): Candidate | null {
  const [first, second] = [...candidates].sort((one, other) => other.population - one.population);
  if (first === undefined || second === undefined) return first ?? null;
  return first.population > 0 && first.population >= DOMINANCE * second.population ? first : null;
}

/** A name in another language and the beginning of a name are weaker than an own name elsewhere. */
function unrivalled(first: Candidate | null, rivals: readonly Candidate[]): Candidate | null {
  if (first === null) return null;
  const most = (first.kind === "own" ? DOMINANCE : 1) * first.population;
  return rivals.every(({ population }) => population < most) ? first : null;
}

/** "London" of a flight from New York is not the London in Ohio. */
const outshines = ({ kind, population }: Candidate, towns: readonly Candidate[]): boolean =>
  kind === "own" &&
  population >= WORLD_CITY_POPULATION &&
  towns.every((town) => town.population < TOWN_POPULATION && WORLD_CITY_DOMINANCE * town.population <= population);
