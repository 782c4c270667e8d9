import { isInUse } from "./airport-days.ts";
import { type Candidate, candidatesOf } from "./candidates.ts";
import { choose, DOMINANCE, isFar, isReachable, type Surroundings } from "./choose.ts";
import { spellingsOf } from "./known-spellings.ts";
import { placeName } from "./name.ts";
import type { Places } from "./places.ts";
import type { Found, Resolved } from "./resolved.ts";
import type { Area } from "./states.ts";

export const EVERYWHERE: readonly Area[] = [{ country: "", state: "" }];

/** Null for a name that is unknown in the areas. */
export function inAreas(places: Places, name: string, areas: readonly Area[], near: Surroundings): Resolved | null {
  const isIn = (index: number) => areas.some((area) => isInArea(places, index, area));
  const candidates = candidatesOf(places, name, (index) => isInUse(places, index, near.day) && isIn(index));
  return candidates.length === 0 ? null : amongCandidates(places, { name, candidates, areas }, near);
}

function isInArea(places: Places, index: number, { country, state }: Area): boolean {
  if (country !== "" && places.countries[index] !== country) return false;
  return state === "" || stateName(places.at(index).subdivision) === stateName(state);
}

interface Named {
  name: string;
  candidates: readonly Candidate[];
  areas: readonly Area[];
}

/** The one that is meant, or all of them in doubt. */
export function amongCandidates(places: Places, { name, candidates, areas }: Named, near: Surroundings): Resolved {
  const country = areas[0]?.country ?? "";
  const isAnywhere = areas === EVERYWHERE;
  const chosen = choose(places, candidates, isAnywhere && places.contested.has(name), near);
  if (chosen === null) return { candidates: candidates.map(({ index }) => index), name, country };
  const rivals = isAnywhere ? rivalsOf(places, name, chosen, near) : [];
  if (rivals.length > 0) return { candidates: [...rivals, chosen.index], name, country };
  const named = candidates.filter(({ kind }) => kind !== "short");
  const shown = named.length > 0 && chosen.kind !== "short" ? named : candidates;
  return { index: chosen.index, ...others(shown, chosen) };
}

/** Places that a name may mean although they do not have it. */
const rivalsOf = (places: Places, name: string, chosen: Candidate, near: Surroundings): number[] => [
  ...ofNamedArea(places, name, chosen, near),
  ...citiesAlike(places, name, chosen, near),
  ...longerNames(places, name, chosen, near),
];

/** Shorter names are codes. */
const AREA_LETTERS = 4;

/**
 * "Andorra" of a trip from Barcelona is hardly the village in Spain, nor "Texas" the town of Texas City: the largest city of
 * a country or state of the name stands for it.
 */
function ofNamedArea(places: Places, name: string, { index, population }: Candidate, near: Surroundings): number[] {
  if (name.length < AREA_LETTERS) return [];
  const country = places.countryCodes.get(name) ?? "";
  const areas = places.states.get(name) ?? [];
  const isShortened = places.names[index] === `${name} city`;
  const isInside =
    areas.length > 0 ? areas.some((area) => isInArea(places, index, area)) : country === places.countries[index];
  if (isInside && !isShortened) return [];
  const capital = country === "" ? -1 : places.countries.indexOf(country, places.firstCity);
  const capitals = areas.map((area) => largestIn(places, area));
  const rivals = [
    ...[capital].filter((city) => places.populationOf(city) > population || isShortened),
    ...capitals.filter((city) => places.populationOf(city) >= DOMINANCE * population || isShortened),
  ];
  return rivals.includes(index) ? [] : rivals.filter((city) => city >= 0 && isReachable(places, city, near));
}

/** Cities are in the order of their inhabitants. -1 for an area without a city. */
function largestIn(places: Places, area: Area): number {
  let city = places.countries.indexOf(area.country, places.firstCity);
  while (city >= 0 && !isInArea(places, city, area)) city = places.countries.indexOf(area.country, city + 1);
  return city;
}

/** Inhabitants of a town that nobody far away has heard of, and of a city that people write in many ways. */
const TOWN_POPULATION = 50_000;
const CITY_POPULATION = 100_000;
const LETTERS_MIN = 5;

/** "Lyons" of a trip from Madrid is hardly the town in Illinois: large cities nearby have almost the name of a far town. */
function citiesAlike(places: Places, name: string, { index, population }: Candidate, near: Surroundings): number[] {
  if (population >= TOWN_POPULATION || name.length < LETTERS_MIN || !isFar(places, index, near)) return [];
  const isCityNearby = (city: number) => places.populationOf(city) >= CITY_POPULATION && !isFar(places, city, near);
  return spellingsOf(places).alike(name, isCityNearby);
}

/** Inhabitants of a town whose name people shorten. */
const SHORTENED_POPULATION = 5_000;

/** "Monforte" of a trip from Madrid may be "Monforte de Lemos", and not the village of the name abroad. */
function longerNames(places: Places, name: string, { index, population }: Candidate, near: Surroundings): number[] {
  const { countries, other } = near;
  const isHome = (place: number) => countries.includes(places.countries[place]!);
  const isAtOther = other !== null && places.countries[other] === places.countries[index];
  if (population >= TOWN_POPULATION || isHome(index) || isAtOther) return [];
  const isTownAtHome = (town: number) => places.populationOf(town) >= SHORTENED_POPULATION && isHome(town);
  return spellingsOf(places).longer(name, isTownAtHome);
}

function others(candidates: readonly Candidate[], chosen: Candidate): Pick<Found, "others" | "certainty"> {
  const rest = candidates.filter((one) => one !== chosen);
  const largest = Math.max(0, ...rest.map(({ population }) => population));
  const certainty = rest.length === 0 ? Number.POSITIVE_INFINITY : chosen.population / Math.max(1, largest);
  return { others: rest.map(({ index }) => index), certainty };
}

/** "D.C." is "DC". */
const stateName = (state: string): string => placeName(state).replaceAll(" ", "");
