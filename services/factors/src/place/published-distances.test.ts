import { createClient, createRouterTransport } from "@connectrpc/connect";
import { DistanceMode, PlaceService } from "@emissions/proto/factors/v1/place_service";
import { beforeAll, describe, expect, it } from "vitest";
import { readCsv, text } from "../load/csv.ts";
import { placeHandlers } from "./handlers.ts";

/**
 * Published distances. `pub-151`: US National Geospatial-Intelligence Agency, Pub. 151, Distances Between Ports, as
 * combined for pairs of ports by LINERLIB (Brouer et al., Transportation Science 2014), the shorter of its ways.
 * `bts`: US Bureau of Transportation Statistics, airline on-time data of 2001, distance between the airports.
 * Rows with a reason in `excluded` contradict the source itself.
 */
const FILE = new URL("published-distances.csv", import.meta.url);

const KM: Readonly<Record<string, number>> = { "nautical mile": 1.852, mile: 1.609344 };
const MODES: Readonly<Record<string, DistanceMode>> = { sea: DistanceMode.SEA, air: DistanceMode.AIR };
const TOLERANCE = 0.15;
/** A short way around a cape: the lanes lie far from both ports. */
const TOO_COARSE = "Annaba, DZ to TN TUN";

interface Route {
  route: string;
  mode: DistanceMode;
  publishedKm: number;
  kilometres: number;
  greatCircleKm: number;
  explanation: string;
}

let routes: Route[];
let excluded: Route[];
beforeAll(async () => {
  const client = createClient(
    PlaceService,
    createRouterTransport((router) => router.service(PlaceService, placeHandlers({ roads: null }))),
  );
  const rows = await readCsv(FILE);
  const distances = rows.map((row) => ({
    ...{ origin: text(row, "origin"), destination: text(row, "destination"), freight: true },
    mode: MODES[text(row, "mode")]!,
  }));
  const { measurements } = await client.measureDistances({ distances });
  const measured = rows.map((row, at): Route & { excluded: boolean } => {
    const { distance, failureDetail } = measurements[at]!;
    if (distance === undefined) throw new Error(failureDetail);
    return {
      route: `${text(row, "origin")} to ${text(row, "destination")}`,
      mode: distance.mode,
      publishedKm: Number(text(row, "published")) * KM[text(row, "unit")]!,
      kilometres: Number(distance.kilometres!.value),
      greatCircleKm: Number(distance.greatCircleKm!.value),
      explanation: distance.explanation,
      excluded: text(row, "excluded") !== "",
    };
  });
  routes = measured.filter((route) => !route.excluded);
  excluded = measured.filter((route) => route.excluded);
});

const farFrom = (tolerance: number, { route, publishedKm }: Route, km: number) =>
  Math.abs(km / publishedKm - 1) > tolerance ? [`${route}: ${km} km, published ${publishedKm}`] : [];

describe("distances that agencies publish", () => {
  it("by sea differ by less than 15 % from ours on over 200 routes, with one known exception", () => {
    const bySea = routes.filter(({ mode }) => mode === DistanceMode.SEA);
    expect(bySea.length).toBeGreaterThan(200);
    const far = bySea.flatMap((route) => farFrom(TOLERANCE, route, route.kilometres));
    expect(far.map((line) => line.split(":")[0])).toEqual([TOO_COARSE]);
  });

  it("by sea differ by less than 2 % from ours on half of the routes, and by less than 10 % on nine in ten", () => {
    const bySea = routes.filter(({ mode }) => mode === DistanceMode.SEA);
    const share = (tolerance: number) =>
      bySea.flatMap((route) => farFrom(tolerance, route, route.kilometres)).length / bySea.length;
    expect(share(0.02)).toBeLessThan(0.5);
    expect(share(0.1)).toBeLessThan(0.1);
  });

  it("by air are the great circle, within 2 %, on over 100 routes", () => {
    const byAir = routes.filter(({ mode }) => mode === DistanceMode.AIR);
    expect(byAir.length).toBeGreaterThan(100);
    expect(byAir.flatMap((route) => farFrom(0.02, route, route.greatCircleKm))).toEqual([]);
    for (const { kilometres, greatCircleKm } of byAir) expect(kilometres).toBeCloseTo(greatCircleKm + 95, 9);
  });

  it("are few where they contradict themselves", () => {
    expect(excluded.length).toBeLessThan(0.06 * routes.length);
  });
});
