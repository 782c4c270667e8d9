import { DistanceMethod, DistanceMode } from "@emissions/proto/factors/v1/place_service";
import { plain } from "@emissions/quantity/decimal";
import { beforeAll, describe, expect, it } from "vitest";
import { measureTrip } from "./distance.ts";
import { loadPlaces, type Places } from "./places.ts";
import { greatCircleKm, type Point } from "./sphere.ts";

let places: Places;
beforeAll(async () => {
  places = await loadPlaces();
});
const airport = (code: string): Point => places.pointOf(places.codes.get(code)![0]!);

/** An ellipsoid and a sphere differ by at most 0.56 %. */
const SPHERE_ERROR = 0.0056;

describe("the great circle", () => {
  it.each([
    ["MAD", "BCN", 483],
    ["LHR", "JFK", 5554],
    ["FRA", "JFK", 6208],
    ["SYD", "LAX", 12_051],
    ["SIN", "EWR", 15_344],
    ["DXB", "AKL", 14_201],
    ["CDG", "NRT", 9714],
  ])("from %s to %s is the well-known %i km, but for the shape of the earth", (from, to, km) => {
    expect(Math.abs(greatCircleKm(airport(from), airport(to)) / km - 1)).toBeLessThan(SPHERE_ERROR);
  });

  it("is exact on the sphere: a degree of the equator, a quarter and half of the circumference", () => {
    const degree = (Math.PI * 6371) / 180;
    expect(greatCircleKm([0, 10], [0, 11])).toBeCloseTo(degree, 9);
    expect(greatCircleKm([0, 0], [90, 0])).toBeCloseTo(90 * degree, 9);
    expect(greatCircleKm([12.3, 45.6], [-12.3, -134.4])).toBeCloseTo(180 * degree, 6);
    expect(greatCircleKm([0, 179.5], [0, -179.5])).toBeCloseTo(degree, 9);
    expect(greatCircleKm([41.3, 2.1], [41.3, 2.1])).toBe(0);
  });
});

describe("a distance of people", () => {
  const km = (mode: DistanceMode) => {
    const measured = measureTrip({ from: airport("MAD"), to: airport("BCN"), mode }, places.detours);
    return measured && [plain(measured.greatCircleKm), plain(measured.kilometres), measured.method];
  };

  it("by air is the great circle, because the factors of flights include the indirect routes", () => {
    expect(km(DistanceMode.AIR)).toEqual(["482.9", "482.9", DistanceMethod.GREAT_CIRCLE]);
  });

  it("by road and rail is the great circle times the published detour, rounded to 0.1 km", () => {
    expect(km(DistanceMode.ROAD)).toEqual(["482.9", "685.7", DistanceMethod.GREAT_CIRCLE_WITH_DETOUR]);
    expect(km(DistanceMode.RAIL)).toEqual(["482.9", "608.5", DistanceMethod.GREAT_CIRCLE_WITH_DETOUR]);
  });

  it("by sea is not measured, because sea lanes do not say how ferries go", () => {
    expect(km(DistanceMode.SEA)).toBeNull();
  });
});
