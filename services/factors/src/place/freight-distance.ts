import { FreightMode } from "@emissions/proto/factors/v1/freight";
import { DistanceMethod, DistanceMode } from "@emissions/proto/factors/v1/place_service";
import { Decimal, plain } from "@emissions/quantity/decimal";
import { byRoad, type Detours, type Measured, rounded, straightKm, withDetour } from "./distance.ts";
import type { Land } from "./land.ts";
import type { RoadAnswer } from "./road-service.ts";
import type { SeaLanes } from "./sea-lanes.ts";
import { greatCircleKm, type Point, RADIUS_KM, vectorOf } from "./sphere.ts";

/** Land, sea lanes and detours: all that a distance of goods needs. */
export interface Earth {
  land: Land;
  lanes: SeaLanes;
  detours: Detours;
}

/** ISO 14083 adds these kilometres to the great circle of a flight. */
const AIR_EXTRA_KM = 95;

/** Below this great circle the ways to the lanes and back would be a large part of the distance. */
const SHORT_KM = 500;

/** Distance between the points of a great circle that are compared with the land. */
const STEP_KM = 5;
/** Points of one great circle. Each takes about 10 µs. */
const STEPS_MAX = 200;
/** Ports lie in bays and rivers: land this near to an end does not separate the places. */
const HARBOUR_KM = 50;
/** Small islands do not separate the places either. */
const LAND_SHARE = 0.1;

export interface Journey {
  from: Point;
  to: Point;
  mode: DistanceMode;
  road?: RoadAnswer | undefined;
}

export function measureFreight({ from, to, mode, road }: Journey, earth: Earth): Measured | null {
  const straight = straightKm(from, to);
  switch (mode) {
    case DistanceMode.AIR:
      return byAir(straight);
    case DistanceMode.ROAD:
      return byRoad(straight, earth.detours.get(mode)!, road);
    case DistanceMode.RAIL:
      return withDetour(straight, earth.detours.get(mode)!);
    case DistanceMode.SEA:
      return bySea(from, to, straight, earth);
    default:
      return null;
  }
}

function byAir(straight: Decimal): Measured {
  const kilometres = straight.plus(AIR_EXTRA_KM);
  const reason = `Plus ${AIR_EXTRA_KM} km, as ISO 14083 requires for flights: ${plain(kilometres)} km.`;
  const method = DistanceMethod.GREAT_CIRCLE_PLUS_95_KM;
  return { greatCircleKm: straight, detour: null, kilometres, method, reason };
}

function bySea(from: Point, to: Point, straight: Decimal, { land, lanes, detours }: Earth): Measured {
  const detour = detours.get(DistanceMode.SEA)!;
  if (straight.lessThan(SHORT_KM) && !separates(land, from, to))
    return withDetour(straight, detour, `Below ${SHORT_KM} km by sea without land between, the lanes are too coarse. `);
  const { km, accessKm } = lanes.way(from, to);
  if (straight.times(detour.factor).lessThan(km) && !separates(land, from, to))
    return withDetour(straight, detour, "The sea lanes make a longer way, without land between. ");
  const kilometres = rounded(new Decimal(km));
  const [toLane, fromLane] = accessKm.map((access) => plain(rounded(new Decimal(access))));
  const reason =
    `The shortest way over the sea lanes of Eurostat SeaRoute: ${plain(kilometres)} km. These contain ${toLane} km ` +
    `from the origin to the nearest lane and ${fromLane} km from there to the destination.`;
  return { greatCircleKm: straight, detour: null, kilometres, method: DistanceMethod.SEA_LANES, reason };
}

/** Whether the great circle crosses land, apart from its ends and small islands. */
export function separates(land: Land, from: Point, to: Point): boolean {
  const km = greatCircleKm(from, to);
  const stepKm = Math.max(STEP_KM, km / STEPS_MAX);
  const steps = Math.floor((km - 2 * HARBOUR_KM) / stepKm);
  const most = (LAND_SHARE * km) / stepKm;
  let onLand = 0;
  for (let step = 0; step <= steps && onLand <= most; step += 1) {
    if (land.isLand(between(from, to, (HARBOUR_KM + step * stepKm) / km))) onLand += 1;
  }
  return onLand > most;
}

/** The point of a great circle after a share of its length. */
function between(from: Point, to: Point, share: number): Point {
  const angle = greatCircleKm(from, to) / RADIUS_KM;
  const weights = [Math.sin((1 - share) * angle) / Math.sin(angle), Math.sin(share * angle) / Math.sin(angle)] as const;
  const [one, other] = [vectorOf(from), vectorOf(to)];
  const [x, y, z] = one.map((value, axis) => weights[0] * value + weights[1] * other[axis]!) as [
    number,
    number,
    number,
  ];
  return [(Math.atan2(z, Math.hypot(x, y)) * 180) / Math.PI, (Math.atan2(y, x) * 180) / Math.PI];
}

/** Mode of the distance and of the factor, where the sender does not know the mode. */
export interface Inferred {
  mode: DistanceMode;
  factorMode: FreightMode;
  reason: string;
}

/** Islands of one country: by sea, with the factor of aircraft. One landmass: by road. Two countries: by air. */
export function inferMode([country, other]: readonly [string, string], isJoined: boolean): Inferred {
  if (country !== other) {
    const reason = `The places are in two countries, ${country} and ${other}: distance and factor of aircraft. `;
    return { mode: DistanceMode.AIR, factorMode: FreightMode.AIR, reason };
  }
  if (isJoined) {
    const reason = `The places are on one landmass in ${country}: distance and factor of road transport. `;
    return { mode: DistanceMode.ROAD, factorMode: FreightMode.ROAD, reason };
  }
  const reason = `The places are on two landmasses in ${country}: distance by sea, factor of aircraft. `;
  return { mode: DistanceMode.SEA, factorMode: FreightMode.AIR, reason };
}
