import { readFile } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { PlaceKind } from "@emissions/proto/factors/v1/place_service";
import { once, placeFile } from "./catalogue-files.ts";
import { type CityNames, NameMap, readExonyms, shortNameOf } from "./city-names.ts";
import { type Countries, readCountries } from "./country-names.ts";
import { type CsvTable, csvTable } from "./csv-table.ts";
import { type Detours, readDetours } from "./distance.ts";
import { placeName } from "./name.ts";
import type { Point } from "./sphere.ts";
import { type Area, readStates } from "./states.ts";

/** The days on which an airport has its code. */
export interface Period {
  /** First and last day, as 2026-01-31. Empty without a known limit, and for other places. */
  validFrom: string;
  validTo: string;
  /** Code of the airport that follows. Empty without one. */
  successor: string;
}

export interface PlaceRow extends Period {
  kind: PlaceKind;
  /** IATA code, code of UN/LOCODE, or number of GeoNames. */
  code: string;
  name: string;
  country: string;
  subdivision: string;
  municipality: string;
  /** Degrees, as published. */
  latitude: string;
  longitude: string;
  /** 0 if it is unknown, and for places that are no cities. */
  population: number;
}

/** Columns of airports.csv before the days of the code. */
const AIRPORT_DAYS = 8;

const ALWAYS = { validFrom: "", validTo: "", successor: "" };

/**
 * All places. An index is the place of a row: airports, large ones first, then cities by population, then UN/LOCODE.
 * So the first of several indexes is the most important place.
 */
export interface Places extends CityNames, Countries {
  size: number;
  at(index: number): PlaceRow;
  kindOf(index: number): PlaceKind;
  /** Names for comparison, by index. */
  names: readonly string[];
  /** ISO 3166-1 alpha-2, by index. */
  countries: readonly string[];
  /** Cities by name. */
  cities: ReadonlyMap<string, readonly number[]>;
  /** Airports by the name of their city. */
  municipalities: ReadonlyMap<string, readonly number[]>;
  /** Airports and places of UN/LOCODE by their own name. */
  others: ReadonlyMap<string, readonly number[]>;
  /** Places by IATA code and code of UN/LOCODE. Several airports had one code, each in its days. */
  codes: ReadonlyMap<string, readonly number[]>;
  /** Of airports whose code has a first or last day, by index. */
  periods: ReadonlyMap<number, Period>;
  /** Numbers of GeoNames of the cities, in the order of their indexes from `firstCity` on. */
  geonames: Uint32Array;
  firstCity: number;
  pointOf(index: number): Point;
  /** 0 if it is unknown, and for places that are no cities. */
  populationOf(index: number): number;
  /** Parts of countries by name or abbreviation. */
  states: ReadonlyMap<string, readonly Area[]>;
  detours: Detours;
}

/** Rows that are indexed before other work gets a turn: about 10 ms. */
const ROWS_PER_TURN = 10_000;

interface Source {
  kind: PlaceKind;
  table: CsvTable;
  start: number;
}

export const loadPlaces: () => Promise<Places> = once(readPlaces);

export async function readPlaces(): Promise<Places> {
  const files = ["airports", "cities", "unlocode"].map((name) => readFile(placeFile(`${name}.csv`)));
  const [airports, cities, unlocode] = (await Promise.all(files)).map(csvTable) as [CsvTable, CsvTable, CsvTable];
  const sources: readonly Source[] = [
    { kind: PlaceKind.AIRPORT, table: airports, start: 0 },
    { kind: PlaceKind.CITY, table: cities, start: airports.size },
    { kind: PlaceKind.UNLOCODE, table: unlocode, start: airports.size + cities.size },
  ];
  const index = await indexOf(sources);
  return {
    ...index,
    ...(await readExonyms(index.geonames, airports.size)),
    size: index.names.length,
    firstCity: airports.size,
    at: (at) => placeAt(sources, at),
    kindOf: (at) => sourceOf(sources, at).kind,
    ...(await readCountries()),
    states: await readStates(),
    detours: await readDetours(placeFile("detours.csv")),
  };
}

