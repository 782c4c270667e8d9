import { PlaceKind } from "@emissions/proto/factors/v1/place_service";
import { placeName } from "./name.ts";
import type { Places } from "./places.ts";
import { greatCircleKm } from "./sphere.ts";

/** A city is meant by its name alone if it has this many times the inhabitants of the next one with the name. */
export const DOMINANCE = 10;

/** An airport this near to a city of the name of its municipality serves that city. */
const SAME_TOWN_KM = 100;

export type Resolved = { index: number } | Unresolved;

export interface Unresolved {
  /** Places of an ambiguous name, the most important first. Empty for an unknown name. */
  candidates: readonly number[];
  /** The name for comparison, and the country, if the text has one. */
  name: string;
  country: string;
}

const IATA = /^[A-Z]{3}$/;
const UNLOCODE = /^([A-Z]{2})( ?)([A-Z0-9]{3})$/;
const GEONAMES = /^geonames:(\d{1,10})$/i;

/**
 * The place that a text names, in this order: code in capitals, number of GeoNames, city, city by the municipality of
 * its airport, full name of an airport or port, code in small letters.
 */
export function resolvePlace(places: Places, text: string): Resolved {
  const trimmed = text.trim().replace(/\s+/g, " ");
  return ofCode(places, trimmed) ?? ofName(places, trimmed);
}

function ofCode(places: Places, text: string): Resolved | null {
  const number = GEONAMES.exec(text)?.[1];
  if (number !== undefined) return ofGeonames(places, number);
  const airport = IATA.test(text) ? places.codes.get(text) : undefined;
  if (airport !== undefined) return { index: airport };
  const [code, country, space, place] = UNLOCODE.exec(text) ?? [];
  const port = code === undefined ? undefined : places.codes.get(`${country}${place}`);
  if (port === undefined) return null;
  // "NOKIA" in capitals is a port of Norway and a city of Finland. With a space it is the port.
  const name = placeName(text);
  const cities = space === "" ? (places.cities.get(name) ?? []) : [];
  return cities.length === 0 ? { index: port } : { candidates: [port, ...cities], name, country: "" };
}

function ofGeonames({ geonames, firstCity }: Places, number: string): Resolved | null {
  const row = geonames.indexOf(Number(number));
  return row < 0 ? null : { index: firstCity + row };
}

/** "City", "City, CC", "City, state" or "City, state, CC". */
function ofName(places: Places, text: string): Resolved {
  const whole = text.includes(",") ? inArea(places, placeName(text), EVERYWHERE) : null;
  if (whole !== null) return whole;
  const parts = text.split(",").map((part) => part.trim());
  const [first = "", ...rest] = parts;
  const name = placeName(first);
  const none: Unresolved = { candidates: [], name, country: "" };
  if (name === "" || rest.length > 2 || rest.includes("")) return none;
  if (rest.length === 0) return ofCityOrCode(places, text, name) ?? none;
  const last = rest.at(-1)!;
  const country = places.countryCodes.get(placeName(last));
  const state = rest.length === 2 ? rest[0]! : "";
  const inCountry = country === undefined ? null : inArea(places, name, { country, state });
  // "Portland, ME" is in Maine, not in Montenegro.
  const inState = rest.length === 1 ? () => inArea(places, name, { country: "", state: last }) : () => null;
  return inCountry ?? inState() ?? { ...none, country: country ?? "" };
}

const SMALL_LETTERS = /^[a-z]{3}$/;

/** Inhabitants from which a city of three small letters may be meant in place of an airport. */
const MAJOR_CITY = 100_000;

/** "mad" is the airport, although there is a town called Mád; "Mad" is the town. */
function ofCityOrCode(places: Places, text: string, name: string): Resolved | null {
  const code = places.codes.get(text.toUpperCase().replace(" ", ""));
  const found = inArea(places, name, EVERYWHERE);
  if (found === null) return code === undefined ? null : { index: code };
  if (code === undefined || !SMALL_LETTERS.test(text)) return found;
  const cities = "index" in found ? [found.index] : found.candidates;
  const others = cities.filter((at) => places.at(at).population >= MAJOR_CITY && !isSameTown(places, code, at));
  return others.length === 0 ? { index: code } : { candidates: [code, ...others], name, country: "" };
}

interface Area {
  /** Empty for all. */
  country: string;
  state: string;
}

const EVERYWHERE: Area = { country: "", state: "" };

/** Null for an unknown name. */
function inArea(places: Places, name: string, area: Area): Resolved | null {
  const isInside = (index: number) =>
    (area.country === "" || places.countries[index] === area.country) &&
    (area.state === "" || stateName(places.at(index).subdivision) === stateName(area.state));
  const cities = citiesOf(places, name).filter(isInside);
  const towns = airportTowns(places, name, cities).filter(isInside);
  const found = [...towns, ...cities];
  const [only, second] = found;
  if (only !== undefined && second === undefined) return { index: only };
  if (towns.length === 0 && dominates(places, cities)) return { index: cities[0]! };
  if (found.length > 0) return { candidates: found, name, country: area.country };
  const [other, ...more] = (places.others.get(name) ?? []).filter(isInside);
  if (other === undefined) return null;
  return more.length === 0 ? { index: other } : { candidates: [other, ...more], name, country: area.country };
}

/** "D.C." is "DC". */
const stateName = (state: string): string => placeName(state).replaceAll(" ", "");

/** GeoNames calls some cities "New York City" that most people call "New York". */
const citiesOf = ({ cities }: Places, name: string): readonly number[] =>
  cities.get(name) ?? cities.get(`${name} city`) ?? [];

/** The largest airport of each town with the name that is not among the cities: "Geneva" is "Genève" in GeoNames. */
function airportTowns(places: Places, name: string, cities: readonly number[]): number[] {
  const towns: number[] = [];
  for (const airport of places.municipalities.get(name) ?? []) {
    if (![...cities, ...towns].some((other) => isSameTown(places, airport, other))) towns.push(airport);
  }
  return towns;
}

function isSameTown(places: Places, one: number, other: number): boolean {
  if (places.countries[one] !== places.countries[other]) return false;
  return greatCircleKm(places.pointOf(one), places.pointOf(other)) <= SAME_TOWN_KM;
}

function dominates(places: Places, [largest, second]: readonly number[]): boolean {
  if (largest === undefined || second === undefined) return false;
  const inhabitants = places.at(largest).population;
  return inhabitants > 0 && inhabitants >= DOMINANCE * places.at(second).population;
}

/** A text that names exactly this place. */
export function textOf(places: Places, index: number): string {
  const { kind, code, name, country, subdivision } = places.at(index);
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
