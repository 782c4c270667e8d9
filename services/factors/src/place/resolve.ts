import { DistanceMode, PlaceKind } from "@emissions/proto/factors/v1/place_service";
import { isInUse } from "./airport-days.ts";
import { candidatesOf, isSameTown } from "./candidates.ts";
import { NO_SURROUNDINGS, type Surroundings } from "./choose.ts";
import { amongCandidates, EVERYWHERE, inAreas } from "./in-areas.ts";
import { placeName } from "./name.ts";
import type { Places } from "./places.ts";
import type { Found, Resolved, Unresolved } from "./resolved.ts";
import { withComma, withLastWords, withoutPostalCode } from "./rewritten.ts";
import { greatCircleKm } from "./sphere.ts";
import type { Area } from "./states.ts";

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
  const found = ofCode(places, trimmed, near) ?? ofName(places, trimmed, near, NEARBY_KM);
  return namesNothing(found) ? (ofRewritten(places, trimmed, near) ?? found) : found;
}

const namesNothing = (found: Resolved): found is Unresolved =>
  "candidates" in found && found.candidates.length === 0 && (found.outOfUse ?? []).length === 0;

/** Texts with brackets, dashes, postal codes, or a country without a comma. Null if they name no place either. */
function ofRewritten(places: Places, text: string, near: Surroundings): Resolved | null {
  const comma = withComma(text);
  // "Bilbao - Vitoria" may be a way, so places divided by a dash or slash must be one place.
  const readings = comma === null ? [] : [ofName(places, comma, near, text.endsWith(")") ? NEARBY_KM : SAME_PLACE_KM)];
  const bare = withoutPostalCode(text);
  // The code says which one of several, but its places are not known here.
  if (bare !== null) readings.push(ofName(places, bare, { ...NO_SURROUNDINGS, day: near.day }, NEARBY_KM));
  readings.push(...withLastWords(text).map((reading) => ofName(places, reading, near, 0)));
  return readings.find((reading) => !namesNothing(reading)) ?? null;
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

/** A town belongs to the city after its name within this distance: "Elche, Alicante". */
const NEARBY_KM = 100;
const SAME_PLACE_KM = 5;

/** "City", "City, CC", "City, state" or "City, state, CC". A larger city may stand for the state. */
function ofName(places: Places, text: string, near: Surroundings, reachKm: number): Resolved {
  const whole = text.includes(",") ? inAreas(places, placeName(text), EVERYWHERE, near) : null;
  if (whole !== null) return whole;
  const parts = text.split(",").map((part) => part.trim());
  const [first = "", ...rest] = parts;
  const name = placeName(first);
  const outOfUse = (places.others.get(name) ?? []).filter((index) => !isInUse(places, index, near.day));
  const none: Unresolved = { candidates: [], name, country: "", outOfUse };
  if (name === "" || rest.length > 2 || rest.includes("")) return none;
  if (rest.length === 0) return ofCityOrCode(places, text, name, near) ?? none;
  const country = places.countryCodes.get(placeName(rest.at(-1)!));
  // The text itself says where the place is, so nothing else decides.
  const alone = { ...NO_SURROUNDINGS, day: near.day };
  const area = { first, rest, country, reachKm };
  return (
    inStated(places, name, area, alone) ??
    ofAirport(places, area, near) ??
    besideCity(places, area, near) ?? {
      ...none,
      country: country ?? "",
    }
  );
}

interface StatedArea {
  /** The text before and those after the commas. */
  first: string;
  rest: readonly string[];
  /** Code of the last one, if it is a country. */
  country: string | undefined;
  reachKm: number;
}

/** In the country, or in the state by its code or name. */
function inStated(places: Places, name: string, { rest, country }: StatedArea, near: Surroundings): Resolved | null {
  const [state = ""] = rest;
  const named = (places.states.get(placeName(state)) ?? []).filter(
    (area) => rest.length === 1 || area.country === country,
  );
  const search = (areas: readonly Area[]) => (areas.length === 0 ? null : inAreas(places, name, areas, near));
  if (rest.length === 2) return country === undefined ? null : (search([{ country, state }]) ?? search(named));
  const inCountry = country === undefined ? null : search([{ country, state: "" }]);
  // "Portland, ME" is in Maine, not in Montenegro.
  return inCountry ?? search([{ country: "", state }]) ?? search(named);
}

/** "Barcelona (BCN)" and "BCN - Barcelona": the airport, if it serves the city. */
function ofAirport(places: Places, { first, rest }: StatedArea, { day }: Surroundings): Resolved | null {
  if (rest.length > 1) return null;
  for (const [code, city] of [
    [rest[0]!, first],
    [first, rest[0]!],
  ] as const) {
    const airports = IATA.test(code) ? (places.codes.get(code) ?? []) : [];
    const cities = airports.length === 0 ? [] : candidatesOf(places, placeName(city), () => true);
    const served = airports.filter((airport) => cities.some(({ index }) => isSameTown(places, airport, index)));
    if (served.length > 0) return airportOf(places, served, day);
  }
  return null;
}

/** "Mérida (Badajoz)": the town of the name that is near a city of the other name, in one country. */
function besideCity(
  places: Places,
  { first, rest, country, reachKm }: StatedArea,
  near: Surroundings,
): Resolved | null {
  const [name, area] = [placeName(first), placeName(rest[0]!)];
  if (reachKm === 0 || (rest.length === 2 && country === undefined)) return null;
  const isInCountry = (index: number) =>
    isInUse(places, index, near.day) && (rest.length === 1 || places.countries[index] === country);
  const cities = candidatesOf(places, area, isInCountry);
  const isBeside = (index: number) =>
    cities.some(
      (city) =>
        places.countries[city.index] === places.countries[index] &&
        greatCircleKm(places.pointOf(city.index), places.pointOf(index)) <= reachKm,
    );
  const candidates = candidatesOf(places, name, (index) => isInCountry(index) && isBeside(index));
  return candidates.length === 0 ? null : amongCandidates(places, { name, candidates, areas: EVERYWHERE }, near);
}

const SMALL_LETTERS = /^[a-z]{3}$/;

/** Inhabitants from which a city of three small letters may be meant in place of an airport. */
const MAJOR_CITY = 100_000;

/** "mad" is the airport, although there is a town called Mád; "Mad" is the town. */
function ofCityOrCode(places: Places, text: string, name: string, near: Surroundings): Resolved | null {
  const codes = places.codes.get(text.toUpperCase().replace(" ", "")) ?? [];
  const coded = codes.length === 0 ? null : airportOf(places, codes, near.day);
  const found = inAreas(places, name, EVERYWHERE, near);
  if (found === null || coded === null) return found ?? coded;
  if (!SMALL_LETTERS.test(text)) return found;
  const cities = ("index" in found ? [found.index] : found.candidates).filter(
    (at) => places.populationOf(at) >= MAJOR_CITY,
  );
  if (!("index" in coded)) return cities.length === 0 ? coded : found;
  const others = cities.filter((at) => !isSameTown(places, coded.index, at));
  return others.length === 0 ? coded : { candidates: [coded.index, ...others], name, country: "" };
}

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
