import { DistanceMethod, DistanceMode } from "@emissions/proto/factors/v1/place_service";
import { Decimal, parse, plain } from "@emissions/quantity/decimal";
import { readCsv, text } from "../load/csv.ts";
import type { RoadAnswer } from "./road-service.ts";
import { greatCircleKm, type Point } from "./sphere.ts";

/** Distances are rounded to 0.1 km: coordinates of UN/LOCODE are to the minute, about 1.8 km. */
const DECIMALS = 1;

export const rounded = (km: Decimal): Decimal => km.toDecimalPlaces(DECIMALS, Decimal.ROUND_HALF_UP);

/** A published ratio of the way to the great circle. */
export interface Detour {
  factor: Decimal;
  source: string;
  note: string;
}

export type Detours = ReadonlyMap<DistanceMode, Detour>;

const MODES: Readonly<Record<string, DistanceMode>> = {
  road: DistanceMode.ROAD,
  rail: DistanceMode.RAIL,
  sea: DistanceMode.SEA,
};

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
  /** Null for a method without a factor. */
  detour: Detour | null;
  kilometres: Decimal;
  method: DistanceMethod;
  /** How the distance follows from the great circle, in sentences. */
  reason: string;
}

export const straightKm = (from: Point, to: Point): Decimal => rounded(new Decimal(greatCircleKm(from, to)));

/** The great circle times the published detour of the mode. `why` is a sentence before the product. */
export function withDetour(greatCircleKm: Decimal, detour: Detour, why = ""): Measured {
  const kilometres = rounded(greatCircleKm.times(detour.factor));
  const product = `${plain(greatCircleKm)} * ${plain(detour.factor)} = ${plain(kilometres)} km`;
  const reason = `${why}Times the detour: ${product}, rounded to 0.1 km (${detour.source}: ${detour.note}).`;
  return { greatCircleKm, detour, kilometres, method: DistanceMethod.GREAT_CIRCLE_WITH_DETOUR, reason };
}

/** The way of the road service if it answered, else an estimate. Undefined without a service. */
export function byRoad(greatCircleKm: Decimal, detour: Detour, road: RoadAnswer | undefined): Measured {
  if (road === undefined) return withDetour(greatCircleKm, detour);
  if ("failure" in road) return withDetour(greatCircleKm, detour, `The road service ${road.failure}. `);
  const kilometres = rounded(new Decimal(road.kilometres));
  const reason = `The way of the road service: ${plain(kilometres)} km.`;
  return { greatCircleKm, detour: null, kilometres, method: DistanceMethod.ROAD_SERVICE, reason };
}

interface Trip {
  from: Point;
  to: Point;
  mode: DistanceMode;
  road?: RoadAnswer | undefined;
}

/** The distance of a trip of people. Null for a mode that is not measured. */
export function measureTrip({ from, to, mode, road }: Trip, detours: Detours): Measured | null {
  const greatCircleKm = straightKm(from, to);
  const detour = detours.get(mode);
  switch (mode) {
    case DistanceMode.AIR: {
      const reason = "The factors of flights include the indirect routes, so nothing is added.";
      const method = DistanceMethod.GREAT_CIRCLE;
      return { greatCircleKm, detour: null, kilometres: greatCircleKm, method, reason };
    }
    case DistanceMode.ROAD:
      return byRoad(greatCircleKm, detour!, road);
    case DistanceMode.RAIL:
      return withDetour(greatCircleKm, detour!);
    default:
      return null;
  }
}
