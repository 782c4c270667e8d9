import { beforeAll, describe, expect, it } from "vitest";
import { NO_SURROUNDINGS } from "./choose.ts";
import { placeName } from "./name.ts";
import { loadPlaces, type Places } from "./places.ts";
import { resolvePlace, textOf } from "./resolve.ts";
import { editDistance } from "./spelling.ts";

let places: Places;
beforeAll(async () => {
  places = await loadPlaces();
});

/** The place as text, or the texts of the first candidates, or nothing. */
function named(text: string) {
  const found = resolvePlace(places, text);
  if ("index" in found) return textOf(places, found.index);
  return found.candidates.slice(0, 3).map((index) => textOf(places, index));
}

describe("a text names", () => {
  it.each([
    ["an airport by its IATA code", "MAD", "MAD"],
    ["an airport by its code in small letters, also if a town has the name", "mad", "MAD"],
    ["a town of the same three letters, written as a name", "Mad", "Mád, HU"],
    ["a port by its code of UN/LOCODE", "ESBCN", "ESBCN"],
    ["a port by its code with a space", "ES BCN", "ESBCN"],
    ["a port by its code in small letters", "esbcn", "ESBCN"],
    ["a city", "Madrid", "Madrid, ES"],
    ["a city without its accents", "malaga, es", "Málaga, ES"],
    ["a city whose letters have no base letter", "Lodz", "Łódź, PL"],
    ["a city with a hyphen for a space", "Clermont Ferrand", "Clermont-Ferrand, FR"],
    ["a city by code of the country", "Barcelona, ES", "Barcelona, ES"],
    ["a city by alpha-3 code of the country", "Barcelona,ESP", "Barcelona, ES"],
    ["a city by name of the country, in three languages", "Barcelona, España", "Barcelona, ES"],
    ["a city by a reserved code of the country", "Birmingham, UK", "Birmingham, GB"],
    ["a city by its state", "Portland, OR", "Portland, OR, US"],
    ["a city by a state whose code is that of a country, too", "Portland, ME", "Portland, ME, US"],
    ["a city by state and country", "Paris, TX, USA", "Paris, TX, US"],
    ["a capital with a comma in its name", "Washington, DC", "Washington, D.C., US"],
    ["a city that GeoNames calls a City", "New York", "New York City, US"],
    ["a city by its name in another language", "Geneva, CH", "Genève, CH"],
    ["a city by the beginning of its name", "Villingen", "Villingen-Schwenningen, DE"],
    ["a city by one of its two names", "San Sebastián, ES", "Donostia / San Sebastián, ES"],
    ["a city by the name of its airport's town", "Kangerlussuaq, GL", "SFJ"],
    ["an airport by its full name", "London Heathrow Airport", "LHR"],
    ["a city of three letters, written as a name", "Pau", "Pau, FR"],
    ["a city by the name of its state", "Paris, Texas", "Paris, TX, US"],
    ["a city by state and country in words", "Springfield, Illinois, USA", "Springfield, IL, US"],
    ["a city by the code of its province", "Imola (BO)", "Imola, IT"],
    ["a town by the capital of its province", "Mérida (Badajoz)", "Mérida, ES"],
    ["a city with the country in brackets", "Valencia (Venezuela)", "Valencia, VE"],
    ["a city with the country after a dash", "Lisboa - Portugal", "Lisbon, PT"],
    ["a city with the country after a blank", "Zaragoza España", "Zaragoza, ES"],
    ["a city in two languages", "Alicante/Alacant", "Alicante, ES"],
    ["a city with its postal code", "80331 München", "Munich, DE"],
    ["a city without German dots", "MUENCHEN", "Munich, DE"],
    ["a city with a short saint", "St-Étienne", "Saint-Étienne, FR"],
    ["an airport beside the name of its city", "Barcelona (BCN)", "BCN"],
    ["one of twins in a state by its number of GeoNames", "geonames:3117735", "Madrid, ES"],
  ])("%s", (_, text, place) => {
    expect(named(text)).toBe(place);
  });

  it.each([
    ["cities of similar size", "Valencia", ["Valencia, VE", "Valencia, ES", "Valencia, US"]],
    ["a city that is less than ten times as large as the next", "Barcelona", ["Barcelona, ES", "Barcelona, VE"]],
    ["a city in another language and a city of the name", "Geneva", ["Genève, CH", "Geneva, IL, US"]],
    ["a city in capitals and a code", "NOKIA", ["NO KIA", "Nokia, FI"]],
    ["a large city and a distant airport in small letters", "man", ["MAN", "Man, CI"]],
    ["cities of one name beside a postal code", "46001 Valencia", ["Valencia, VE", "Valencia, ES"]],
    ["cities of one country", "Springfield, US", ["Springfield, MO, US", "Springfield, MA, US"]],
  ])("nothing, if it may mean %s", (_, text, candidates) => {
    expect(named(text).slice(0, candidates.length)).toEqual(candidates);
  });

  it.each([
    "",
    " ",
    ",",
    "Barcelona, ",
    "Barcelona, XX",
    "a, b, c, d",
    "Bilbao - Vitoria",
    "Sevilla/Cádiz",
    "08001",
    "QQQ",
    "Nowhere at all",
    "\u0000",
    "geonames:0",
  ])('nothing, if it is "%s"', (text) => {
    expect(named(text)).toEqual([]);
  });
});

it("finds every place by the text that it shows for it", () => {
  const STEP = 53;
  const wrong = [];
  for (let index = 0; index < places.size; index += STEP) {
    const text = textOf(places, index);
    const found = resolvePlace(places, text, { ...NO_SURROUNDINGS, day: places.at(index).validTo });
    if (!("index" in found) || found.index !== index) wrong.push(text);
  }
  expect(wrong).toEqual([]);
});

it("holds every place of the files, each with coordinates of the earth and a name", () => {
  expect(places.size).toBe(4934 + 135_194 + 12_262);
  for (let index = 0; index < places.size; index += 1) {
    const [latitude, longitude] = places.pointOf(index);
    if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && places.names[index] !== ""))
      expect.fail(textOf(places, index));
  }
  const countries = new Set(places.countries);
  expect([...countries].filter((code) => !places.countryCodes.has(code.toLowerCase()))).toEqual([]);
});

it.each([
  ["barcelona", "barcelona", 0],
  ["barclona", "barcelona", 1],
  ["bracelona", "barcelona", 1],
  ["barzelonna", "barcelona", 2],
  ["paris", "barcelona", 3],
])("counts the edits from %s to %s", (a, b, edits) => {
  expect(editDistance(a, b, 2)).toBe(edits);
});

it.each([
  ["L'Hospitalet de Llobregat", "l hospitalet de llobregat"],
  ["Saint-Denis", "saint denis"],
  ["Åkersberga", "akersberga"],
  ["Ølstykke", "olstykke"],
  ["  St.  Gallen ", "st gallen"],
])('compares "%s" as "%s"', (text, plain) => {
  expect(placeName(text)).toBe(plain);
});
