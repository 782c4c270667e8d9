import { readFile } from "node:fs/promises";
import { LRUCache } from "lru-cache";
import { readCsv, text } from "../load/csv.ts";
import { placeFile } from "./catalogue-files.ts";
import { greatCircleKm, type Point, RADIUS_KM } from "./sphere.ts";

/** The landmasses of the earth without Antarctica. */
export interface Land {
  /** Number of the landmass at or near a point. Null for an island that the outlines do not have. */
  landmassOf(point: Point): number | null;
  /**
   * Whether a car can drive from one point to the other: they have one landmass, or bridges and tunnels join their
   * landmasses. By rail some more tunnels count.
   */
  isJoined(from: Point, to: Point, by?: LandMode): boolean;
  isLand(point: Point): boolean;
}

export type LandMode = "road" | "rail";

/**
 * A point this near to a landmass belongs to it: outlines of the scale 1:50,000,000 leave out capes and harbours. They also
 * leave out islands such as Capri, which lie farther out.
 */
const NEAR_KM = 12;
/** Reach of a link to an island or cape that the outlines do not have. */
const LINK_KM = 20;

const KM_PER_DEGREE = (Math.PI * RADIUS_KM) / 180;
const BANDS = 180;
/** Points whose landmass stays in memory: about 150 bytes each. A look-up takes 0.2 ms. */
const POINTS_MAX = 20_000;

/** Two points of an outline: longitude and latitude of each. */
type Edge = readonly [number, number, number, number];

export async function readLand(): Promise<Land> {
  const outlines = outlinesOf(await readFile(placeFile("landmasses.csv"), "utf8"));
  return landOf(outlines, await readCsv(placeFile("fixed-links.csv")));
}

/** One line is a number and the points of an outline, "longitude latitude;...". */
function* outlinesOf(csv: string): Generator<[landmass: number, edges: Edge[]]> {
  for (const line of csv.trimEnd().split("\n").slice(1)) {
    const [landmass, outline] = line.split(",") as [string, string];
    const points = outline.split(";").map((point) => point.split(" ").map(Number) as [number, number]);
    yield [Number(landmass), points.map((point, at) => [...point, ...points[(at + 1) % points.length]!])];
  }
}

function landOf(outlines: Iterable<[number, Edge[]]>, links: Awaited<ReturnType<typeof readCsv>>): Land {
  const edges = edgesByLatitude(outlines);
  const known = new LRUCache<string, { landmass: number | null }>({ max: POINTS_MAX });
  const landmassOf = ([latitude, longitude]: Point): number | null => {
    const key = `${latitude} ${longitude}`;
    const found = known.get(key) ?? {
      landmass:
        edges.inside(latitude, longitude) ?? edges.nearest(latitude, longitude) ?? linkedTo([latitude, longitude]),
    };
    known.set(key, found);
    return found.landmass;
  };
  const linked: { point: Point; landmass: number }[] = [];
  const linkedTo = (point: Point) =>
    linked.find((link) => greatCircleKm(link.point, point) <= LINK_KM)?.landmass ?? null;
  const groups = { road: groupsOf(), rail: groupsOf() };
  for (const row of links) {
    const [point, to] = [linkEnd(row, ""), linkEnd(row, "to_")];
    const [one, other] = [landmassOf(point), landmassOf(to)];
    if (other === null || one === other)
      throw new Error(`fixed-links.csv: "${text(row, "name")}" does not join two landmasses`);
    if (one === null) {
      linked.push({ point, landmass: other });
      known.clear();
      continue;
    }
    groups.rail.join(one, other);
    if (text(row, "rail_only") === "") groups.road.join(one, other);
  }
  return {
    landmassOf,
    isJoined: (from, to, by = "road") => {
      const [one, other] = [landmassOf(from), landmassOf(to)];
      if (one === null || other === null) return one === other && greatCircleKm(from, to) <= NEAR_KM;
      return groups[by].rootOf(one) === groups[by].rootOf(other);
    },
    isLand: ([latitude, longitude]) => edges.inside(latitude, longitude) !== null,
  };
}

