import { DistanceMode } from "@emissions/proto/factors/v1/place_service";
import { isAcrossWater } from "./across-water.ts";
import type { Land } from "./land.ts";
import type { Places } from "./places.ts";
import type { Point } from "./sphere.ts";

/** Whether a way over land joins two places, by their indexes. */
export type Reaches = (one: number, other: number) => boolean;

/** Null for means of transport that need no way over land. */
export function landWays(places: Places, land: Land | null, mode: DistanceMode): Reaches | null {
  if (land === null || !isOverLand(mode)) return null;
  const by = mode === DistanceMode.RAIL ? "rail" : "road";
  return (one, other) => {
    const [from, to] = [places.pointOf(one), places.pointOf(other)];
    if (isAcrossMediterranean(places, one, other) || isAcrossGap(places, one, other)) return false;
    return land.isJoined(from, to, by) && !isAcrossWater(land, from, to);
  };
}

export const isOverLand = (mode: DistanceMode): boolean => mode === DistanceMode.ROAD || mode === DistanceMode.RAIL;

/** Europe and Africa are one landmass by way of Suez alone, and nobody goes that way from Spain to Morocco. */
function isAcrossMediterranean({ pointOf, countries, regions }: Places, one: number, other: number): boolean {
  if (isAfrican(pointOf(one)) === isAfrican(pointOf(other))) return false;
  const opposite = isAfrican(pointOf(one)) ? other : one;
  return regions.get(countries[opposite]!) === "Europe";
}

/** No road crosses the Darién Gap, and nobody the border between the two Koreas. */
const SOUTH_AMERICA: ReadonlySet<string> = new Set("AR BO BR CL CO EC GF GY PE PY SR UY VE".split(" "));

function isAcrossGap({ countries, regions }: Places, one: number, other: number): boolean {
  const [from, to] = [countries[one]!, countries[other]!];
  if ((from === "KR") !== (to === "KR")) return true;
  const isAmerican = regions.get(from) === "Americas" && regions.get(to) === "Americas";
  return isAmerican && SOUTH_AMERICA.has(from) !== SOUTH_AMERICA.has(to);
}

/** Latitude of the south of Spain and of Anatolia. East of `EAST` the coast of Algeria and Tunisia is farther north. */
const NORTH = 36;
const NORTH_IN_EAST = 37.5;
const EAST = -1;
const TUNISIA_END = 11.5;
const SUEZ: Point = [29.9, 32.55];
const BAB_EL_MANDEB: Point = [12.6, 43.3];
const LAST_CAPE = 52;

/** Whether a point lies south of the Mediterranean and west of the Red Sea. */
function isAfrican([latitude, longitude]: Point): boolean {
  if (latitude > NORTH_IN_EAST) return false;
  if (latitude > NORTH) return longitude > EAST && longitude < TUNISIA_END;
  if (latitude >= SUEZ[0]) return longitude < SUEZ[1];
  if (latitude < BAB_EL_MANDEB[0]) return longitude < LAST_CAPE;
  const share = (SUEZ[0] - latitude) / (SUEZ[0] - BAB_EL_MANDEB[0]);
  return longitude < SUEZ[1] + share * (BAB_EL_MANDEB[1] - SUEZ[1]);
}
