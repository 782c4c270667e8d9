import { DistanceMode, PlaceKind } from "@emissions/proto/factors/v1/place_service";
import { isInUse } from "./airport-days.ts";
import { type Candidate, candidatesOf, isSameTown } from "./candidates.ts";
import { choose, isFar, NO_SURROUNDINGS, type Surroundings } from "./choose.ts";
import { spellingsOf } from "./known-spellings.ts";
import { placeName } from "./name.ts";
import type { Places } from "./places.ts";

export type Resolved = Found | Unresolved;

export interface Found {
  index: number;
  /** Other places of the name, the most important first. */
  others: readonly number[];
  /** How many times larger the place is than the others of the name. Infinite for the only one, and for codes. */
  certainty: number;
}

export interface Unresolved {
  /** Places of an ambiguous name, the most important first. Empty for an unknown name. */
  candidates: readonly number[];
  /** The name for comparison, and the country, if the text has one. */
  name: string;
  country: string;
  /** Airports that had the code or name before the day, or have it after the day. */
  outOfUse?: readonly number[];
}

const IATA = /^[A-Z]{3}$/;
const UNLOCODE = /^([A-Z]{2})( ?)([A-Z0-9]{3})$/;
const GEONAMES = /^geonames:(\d{1,10})$/i;

const only = (index: number): Found => ({ index, others: [], certainty: Number.POSITIVE_INFINITY });

/**
 * The place that a text names: a code in capitals or number of GeoNames first, then a city. Last come the full name of
 * an airport or port, and a code in small letters.
 */
export function resolvePlace(places: Places, text: string, near: Surroundings = NO_SURROUNDINGS): Resolved {
  const trimmed = text.trim().replace(/\s+/g, " ");
  return ofCode(places, trimmed, near) ?? ofName(places, trimmed, near);
}

function ofCode(places: Places, text: string, { day, mode }: Surroundings): Resolved | null {
  const number = GEONAMES.exec(text)?.[1];
  if (number !== undefined) return ofGeonames(places, number);
  if (IATA.test(text)) {
    const airports = places.codes.get(text) ?? [];
    // A travel tool writes "PAR" for all airports of Paris. The town called Par is in Cornwall.
    return airports.length > 0 || mode === DistanceMode.AIR ? airportOf(places, airports, day) : null;
  }
  const [code, country, space, place] = UNLOCODE.exec(text) ?? [];
  const [port] = code === undefined ? [] : (places.codes.get(`${country}${place}`) ?? []);
  if (port === undefined) return null;
  // "NOKIA" in capitals is a port of Norway and a city of Finland. With a space it is the port.
  const name = placeName(text);
  const cities = space === "" ? [...(places.cities.get(name) ?? []), ...(places.exonyms.get(name) ?? [])] : [];
  return cities.length === 0 ? only(port) : { candidates: [port, ...cities], name, country: "" };
}

/** The airport that has the code on the day, of those that ever had it. */
function airportOf(places: Places, airports: readonly number[], day: string): Resolved {
  const airport = airports.find((index) => isInUse(places, index, day));
  return airport === undefined ? { candidates: [], name: "", country: "", outOfUse: airports } : only(airport);
}

function ofGeonames({ geonames, firstCity }: Places, number: string): Resolved | null {
  const row = geonames.indexOf(Number(number));
  return row < 0 ? null : only(firstCity + row);
}

/** "City", "City, CC", "City, state" or "City, state, CC". */
function ofName(places: Places, text: string, near: Surroundings): Resolved {
  const whole = text.includes(",") ? inArea(places, placeName(text), EVERYWHERE, near) : null;
  if (whole !== null) return whole;
  const parts = text.split(",").map((part) => part.trim());
  const [first = "", ...rest] = parts;
  const name = placeName(first);
  const outOfUse = (places.others.get(name) ?? []).filter((index) => !isInUse(places, index, near.day));
  const none: Unresolved = { candidates: [], name, country: "", outOfUse };
  if (name === "" || rest.length > 2 || rest.includes("")) return none;
  if (rest.length === 0) return ofCityOrCode(places, text, name, near) ?? none;
  const last = rest.at(-1)!;
  const country = places.countryCodes.get(placeName(last));
  const state = rest.length === 2 ? rest[0]! : "";
  // The text itself says where the place is, so nothing else decides.
  const alone = { ...NO_SURROUNDINGS, day: near.day };
  const inCountry = country === undefined ? null : inArea(places, name, { country, state }, alone);
  // "Portland, ME" is in Maine, not in Montenegro.
  const inState = () => (rest.length === 1 ? inArea(places, name, { country: "", state: last }, alone) : null);
  return inCountry ?? inState() ?? { ...none, country: country ?? "" };
}

