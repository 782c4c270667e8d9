import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { readCsv } from "../load/csv.ts";
import { placeFile } from "./catalogue-files.ts";
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

const port = (code: string): Point => places.pointOf(places.codes.get(code)![0]!);

describe("a way over the sea lanes", () => {
  it.each([
    ["ESVLC", "CNSHA", 16_559],
    ["NLRTM", "USNYC", 6184],
    ["NLRTM", "CNSHA", 19_623],
    ["USLAX", "USNYC", 9292],
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

  it("exists between every two nodes of the network", async () => {
    const rows = await readCsv(placeFile("sea-lanes.csv"));
    const neighbours = new Map<string, string[]>();
    for (const row of rows) {
      const one = `${row.latitude} ${row.longitude}`;
      const other = `${row.to_latitude} ${row.to_longitude}`;
      neighbours.set(one, [...(neighbours.get(one) ?? []), other]);
      neighbours.set(other, [...(neighbours.get(other) ?? []), one]);
    }
    const [first] = neighbours.keys();
    const reached = new Set([first!]);
    for (const node of reached) for (const neighbour of neighbours.get(node)!) reached.add(neighbour);
    expect(reached.size).toBe(neighbours.size);
    expect(lanes.nodes).toBe(neighbours.size);
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
