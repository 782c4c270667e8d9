/** Mean radius of the earth in kilometres. */
export const RADIUS_KM = 6371;

/** Degrees, north and east positive. */
export type Point = readonly [latitude: number, longitude: number];

/**
 * Kilometres of the shortest line on a sphere, by the haversine formula. The functions of V8 are those of fdlibm on
 * every machine, so the digits are the same everywhere.
 */
export function greatCircleKm(from: Point, to: Point): number {
  const [latitude, longitude] = from.map(radians) as [number, number];
  const [otherLatitude, otherLongitude] = to.map(radians) as [number, number];
  const square =
    Math.sin((otherLatitude - latitude) / 2) ** 2 +
    Math.cos(latitude) * Math.cos(otherLatitude) * Math.sin((otherLongitude - longitude) / 2) ** 2;
  return 2 * RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(square)));
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The point on a sphere of radius 1. */
export function vectorOf(point: Point): [x: number, y: number, z: number] {
  const [north, east] = point.map(radians) as [number, number];
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)];
}
