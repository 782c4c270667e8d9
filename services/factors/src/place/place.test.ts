import { ConnectError, createClient, createRouterTransport } from "@connectrpc/connect";
import { refusalIn } from "@emissions/kit/wire/errors";
import { DistanceMode, PlaceKind, PlaceService } from "@emissions/proto/factors/v1/place_service";
import { describe, expect, it } from "vitest";
import { placeHandlers } from "./handlers.ts";

const client = createClient(
  PlaceService,
  createRouterTransport((router) => router.service(PlaceService, placeHandlers({ roads: null }))),
);
const { AIR, ROAD, RAIL, SEA } = DistanceMode;
const distance = async (origin: string, destination: string, mode: DistanceMode = AIR) =>
  (await client.measureDistances({ distances: [{ origin, destination, mode }] })).measurements[0]!;

describe("places", () => {
  it("have an id, coordinates as published and a text that names them", async () => {
    const { resolutions } = await client.resolvePlaces({ texts: ["MAD", "Paris, TX"] });
    expect(resolutions.map(({ place }) => place)).toMatchObject([
      {
        name: "Adolfo Suárez Madrid–Barajas Airport",
        kind: PlaceKind.AIRPORT,
        code: "MAD",
        country: "ES",
        municipality: "Madrid",
        latitude: { value: "40.47193" },
        longitude: { value: "-3.56264" },
        text: "MAD",
      },
      { name: "Paris", kind: PlaceKind.CITY, country: "US", subdivision: "TX", text: "Paris, TX, US" },
    ]);
    expect(resolutions[0]!.place!.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5/);
  });

  it("are answered in the order of the texts, with the nearest spellings of unknown and ambiguous names", async () => {
    const { resolutions } = await client.resolvePlaces({
      texts: ["Sevila", "BCN", "Valencia", "Zaragosa, ES", "Qzxqzx"],
    });
    expect(resolutions.map(({ failureCode }) => failureCode)).toEqual([
      "PLACE_NOT_FOUND",
      "",
      "PLACE_AMBIGUOUS",
      "PLACE_NOT_FOUND",
      "PLACE_NOT_FOUND",
    ]);
    expect(resolutions[0]!.suggestions).toContain("Sevilla, ES");
    expect(resolutions[2]!.failureDetail).toMatch(
      /^Several places are called "Valencia": "Valencia, VE" \(VE\), "Valencia, ES" \(ES\)/,
    );
    expect(resolutions[3]!.suggestions[0]).toBe("Zaragoza, ES");
    expect(resolutions[4]!.suggestions).toEqual([]);
    for (const { suggestions } of resolutions) expect(suggestions.length).toBeLessThanOrEqual(5);
  });
  it("suggest large places whose names begin with an unfinished one", async () => {
    const { resolutions } = await client.resolvePlaces({ texts: ["Lond"] });
    expect(resolutions[0]!.suggestions[0]).toBe("London, GB");
  });

  it("are found by words of name, code and town, airports before cities before ports", async () => {
    const search = async (search: string, more = {}) => {
      const { places, total } = await client.listPlaces({ search, ...more });
      return [places.slice(0, 3).map(({ text }) => text), total > 3];
    };
    expect(await search("madrid", { country: "ES" })).toEqual([["MAD", "TOJ", "Madrid, ES"], true]);
    expect(await search("barajas madrid")).toEqual([["MAD", "Barajas de Madrid, ES"], false]);
    expect(await search("bcn", { kind: PlaceKind.UNLOCODE, country: "ES" })).toEqual([["ESBCN"], false]);
    const [[malaga]] = (await search("MÁLAGA", { kind: PlaceKind.CITY, country: "ES" })) as [string[], boolean];
    expect(malaga).toBe("Málaga, ES");
    expect((await client.listPlaces({ page: 3000, size: 50 })).places).toHaveLength(50);
  });
});

describe("distances", () => {
  it("say how they were measured", async () => {
    const { distance: found } = await distance("MAD", "BCN");
    expect(found).toMatchObject({ kilometres: { value: "482.9" }, greatCircleKm: { value: "482.9" } });
    expect(found!.explanation).toBe(
      "Great circle from Adolfo Suárez Madrid–Barajas Airport, ES (40.47193, -3.56264) to Josep Tarradellas " +
        "Barcelona-El Prat Airport, ES (41.2971, 2.07846) by the haversine formula with a radius of 6371 km: " +
        "482.9 km. The factors of flights include the indirect routes, so nothing is added.",
    );
    const { distance: byRail } = await distance("Madrid", "Barcelona, ES", RAIL);
    expect(byRail).toMatchObject({ detourFactor: { value: "1.26" } });
    expect(byRail!.explanation).toMatch(/Times the detour: 50\d\.\d \* 1\.26 = 6\d\d(\.\d)? km, .*Microcensus 2015/);
  });

  it("are the same in both directions", async () => {
    const [there, back] = [await distance("Lyon", "Hamburg", ROAD), await distance("Hamburg", "Lyon", ROAD)];
    expect(there.distance!.kilometres).toEqual(back.distance!.kilometres);
  });

  it.each<[string, string, string, DistanceMode, string, boolean]>([
    ["an unknown origin", "Qzx", "MAD", AIR, "PLACE_NOT_FOUND", false],
    ["an unknown destination", "MAD", "Qzx", AIR, "PLACE_NOT_FOUND", true],
    ["an ambiguous destination", "MAD", "Springfield", AIR, "PLACE_AMBIGUOUS", true],
    ["one place twice", "MAD", "MAD", AIR, "SAME_PLACE", false],
    ["a mode without a published detour", "ESBCN", "ITGOA", SEA, "DISTANCE_NOT_MEASURABLE", false],
  ])("are refused by name for %s", async (_, origin, destination, mode, failureCode, destinationFailed) => {
    expect(await distance(origin, destination, mode)).toMatchObject({ failureCode, destinationFailed });
  });

  it("are measured 500 at once, and no more", async () => {
    const distances = Array.from({ length: 500 }, () => ({ origin: "MAD", destination: "Paris", mode: AIR }));
    expect((await client.measureDistances({ distances })).measurements).toHaveLength(500);
    const refused = await client
      .measureDistances({ distances: [...distances, distances[0]!] })
      .catch(ConnectError.from);
    expect(refusalIn(refused as ConnectError)?.violations).toMatchObject([{ type: "value_error.list.max_items" }]);
  });

  it("need a mode", async () => {
    const refused = await distance("MAD", "BCN", DistanceMode.UNSPECIFIED).catch(ConnectError.from);
    expect(refusalIn(refused as ConnectError)?.violations).toMatchObject([{ type: "value_error.missing" }]);
  });
});
