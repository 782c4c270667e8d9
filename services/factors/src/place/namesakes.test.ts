import { createClient, createRouterTransport } from "@connectrpc/connect";
import { DistanceMode, PlaceService } from "@emissions/proto/factors/v1/place_service";
import { beforeAll, describe, expect, it } from "vitest";
import { NO_SURROUNDINGS } from "./choose.ts";
import { placeHandlers } from "./handlers.ts";
import { placeName } from "./name.ts";
import { loadPlaces, type Places } from "./places.ts";
import { resolvePlace } from "./resolve.ts";

const client = createClient(
  PlaceService,
  createRouterTransport((router) => router.service(PlaceService, placeHandlers({ roads: null }))),
);
const { AIR, ROAD, RAIL } = DistanceMode;

let places: Places;
beforeAll(async () => {
  places = await loadPlaces();
});

async function measured(origin: string, destination: string, mode: DistanceMode, countries = ["ES"]) {
  const { measurements } = await client.measureDistances({
    distances: [{ origin, destination, mode, countries, freight: false }],
  });
  return measurements[0]!;
}

async function ends(...way: Parameters<typeof measured>) {
  const { distance, failureCode } = await measured(...way);
  return distance === undefined ? failureCode : `${distance.origin!.text} - ${distance.destination!.text}`;
}

