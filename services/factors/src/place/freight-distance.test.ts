import { createClient, createRouterTransport } from "@connectrpc/connect";
import { FreightMode } from "@emissions/proto/factors/v1/freight";
import { DistanceMethod, DistanceMode, PlaceService } from "@emissions/proto/factors/v1/place_service";
import { describe, expect, it } from "vitest";
import { placeHandlers } from "./handlers.ts";

const client = createClient(
  PlaceService,
  createRouterTransport((router) => router.service(PlaceService, placeHandlers({ roads: null }))),
);
const { AIR, ROAD, RAIL, SEA, INFERRED } = DistanceMode;

async function measured(origin: string, destination: string, mode: DistanceMode, freight = true) {
  const { measurements } = await client.measureDistances({ distances: [{ origin, destination, mode, freight }] });
  return measurements[0]!;
}

describe("a distance of goods", () => {
  it("by air is the great circle and the 95 km of ISO 14083", async () => {
    const { distance } = await measured("MAD", "BCN", AIR);
    expect(distance).toMatchObject({
      mode: AIR,
      greatCircleKm: { value: "482.9" },
      kilometres: { value: "577.9" },
      method: DistanceMethod.GREAT_CIRCLE_PLUS_95_KM,
      inferredMode: FreightMode.UNSPECIFIED,
    });
    expect(distance!.explanation).toMatch(/482\.9 km\. Plus 95 km, as ISO 14083 requires for flights: 577\.9 km\.$/);
  });

  it.each([
    [ROAD, "685.7", "1.42"],
    [RAIL, "608.5", "1.26"],
  ])("by mode %i has the detour of a trip", async (mode, kilometres, factor) => {
    const { distance } = await measured("MAD", "BCN", mode);
    expect(distance).toMatchObject({ kilometres: { value: kilometres }, detourFactor: { value: factor } });
  });

  it("by sea follows the lanes, and says how far the places are from them", async () => {
    const { distance } = await measured("ES VLC", "CN SHA", SEA);
    expect(distance).toMatchObject({ kilometres: { value: "16558.6" }, method: DistanceMethod.SEA_LANES });
    expect(distance!.detourFactor).toBeUndefined();
    expect(distance!.explanation).toMatch(
      /10127 km\. The shortest way over the sea lanes of Eurostat SeaRoute: 16558\.6 km\. These contain 7\.2 km from the origin to the nearest lane and 84\.4 km/,
    );
  });

  it("by sea between places inland contains their way to the lanes", async () => {
    const [{ distance: port }, { distance: inland }] = [
      await measured("ES VLC", "CN SHA", SEA),
      await measured("Madrid", "CN SHA", SEA),
    ];
    expect(Number(inland!.kilometres!.value)).toBeGreaterThan(Number(port!.kilometres!.value));
    expect(inland!.explanation).toMatch(/These contain \d{3}(\.\d)? km from the origin to the nearest lane/);
  });

  it("by sea over a short water is the great circle times the factor of GLEC", async () => {
    const { distance } = await measured("Barcelona, ES", "Palma, ES", SEA);
    expect(distance).toMatchObject({
      greatCircleKm: { value: "206.5" },
      detourFactor: { value: "1.15" },
      kilometres: { value: "237.5" },
      method: DistanceMethod.GREAT_CIRCLE_WITH_DETOUR,
    });
    expect(distance!.explanation).toMatch(
      /Below 500 km by sea without land between.*206\.5 \* 1\.15 = 237\.5 km.*GLEC/,
    );
  });

  it.each([
    ["IT GOA", "IT TRS", 2000],
    ["DK AAR", "DE HAM", 800],
  ])("by sea from %s to %s goes around the land between them, although they are near", async (from, to, least) => {
    const { distance } = await measured(from, to, SEA);
    expect(distance!.method).toBe(DistanceMethod.SEA_LANES);
    expect(Number(distance!.kilometres!.value)).toBeGreaterThan(least);
  });

  it.each([
    ["FJ SUV", "WS APW"],
    ["FJ SUV", "Pago Pago, AS"],
    ["WS APW", "Funafuti, TV"],
    ["MH MAJ", "KI TRW"],
    ["VU VLI", "SB HIR"],
    ["NZ AKL", "FJ LTK"],
    ["GU GUM", "Koror, PW"],
  ])("by sea over open water from %s to %s is at most 15 %% over the great circle", async (from, to) => {
    const { distance, failureDetail } = await measured(from, to, SEA);
    expect(failureDetail).toBe("");
    const share = Number(distance!.kilometres!.value) / Number(distance!.greatCircleKm!.value);
    expect(share).toBeLessThanOrEqual(1.1501);
  });

  it("by sea is as long in both directions", async () => {
    const [there, back] = [await measured("ES VLC", "CN SHA", SEA), await measured("CN SHA", "ES VLC", SEA)];
    expect(there.distance!.kilometres).toEqual(back.distance!.kilometres);
  });

  it.each([AIR, ROAD, RAIL, SEA, INFERRED])("from a place to itself is refused (mode %i)", async (mode) => {
    expect(await measured("MAD", "MAD", mode)).toMatchObject({ failureCode: "SAME_PLACE" });
  });

  it("is measured 500 times in one call, for other pairs of ports each", async () => {
    const { places } = await client.listPlaces({ kind: 2, country: "ES", size: 50 });
    const { places: others } = await client.listPlaces({ kind: 2, country: "CN", size: 10 });
    const distances = places.flatMap(({ text: origin }) =>
      others.map(({ text: destination }) => ({ origin, destination, mode: SEA, freight: true })),
    );
    const { measurements } = await client.measureDistances({ distances });
    expect(measurements).toHaveLength(500);
    expect(measurements.filter(({ distance }) => distance === undefined)).toEqual([]);
  });
});

describe("the mode of goods that nobody knows", () => {
  it.each([
    ["Barcelona, ES", "Palma, ES", SEA, FreightMode.AIR, "two landmasses in ES"],
    ["Honolulu", "Los Angeles, CA", SEA, FreightMode.AIR, "two landmasses in US"],
    ["Madrid", "Barcelona, ES", ROAD, FreightMode.ROAD, "one landmass in ES"],
    ["Copenhagen", "Århus", ROAD, FreightMode.ROAD, "one landmass in DK"],
    ["New York City", "Chicago", ROAD, FreightMode.ROAD, "one landmass in US"],
    ["Madrid", "Lisbon, PT", AIR, FreightMode.AIR, "two countries, ES and PT"],
    ["Dublin, IE", "London, GB", AIR, FreightMode.AIR, "two countries, IE and GB"],
  ])("from %s to %s follows from the places", async (origin, destination, mode, inferredMode, reason) => {
    const { distance } = await measured(origin, destination, INFERRED);
    expect(distance).toMatchObject({ mode, inferredMode });
    expect(distance!.explanation).toMatch(new RegExp(`^The places are (on|in) ${reason}`));
    const { distance: named } = await measured(origin, destination, mode);
    expect(distance!.kilometres).toEqual(named!.kilometres);
  });

  it("is not inferred for trips of people", async () => {
    expect(await measured("Madrid", "Barcelona, ES", INFERRED, false)).toMatchObject({
      failureCode: "DISTANCE_NOT_MEASURABLE",
    });
  });
});
