import type { Land } from "./land.ts";
import { greatCircleKm, type Point } from "./sphere.ts";

/** Shorter ways lie along harbours and lagoons, longer ones cross several seas and lands. */
const SHORT_KM = 50;
const LONG_KM = 1500;
/** Points of a way that are compared with the land. */
const POINTS = 24;
/** A straight line with less water follows a coast. */
const WATER_MIN = POINTS / 2;
/** Points in the water one after the other, of a way along the land: bays and rough outlines. */
const BAY_MAX = 5;
/** Height of a bow to each side, by the length of the straight line. The highest is half as long again as the line. */
const BOWS = [0.1, 0.2, 0.3, 0.4, 0.5].flatMap((height) => [height, -height]);

/** Whether the sea lies between two places of one landmass, and the way around it is far: Helsinki and Tallinn. */
export function isAcrossWater(land: Land, from: Point, to: Point): boolean {
  const km = greatCircleKm(from, to);
  if (km < SHORT_KM || km > LONG_KM || land.landmassOf(from) !== land.landmassOf(to)) return false;
  if (waterOn(land, from, to, 0).all < WATER_MIN) return false;
  return BOWS.every((height) => waterOn(land, from, to, height).longest > BAY_MAX);
}

/** Points in the water on a bow between two places, and the most that follow one another. */
function waterOn(land: Land, [latitude, longitude]: Point, [toLatitude, toLongitude]: Point, height: number) {
  const north = toLatitude - latitude;
  const east = ((toLongitude - longitude + 540) % 360) - 180;
  const shrink = Math.cos((((latitude + toLatitude) / 2) * Math.PI) / 180);
  let [all, run, longest] = [0, 0, 0];
  for (let at = 1; at <= POINTS; at += 1) {
    const share = at / (POINTS + 1);
    const aside = height * Math.sin(share * Math.PI);
    const point: Point = [
      latitude + share * north + aside * east * shrink,
      longitude + share * east - (aside * north) / shrink,
    ];
    run = land.isLand(point) ? 0 : run + 1;
    longest = Math.max(longest, run);
    if (run > 0) all += 1;
  }
  return { all, longest };
}