describe("a name that several places have", () => {
  it.each<[string, string, DistanceMode, string]>([
    ["Madrid", "Guadalajara", RAIL, "Madrid, ES - Guadalajara, ES"],
    ["Guadalajara", "Madrid", ROAD, "Guadalajara, ES - Madrid, ES"],
    ["Madrid, ES", "Vitoria", ROAD, "Madrid, ES - Gasteiz / Vitoria, ES"],
    ["Zaragoza", "Londres", ROAD, "Zaragoza, ES - London, GB"],
    ["Madrid", "Marsella", ROAD, "Madrid, ES - Marseille, FR"],
    ["Madrid", "Ginebra", AIR, "Madrid, ES - Genève, CH"],
    ["Madrid", "Santiago", RAIL, "Madrid, ES - Santiago de Compostela, ES"],
    ["Barcelona", "Valencia", RAIL, "Barcelona, ES - Valencia, ES"],
    ["Madrid", "Cartagena", ROAD, "Madrid, ES - Cartagena, ES"],
    ["Bruselas", "Lovaina", RAIL, "Brussels, BE - Leuven, BE"],
  ])("means the one that a way from %s to %s can have (mode %i)", async (from, to, mode, text) => {
    expect(await ends(from, to, mode)).toBe(text);
  });

  it.each<[string, string, string]>([
    ["Toronto", "London", "CA"],
    ["Boston", "London", "US"],
    ["Edinburgh", "Perth", "GB"],
    ["Guadalajara", "Madrid", "MX"],
  ])("is in the country of a way by road from %s to %s for an organization in it", async (from, to, country) => {
    const { distance } = await measured(from, to, ROAD, [country]);
    expect(distance?.destination?.country ?? "none").toMatch(new RegExp(`${country}|none`));
  });

  it.each<[string, string, string[], string[]]>([
    ["Madrid", "Guadalajara", ["ES"], ["Guadalajara, ES", "Guadalajara, MX"]],
    ["Edinburgh", "Perth", ["GB"], ["Perth, GB", "Perth, AU"]],
    ["Buenos Aires", "Londres", ["AR"], ["Londres, AR", "London, GB"]],
    ["New York City", "Paris", ["US"], ["Paris, ME, US"]],
    ["Caracas", "Valencia", ["ES"], ["Valencia, VE", "Valencia, ES"]],
  ])("is ambiguous for a flight from %s to %s, with the nearest first", async (from, to, countries, candidates) => {
    const { failureCode, suggestions, failureDetail } = await measured(from, to, AIR, countries);
    expect(failureCode).toBe("PLACE_AMBIGUOUS");
    expect(suggestions.filter((text) => candidates.includes(text))).toEqual(candidates);
    expect(failureDetail).toMatch(/ \([A-Z]{2}, \d+ km from the other end\)/);
  });

  it.each<[string, string, DistanceMode, string, string[]]>([
    ["Roma", "Monaco", AIR, "IT", ["Monaco, MC", "Munich, DE"]],
    ["Berlin", "Lemberg", ROAD, "DE", ["Lemberg, DE", "Lviv, UA"]],
    ["Barcelona", "Andorra", ROAD, "ES", ["Andorra la Vella, AD", "Andorra, ES"]],
    ["Madrid", "Texas", AIR, "ES", ["Houston, US", "Texas City, US"]],
    ["Madrid", "Monforte", ROAD, "ES", ["Monforte, PT", "Monforte de Lemos, ES"]],
  ])("is ambiguous from %s to %s (mode %i) for an organization in %s", async (from, to, mode, country, candidates) => {
    const { failureCode, suggestions } = await measured(from, to, mode, [country]);
    expect([failureCode, suggestions.filter((text) => candidates.includes(text)).sort()]).toEqual([
      "PLACE_AMBIGUOUS",
      [...candidates].sort(),
    ]);
  });

  it.each<[string, string, string, DistanceMode]>([
    ["FR", "Paris", "Oran", ROAD],
    ["ES", "Madrid", "Andalucía", ROAD],
  ])("of %s is no far village that a road reaches, from %s to %s", async (country, from, to, mode) => {
    expect(await ends(from, to, mode, [country])).toMatch(/NO_LAND_ROUTE|PLACE_AMBIGUOUS/);
  });

  it("of a flight is not the place where it begins", async () => {
    expect(await ends("Paris", "St-Denis", AIR, ["FR"])).toBe("Paris, FR - Saint-Denis, RE");
  });

  it.each<[string, string, DistanceMode]>([
    ["Madrid", "New York", ROAD],
    ["New York", "Madrid", RAIL],
    ["Madrid", "Buenos Aires", ROAD],
  ])("stays at home if no road leads from %s to %s, rather than mean a village over there", async (from, to, mode) => {
    expect(await ends(from, to, mode)).toBe("NO_LAND_ROUTE");
  });

  it("is far away only if no town of it is in the country of the organization, or has more than 20,000 inhabitants", () => {
    const far: string[] = [];
    for (let at = places.firstCity; places.populationOf(at) >= 20_000; at += 1) {
      const country = places.countries[at]!;
      const near = { ...NO_SURROUNDINGS, countries: [country], mode: AIR };
      const found = resolvePlace(places, places.at(at).name, near);
      if ("index" in found && places.regions.get(places.countries[found.index]!) !== places.regions.get(country))
        far.push(`${placeName(places.at(at).name)}, ${country}`);
    }
    expect(far).toEqual([]);
  });
});

describe("a place that was chosen among several", () => {
  it("is said with the others, in the sentence and by the end of the way", async () => {
    const { distance } = await measured("Madrid, ES", "Guadalajara", RAIL);
    expect(distance!.chosenPlaces).toEqual(["destination"]);
    expect(distance!.explanation).toMatch(
      /"Guadalajara" was read as "Guadalajara, ES", and not as "Guadalajara, MX"\.$/,
    );
    expect((await measured("MAD", "BCN", AIR)).distance!.chosenPlaces).toEqual([]);
  });

  it("is said where a text is resolved alone", async () => {
    const { resolutions } = await client.resolvePlaces({ texts: ["Vitoria", "MAD"], countries: ["ES"] });
    expect(resolutions.map(({ choice }) => choice)).toEqual([
      '"Vitoria" was read as "Gasteiz / Vitoria, ES", and not as "Vitória, BR".',
      "",
    ]);
  });
});

it("a far village with almost the name of a large city nearby is no answer", async () => {
  expect(await ends("Madrid", "Sevile", AIR)).not.toMatch(/US$/);
});