/** Landmasses that links join. */
function groupsOf() {
  const joined = new Map<number, number>();
  const rootOf = (landmass: number): number => {
    const next = joined.get(landmass);
    return next === undefined ? landmass : rootOf(next);
  };
  const join = (one: number, other: number) => {
    if (rootOf(one) !== rootOf(other)) joined.set(rootOf(one), rootOf(other));
  };
  return { rootOf, join };
}

const linkEnd = (row: Readonly<Record<string, string>>, prefix: string): Point => [
  Number(text(row, `${prefix}latitude`)),
  Number(text(row, `${prefix}longitude`)),
];

/** The edges that touch each degree of latitude, so that a look-up reads only these. */
function edgesByLatitude(outlines: Iterable<[number, Edge[]]>) {
  const lists: number[][] = Array.from({ length: BANDS }, () => []);
  for (const [landmass, edges] of outlines) {
    for (const edge of edges) {
      const [, from, , to] = edge;
      for (let band = bandOf(Math.min(from, to)); band <= bandOf(Math.max(from, to)); band += 1)
        lists[band]!.push(landmass, ...edge);
    }
  }
  const bands = lists.map((list) => Float32Array.from(list));
  return {
    inside: (latitude: number, longitude: number) => insideOf(bands[bandOf(latitude)]!, latitude, longitude),
    nearest: (latitude: number, longitude: number) => {
      const reach = NEAR_KM / KM_PER_DEGREE;
      const touched = bands.slice(bandOf(latitude - reach), bandOf(latitude + reach) + 1);
      return nearestOf(touched, latitude, longitude);
    },
  };
}

const bandOf = (latitude: number): number => Math.min(BANDS - 1, Math.max(0, Math.floor(latitude) + BANDS / 2));

const NUMBERS_PER_EDGE = 5;

/** A line to the east crosses the outline around a point an odd number of times. */
function insideOf(band: Float32Array, latitude: number, longitude: number): number | null {
  // Outlines that cross the 180th meridian continue beyond it.
  for (const turn of [0, 360, -360]) {
    let landmass = 0;
    let crossings = 0;
    for (let at = 0; at < band.length; at += NUMBERS_PER_EDGE) {
      if (band[at] !== landmass) {
        if (crossings % 2 === 1) return landmass;
        landmass = band[at]!;
        crossings = 0;
      }
      const [x, y, toX, toY] = [band[at + 1]!, band[at + 2]!, band[at + 3]!, band[at + 4]!];
      if (y > latitude === toY > latitude) continue;
      if (longitude + turn < ((toX - x) * (latitude - y)) / (toY - y) + x) crossings += 1;
    }
    if (crossings % 2 === 1) return landmass;
  }
  return null;
}

function nearestOf(bands: readonly Float32Array[], latitude: number, longitude: number): number | null {
  const kmPerLongitude = KM_PER_DEGREE * Math.cos((latitude * Math.PI) / 180);
  let landmass: number | null = null;
  let nearest = NEAR_KM;
  for (const band of bands) {
    for (let at = 0; at < band.length; at += NUMBERS_PER_EDGE) {
      const east = (degrees: number) => (((degrees - longitude + 540) % 360) - 180) * kmPerLongitude;
      const north = (degrees: number) => (degrees - latitude) * KM_PER_DEGREE;
      const [x, y] = [east(band[at + 1]!), north(band[at + 2]!)];
      // The ends of an edge on the other side of the earth may lie half a turn to the east and to the west.
      const alongX = (band[at + 3]! - band[at + 1]!) * kmPerLongitude;
      const alongY = north(band[at + 4]!) - y;
      const squared = alongX ** 2 + alongY ** 2;
      const share = squared === 0 ? 0 : Math.min(1, Math.max(0, -(x * alongX + y * alongY) / squared));
      const km = Math.hypot(x + share * alongX, y + share * alongY);
      if (km < nearest) [nearest, landmass] = [km, band[at]!];
    }
  }
  return landmass;
}