async function indexOf(sources: readonly Source[]) {
  const names: string[] = [];
  const countries: string[] = [];
  const maps = {
    cities: new NameMap(),
    shortNames: new NameMap(),
    municipalities: new NameMap(),
    others: new NameMap(),
  };
  const codes = new NameMap();
  const periods = new Map<number, Period>();
  const known = new Map<string, string>();
  const size = sources.reduce((rows, { table }) => rows + table.size, 0);
  const degrees = new Float64Array(2 * size);
  const populations = new Uint32Array(size);
  const geonames = new Uint32Array(sources.find(({ kind }) => kind === PlaceKind.CITY)?.table.size ?? 0);
  for (const source of sources) {
    for (let row = 0; row < source.table.size; row += 1) {
      if (row % ROWS_PER_TURN === 0) await setImmediate();
      const at = names.length;
      const place = placeAt(sources, at);
      const { kind, name, country, municipality, code, latitude, longitude, population } = place;
      const plain = placeName(name);
      names.push(plain);
      // One text per country instead of one per row.
      countries.push(known.get(country) ?? known.set(country, country).get(country)!);
      populations[at] = population;
      if (kind === PlaceKind.CITY) addCity(maps, { name, plain, population }, at);
      else maps.others.add(plain, at);
      degrees.set([Number(latitude), Number(longitude)], 2 * at);
      if (kind === PlaceKind.CITY) geonames[row] = Number(code);
      else codes.add(code, at);
      const { validFrom, validTo, successor } = place;
      if (validFrom !== "" || validTo !== "") periods.set(at, { validFrom, validTo, successor });
      if (municipality !== "") maps.municipalities.add(placeName(municipality), at);
    }
  }
  const pointOf = (at: number): Point => [degrees[2 * at]!, degrees[2 * at + 1]!];
  const populationOf = (at: number): number => populations[at]!;
  return { names, countries, codes, periods, ...maps, geonames, pointOf, populationOf };
}

/** Inhabitants from which the beginning of a name is looked up, too. */
const SHORT_NAME_POPULATION = 20_000;

interface City {
  name: string;
  /** For comparison. */
  plain: string;
  population: number;
}

function addCity(maps: Record<"cities" | "shortNames", NameMap>, { name, plain, population }: City, at: number): void {
  maps.cities.add(plain, at);
  // "Washington, D.C." is also "Washington" in the state "DC".
  if (plain.includes(",")) maps.cities.add(plain.split(",")[0]!.trim(), at);
  // "Gasteiz / Vitoria" has two names of its own.
  if (name.includes("/")) for (const part of name.split("/")) maps.cities.add(placeName(part), at);
  const short = population < SHORT_NAME_POPULATION ? null : shortNameOf(name);
  if (short !== null && short !== plain) maps.shortNames.add(short, at);
}

const sourceOf = (sources: readonly Source[], index: number): Source =>
  sources.findLast(({ start }) => start <= index)!;

function placeAt(sources: readonly Source[], index: number): PlaceRow {
  const { kind, table, start } = sourceOf(sources, index);
  const cells = table.row(index - start);
  if (kind === PlaceKind.AIRPORT) {
    const [code = "", name = "", municipality = "", country = "", latitude = "", longitude = ""] = cells;
    const [validFrom = "", validTo = "", successor = ""] = cells.slice(AIRPORT_DAYS);
    const days = { validFrom, validTo, successor };
    return { kind, code, name, municipality, country, subdivision: "", latitude, longitude, population: 0, ...days };
  }
  const [code = "", name = "", country = "", subdivision = "", latitude = "", longitude = "", last] = cells;
  const population = kind === PlaceKind.CITY ? Number(last) : 0;
  return { kind, code, name, municipality: "", country, subdivision, latitude, longitude, population, ...ALWAYS };
}
