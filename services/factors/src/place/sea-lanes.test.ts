import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { loadEarth } from "./earth.ts";
import { loadPlaces, type Places } from "./places.ts";
import { type SeaLanes, seaLanesOf } from "./sea-lanes.ts";
import { greatCircleKm, type Point } from "./sphere.ts";

let places: Places;
let lanes: SeaLanes;
beforeAll(async () => {
  places = await loadPlaces();
  lanes = (await loadEarth()).lanes;
});

const port = (code: string): Point => places.pointOf(places.codes.get(code)!);

describe("a way over the sea lanes", () => {
  it.each([
    ["ESVLC", "CNSHA", 16_559],
    ["NLRTM", "USNYC", 6184],
    ["NLRTM", "CNSHA", 19_460],
    ["USLAX", "USNYC", 9133],
  ])("from %s to %s has %i km", (from, to, km) => {
    expect(lanes.way(port(from), port(to)).km).toBeCloseTo(km, -1);
  });

  it("is as long in both directions, and never shorter than the great circle", () => {
    const codes = [...places.codes.keys()].filter((code) => code.length === 5);
    const code = fc.constantFrom(...codes);
    fc.assert(
      fc.property(code, code, (one, other) => {
        const [from, to] = [port(one), port(other)];
        const [there, back] = [lanes.way(from, to), lanes.way(to, from)];
        expect(there.km).toBeCloseTo(back.km, 6);
        expect(there.km).toBeGreaterThan(greatCircleKm(from, to) - 1e-6);
      }),
      { numRuns: 100 },
    );
  });

  it("exists between every two nodes of the network", () => {
    // A way from one node to each of many others: an error if there is none.
    const far: Point[] = [port("NZAKL"), port("FIHEL"), port("CAVAN"), port("GEPTI"), port("AEJEA"), port("USHNL")];
    for (let latitude = -60; latitude <= 70; latitude += 5)
      for (let longitude = -180; longitude < 180; longitude += 15) far.push([latitude, longitude]);
    for (const to of far) expect(lanes.way(port("ESBCN"), to).km).toBeGreaterThan(0);
  });
});

/** Kilometres by trying every way: exact, and slow. */
function shortestOf(network: readonly (readonly [number, number, number, number])[], from: Point, to: Point): number {
  const points = [...new Set(network.flatMap(([a, b, c, d]) => [`${a} ${b}`, `${c} ${d}`]))];
  const km = new Map(points.map((point) => [point, point === from.join(" ") ? 0 : Number.POSITIVE_INFINITY]));
  for (const _ of points) {
    for (const [a, b, c, d] of network) {
      const [one, other, length] = [`${a} ${b}`, `${c} ${d}`, greatCircleKm([a, b], [c, d])];
      km.set(other, Math.min(km.get(other)!, km.get(one)! + length));
      km.set(one, Math.min(km.get(one)!, km.get(other)! + length));
    }
  }
  return km.get(to.join(" "))!;
}

it("finds the shortest way through every network", () => {
  const degrees = fc.record({
    latitude: fc.integer({ min: -60, max: 60 }),
    longitude: fc.integer({ min: 0, max: 90 }),
  });
  fc.assert(
    fc.property(
      fc.array(degrees, { minLength: 3, maxLength: 12 }),
      fc.array(fc.nat(), { maxLength: 12 }),
      (at, more) => {
        const points = at.map(({ latitude, longitude }): Point => [latitude, longitude]);
        // A line through all points, so that each is reached, and some lanes more.
        const pairs = [...points.keys()].slice(1).map((index) => [index - 1, index] as const);
        const others = more.map((number, index) => [number % points.length, (index * 5) % points.length] as const);
        const network = [...pairs, ...others].map(([a, b]) => [...points[a]!, ...points[b]!] as const);
        const [from, to] = [points[0]!, points.at(-1)!];
        expect(seaLanesOf(network).way(from, to).km).toBeCloseTo(shortestOf(network, from, to), 6);
      },
    ),
    { numRuns: 200 },
  );
});
