import { DistanceMode } from "@emissions/proto/factors/v1/place_service";
import { beforeAll, describe, expect, it } from "vitest";
import { readCsv, text } from "../load/csv.ts";
import { NO_SURROUNDINGS, type Surroundings } from "./choose.ts";
import { loadPlaces, type Places } from "./places.ts";
import { resolvePlace, textOf } from "./resolve.ts";

/** Names that people of Spain and its neighbours write, with the place that they mean. Authored. */
const FILE = new URL("names-in-nine-languages.csv", import.meta.url);
const REFUSED_SHARE = 0.1;

let places: Places;
let fromMadrid: Surroundings;
beforeAll(async () => {
  places = await loadPlaces();
  const madrid = resolvePlace(places, "Madrid, ES");
  if (!("index" in madrid)) throw new Error("Madrid is not clear");
  fromMadrid = { ...NO_SURROUNDINGS, countries: ["ES"], other: madrid.index, mode: DistanceMode.AIR };
});

describe("over 300 names of cities in nine languages, of flights from Madrid", () => {
  it("mean the right place or none, and less than a tenth mean none", async () => {
    const rows = await readCsv(FILE);
    expect(rows.length).toBeGreaterThan(300);
    const wrong: string[] = [];
    const unknown: string[] = [];
    let refused = 0;
    for (const row of rows) {
      const found = resolvePlace(places, text(row, "name"), fromMadrid);
      const right = `${text(row, "city")}, ${text(row, "country")}`;
      if (!("index" in found)) refused += 1;
      if ("candidates" in found && found.candidates.length === 0) unknown.push(text(row, "name"));
      if ("index" in found) {
        const { name, country } = places.at(found.index);
        if (`${name}, ${country}` !== right) wrong.push(`${text(row, "name")}: ${textOf(places, found.index)}`);
      }
    }
    expect([wrong, unknown]).toEqual([[], []]);
    expect(refused / rows.length).toBeLessThan(REFUSED_SHARE);
  });

  it("are known with their country, in its language too", () => {
    const countries = [
      "Londres, Reino Unido",
      "Genf, Schweiz",
      "Moskwa, Rosja",
      "Mosca, Russia",
      "Atenas, EL",
      "Wien, AT",
    ];
    const found = countries.map((name) => resolvePlace(places, name));
    expect(found.map((one) => ("index" in one ? textOf(places, one.index) : one))).toEqual([
      "London, GB",
      "Genève, CH",
      "Moscow, RU",
      "Moscow, RU",
      "Athens, GR",
      "Vienna, AT",
    ]);
  });
});

it("a name of a town where the language is spoken, and of a ten times larger city elsewhere, stays ambiguous", () => {
  expect(places.contested.size).toBe(20);
  const clear = [...places.contested].filter((name) => "index" in resolvePlace(places, name, fromMadrid));
  expect(clear).toEqual([]);
});
