import { DistanceMethod, DistanceMode } from "@emissions/proto/factors/v1/place_service";
import { Decimal, parse } from "@emissions/quantity/decimal";
import { readCsv, text } from "../load/csv.ts";

/** Mean radius of the earth in kilometres. */
export const RADIUS_KM = 6371;

/** Distances are rounded to 0.1 km: coordinates of UN/LOCODE are to the minute, about 1.8 km. */
const DECIMALS = 1;

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

const rounded = (km: Decimal): Decimal => km.toDecimalPlaces(DECIMALS, Decimal.ROUND_HALF_UP);

/** A published ratio of the way to the great circle. */
export interface Detour {
  factor: Decimal;
  source: string;
  note: string;
}

export type Detours = ReadonlyMap<DistanceMode, Detour>;

const MODES: Readonly<Record<string, DistanceMode>> = { road: DistanceMode.ROAD, rail: DistanceMode.RAIL };

export async function readDetours(file: URL): Promise<Detours> {
  const rows = await readCsv(file);
  return new Map(
    rows.map((row) => {
      const mode = MODES[text(row, "mode")];
      if (mode === undefined) throw new Error(`detours.csv has an unknown mode "${text(row, "mode")}"`);
      return [mode, { factor: parse(text(row, "factor")), source: text(row, "source"), note: text(row, "note") }];
    }),
  );
}

export interface Measured {
  greatCircleKm: Decimal;
  /** Null for a flight. */
  detour: Detour | null;
  kilometres: Decimal;
  method: DistanceMethod;
}

/** Null for a mode without a published detour: ships sail around land, so a great circle says nothing. */
export function measure(from: Point, to: Point, mode: DistanceMode, detours: Detours): Measured | null {
  const straight = rounded(new Decimal(greatCircleKm(from, to)));
  if (mode === DistanceMode.AIR)
    return { greatCircleKm: straight, detour: null, kilometres: straight, method: DistanceMethod.GREAT_CIRCLE };
  const detour = detours.get(mode);
  if (detour === undefined) return null;
  const kilometres = rounded(straight.times(detour.factor));
  return { greatCircleKm: straight, detour, kilometres, method: DistanceMethod.GREAT_CIRCLE_WITH_DETOUR };
}