const SMALL_LETTERS = /^[a-z]{3}$/;

/** Inhabitants from which a city of three small letters may be meant in place of an airport. */
const MAJOR_CITY = 100_000;

/** "mad" is the airport, although there is a town called Mád; "Mad" is the town. */
function ofCityOrCode(places: Places, text: string, name: string, near: Surroundings): Resolved | null {
  const codes = places.codes.get(text.toUpperCase().replace(" ", "")) ?? [];
  const coded = codes.length === 0 ? null : airportOf(places, codes, near.day);
  const found = inArea(places, name, EVERYWHERE, near);
  if (found === null || coded === null) return found ?? coded;
  if (!SMALL_LETTERS.test(text)) return found;
  const cities = ("index" in found ? [found.index] : found.candidates).filter(
    (at) => places.populationOf(at) >= MAJOR_CITY,
  );
  if (!("index" in coded)) return cities.length === 0 ? coded : found;
  const others = cities.filter((at) => !isSameTown(places, coded.index, at));
  return others.length === 0 ? coded : { candidates: [coded.index, ...others], name, country: "" };
}

interface Area {
  /** Empty for all. */
  country: string;
  state: string;
}

const EVERYWHERE: Area = { country: "", state: "" };

/** Null for an unknown name. */
function inArea(places: Places, name: string, area: Area, near: Surroundings): Resolved | null {
  const isInside = (index: number) =>
    isInUse(places, index, near.day) &&
    (area.country === "" || places.countries[index] === area.country) &&
    (area.state === "" || stateName(places.at(index).subdivision) === stateName(area.state));
  const candidates = candidatesOf(places, name, isInside);
  if (candidates.length === 0) return null;
  const chosen = choose(places, candidates, area === EVERYWHERE && places.contested.has(name), near);
  const named = candidates.filter(({ kind }) => kind !== "short");
  const shown = named.length > 0 && chosen?.kind !== "short" ? named : candidates;
  const alike = chosen === null ? [] : citiesAlike(places, name, chosen, near);
  if (chosen !== null && alike.length === 0) return { index: chosen.index, ...among(shown, chosen) };
  if (chosen !== null) return { candidates: [...alike, chosen.index], name, country: area.country };
  return { candidates: candidates.map(({ index }) => index), name, country: area.country };
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

function among(candidates: readonly Candidate[], chosen: Candidate): Pick<Found, "others" | "certainty"> {
  const others = candidates.filter((one) => one !== chosen);
  const largest = Math.max(0, ...others.map(({ population }) => population));
  const certainty = others.length === 0 ? Number.POSITIVE_INFINITY : chosen.population / Math.max(1, largest);
  return { others: others.map(({ index }) => index), certainty };
}

/** "D.C." is "DC". */
const stateName = (state: string): string => placeName(state).replaceAll(" ", "");

/** A text that names exactly this place, an airport in its days. */
export function textOf(places: Places, index: number): string {
  const { kind, code, name, country, subdivision } = places.at(index);
  if (kind === PlaceKind.AIRPORT) return code;
  const texts =
    kind === PlaceKind.CITY
      ? [`${name}, ${country}`, `${name}, ${subdivision}, ${country}`]
      : [code, `${code.slice(0, 2)} ${code.slice(2)}`];
  const names = (text: string) => {
    const found = resolvePlace(places, text);
    return "index" in found && found.index === index;
  };
  return texts.find(names) ?? `geonames:${code}`;
}
