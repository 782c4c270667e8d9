import type { Places } from "./places.ts";
import { dottedOf, fullWritingsOf } from "./rewritten.ts";
import { greatCircleKm } from "./sphere.ts";

/** How a place has the name: as its own, in another language, or as the beginning of a longer one. */
export type NameKind = "own" | "exonym" | "short";

export interface Candidate {
  index: number;
  kind: NameKind;
  /** 0 if it is unknown. */
  population: number;
}

/** An airport this near to a city of the name of its municipality serves that city. */
const SAME_TOWN_KM = 100;

/** Inhabitants of a city that only its airport stands for. */
const AIRPORT_TOWN_POPULATION = 100_000;

/** Where people write "Muenchen". */
const GERMAN: ReadonlySet<string> = new Set(["DE", "AT", "CH", "LI"]);

/** Places of a name for comparison, and of its other writings. */
export function candidatesOf(places: Places, name: string, isInside: (index: number) => boolean): Candidate[] {
  const writings = [name, ...fullWritingsOf(name)].map((writing) => bearersOf(places, writing, isInside));
  const byIndex = new Map(writings.flat().map((candidate) => [candidate.index, candidate]));
  const dotted = dottedOf(name);
  if (byIndex.size > 0 || dotted === null) return [...byIndex.values()];
  return bearersOf(places, dotted, (index) => isInside(index) && GERMAN.has(places.countries[index]!));
}

/**
 * Places of a name for comparison: the largest airports of towns that are no city of the name, then cities. Without any of
 * them, airports and places of UN/LOCODE by their own name.
 */
function bearersOf(places: Places, name: string, isInside: (index: number) => boolean): Candidate[] {
  const own = citiesOf(places, name).filter(isInside);
  const exonyms = (places.exonyms.get(name) ?? []).filter((index) => isInside(index) && !own.includes(index));
  const shorts = (places.shortNames.get(name) ?? []).filter(
    (index) => isInside(index) && !own.includes(index) && !exonyms.includes(index),
  );
  const cities = [
    ...own.map((index) => cityOf(places, index, "own")),
    ...exonyms.map((index) => cityOf(places, index, "exonym")),
    ...shorts.map((index) => cityOf(places, index, "short")),
  ].sort((one, other) => other.population - one.population);
  const towns = airportTowns(places, name, isInside, cities);
  if (towns.length + cities.length > 0) return [...towns, ...cities];
  const others = (places.others.get(name) ?? []).filter(isInside);
  return others.map((index) => ({ index, kind: "own", population: 0 }));
}

const cityOf = (places: Places, index: number, kind: NameKind): Candidate => ({
  index,
  kind,
  population: places.populationOf(index),
});

/** GeoNames calls some cities "New York City" that most people call "New York". */
const citiesOf = ({ cities }: Places, name: string): readonly number[] =>
  cities.get(name) ?? cities.get(`${name} city`) ?? [];

function airportTowns(
  places: Places,
  name: string,
  isInside: (index: number) => boolean,
  cities: readonly Candidate[],
): Candidate[] {
  const towns: Candidate[] = [];
  for (const index of places.municipalities.get(name) ?? []) {
    if (!isInside(index) || [...cities, ...towns].some((other) => isSameTown(places, index, other.index))) continue;
    towns.push({ index, kind: "own", population: AIRPORT_TOWN_POPULATION });
  }
  return towns;
}

export function isSameTown(places: Places, one: number, other: number): boolean {
  if (places.countries[one] !== places.countries[other]) return false;
  return greatCircleKm(places.pointOf(one), places.pointOf(other)) <= SAME_TOWN_KM;
}
