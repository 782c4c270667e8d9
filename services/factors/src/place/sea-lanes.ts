import { readFile } from "node:fs/promises";
import { LRUCache } from "lru-cache";
import { placeFile } from "./catalogue-files.ts";
import { type Queue, shortestFirst } from "./shortest-first.ts";
import { greatCircleKm, type Point, RADIUS_KM, vectorOf } from "./sphere.ts";

/** The shortest way between two points over a network of sea lanes. */
export interface SeaWay {
  /** The whole way. */
  km: number;
  /** Great circles from the points to the nearest nodes of the network, parts of the way. */
  accessKm: readonly [from: number, to: number];
}

export interface SeaLanes {
  nodes: number;
  way(from: Point, to: Point): SeaWay;
}

/** Ways between two nodes in memory: about 100 bytes each. */
const WAYS_MAX = 20_000;

export async function readSeaLanes(): Promise<SeaLanes> {
  const lanes = (await readFile(placeFile("sea-lanes.csv"), "utf8")).trimEnd().split("\n").slice(1);
  return seaLanesOf(lanes.map((lane) => lane.split(",").map(Number) as [number, number, number, number]));
}

export function seaLanesOf(lanes: Iterable<readonly [number, number, number, number]>): SeaLanes {
  const network = networkOf(lanes);
  const known = new LRUCache<string, { km: number }>({ max: WAYS_MAX });
  return {
    nodes: network.points.length,
    way: (from, to) => {
      const [start, end] = [nearestNode(network, from), nearestNode(network, to)];
      // A lane is as long in both directions. One order gives the same digits for both.
      const [first, last] = start.node < end.node ? [start.node, end.node] : [end.node, start.node];
      const key = `${first} ${last}`;
      const found = known.get(key) ?? { km: shortestWay(network, first, last) };
      known.set(key, found);
      return { km: start.km + found.km + end.km, accessKm: [start.km, end.km] };
    },
  };
}

interface Network {
  points: Point[];
  /** Three coordinates of each node on a sphere of radius 1: a product is cheaper than the haversine formula. */
  vectors: Float64Array;
  /** Neighbours of each node with their distances. */
  lanes: { node: number; km: number }[][];
}

function networkOf(lanes: Iterable<readonly [number, number, number, number]>): Network {
  const points: Point[] = [];
  const ids = new Map<string, number>();
  const neighbours: { node: number; km: number }[][] = [];
  const nodeOf = (point: Point): number => {
    const key = point.join(" ");
    const known = ids.get(key);
    if (known !== undefined) return known;
    ids.set(key, points.length);
    neighbours.push([]);
    return points.push(point) - 1;
  };
  for (const [latitude, longitude, toLatitude, toLongitude] of lanes) {
    const [from, to] = [nodeOf([latitude, longitude]), nodeOf([toLatitude, toLongitude])];
    const km = greatCircleKm(points[from]!, points[to]!);
    neighbours[from]!.push({ node: to, km });
    neighbours[to]!.push({ node: from, km });
  }
  return { points, lanes: neighbours, vectors: Float64Array.from(points.flatMap(vectorOf)) };
}

function nearestNode({ points, vectors }: Network, point: Point): { node: number; km: number } {
  const [x, y, z] = vectorOf(point);
  let node = 0;
  let largest = -2;
  for (let at = 0; at < points.length; at += 1) {
    const product = x * vectors[3 * at]! + y * vectors[3 * at + 1]! + z * vectors[3 * at + 2]!;
    if (product > largest) [largest, node] = [product, at];
  }
  return { node, km: greatCircleKm(point, points[node]!) };
}

/** Kilometres by the A* algorithm. The network is connected, which a test checks. */
function shortestWay({ vectors, lanes }: Network, from: number, to: number): number {
  /** The chord through the earth is shorter than every way. */
  const chordKm = (node: number): number => {
    const x = vectors[3 * node]! - vectors[3 * to]!;
    const y = vectors[3 * node + 1]! - vectors[3 * to + 1]!;
    const z = vectors[3 * node + 2]! - vectors[3 * to + 2]!;
    return RADIUS_KM * Math.sqrt(x * x + y * y + z * z);
  };
  const reached = new Float64Array(lanes.length).fill(Number.POSITIVE_INFINITY);
  const done = new Uint8Array(lanes.length);
  const queue: Queue = shortestFirst();
  reached[from] = 0;
  queue.add(from, chordKm(from));
  for (let node = queue.next(); node !== undefined; node = queue.next()) {
    if (node === to) return reached[to]!;
    if (done[node] === 1) continue;
    done[node] = 1;
    for (const lane of lanes[node]!) {
      const km = reached[node]! + lane.km;
      if (km >= reached[lane.node]!) continue;
      reached[lane.node] = km;
      queue.add(lane.node, km + chordKm(lane.node));
    }
  }
  throw new Error("the sea lanes are not connected");
}
