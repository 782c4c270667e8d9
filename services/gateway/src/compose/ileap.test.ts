import { create, toJsonString } from "@bufbuild/protobuf";
import { footprintOf } from "@emissions/activity/logistics_package/footprint";
import type { LegRow } from "@emissions/activity/logistics_package/queries";
import { serve } from "@emissions/kit/wire/services";
import { LogisticsPackageService } from "@emissions/proto/activity/v1/logistics_package_service";
import { JourneySchema } from "@emissions/proto/activity/v1/record_events";
import { DistanceMethod, PlaceKind } from "@emissions/proto/factors/v1/place_service";
import { parse, plain } from "@emissions/quantity/decimal";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { as } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { ileapViolations } from "../../test/ileap-rules.ts";
import { SAMPLE_ID } from "../../test/samples.ts";

const AIR = "0190f3a0-0000-5000-8000-00000000000a";
const ROAD = "0190f3a0-0000-5000-8000-00000000000b";
const HUB = "0190f3a0-0000-7000-8000-00000000000c";
const URL = `/v1/logistics/packages/${SAMPLE_ID}/ileap`;

let legs: LegRow[] = [];
const row = { shipmentId: "M-1", packageKey: "P-1" };
const { app } = await gateway({
  handlers: [
    serve(LogisticsPackageService, {
      getShipmentFootprint: () => ({ footprint: footprintOf(row, legs) }),
    }),
  ],
});
const ask = async (named: readonly LegRow[]) => {
  legs = [...named];
  return app.inject({ url: URL, headers: as("viewer") });
};

const airport = {
  kind: PlaceKind.AIRPORT,
  name: "Barajas Airport",
  municipality: "Madrid",
  code: "MAD",
  country: "ES",
};
const port = { kind: PlaceKind.UNLOCODE, name: "Barcelona", code: "ESBCN", country: "ES" };
const journeyOf = (method: DistanceMethod) => {
  const at = { latitude: { value: "40.5" }, longitude: { value: "-3.50" } };
  const value = { origin: { ...airport, ...at }, destination: { ...port, ...at }, kilometres: { value: "1" }, method };
  return toJsonString(JourneySchema, create(JourneySchema, value));
};

/** A leg of 5 tonnes over 203 kilometres, by the check value of the method. */
const legOf = (values: Partial<LegRow> = {}): LegRow => ({
  id: "leg-1",
  packageId: SAMPLE_ID,
  origin: null,
  destination: null,
  tocId: ROAD,
  mode: "road",
  hubId: null,
  effectiveLoadKg: "5000",
  kilometres: "203",
  greatCircleKm: null,
  journey: null,
  tonneKilometres: "1015",
  co2e: "164.43",
  operationCo2e: "130.43",
  hubCo2e: null,
  ...values,
});

describe("the shipment footprint of a package", () => {
  it("has a transport chain element for each leg, with all digits of its emissions", async () => {
    const answer = await ask([legOf({ co2e: "130.4300000001" })]);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        mass: "5000",
        shipmentId: "M-1",
        tces: [
          {
            ...{ tceId: "leg-1", prevTceIds: [], tocId: ROAD, shipmentId: "M-1", consignmentId: "P-1" },
            ...{ mass: "5000", distance: { actual: "203" }, transportActivity: "1015" },
            ...{ co2eWTW: "130.4300000001", co2eTTW: "130.43" },
          },
        ],
      },
    ]);
    expect(ileapViolations(answer.json())).toEqual([]);
  });

  it("has the hub of another company as an element after its leg", async () => {
    const first = legOf({ hubId: HUB, co2e: "170.43", hubCo2e: "6" });
    const { tces } = (await ask([first, legOf({ id: "leg-2" })])).json();
    const chain = tces.map(({ tceId, prevTceIds, tocId, hocId, co2eWTW, co2eTTW }: Record<string, unknown>) => [
      ...[tceId, prevTceIds, tocId ?? hocId],
      ...[co2eWTW, co2eTTW],
    ]);
    expect(chain).toEqual([
      ["leg-1", [], ROAD, "164.43", "130.43"],
      ["leg-1-hub", ["leg-1"], HUB, "6", "6"],
      ["leg-2", ["leg-1-hub"], ROAD, "164.43", "130.43"],
    ]);
    expect(tces[1]).toMatchObject({ mass: "5000", distance: { actual: "0" }, transportActivity: "0" });
    expect(ileapViolations({ mass: "5000", shipmentId: "M-1", tces })).toEqual([]);
  });

  it("does not show the hub of the organization, whose emissions are those of its facility", async () => {
    expect((await ask([legOf({ hubId: HUB })])).json().tces).toHaveLength(1);
  });

  it.each([
    { method: DistanceMethod.GREAT_CIRCLE_PLUS_95_KM, type: "gcd", mode: "air", greatCircleKm: "203", iata: "MAD" },
    { method: DistanceMethod.GREAT_CIRCLE_WITH_DETOUR, type: "sfd", mode: "road" },
    { method: DistanceMethod.SEA_LANES, type: "sfd", mode: "road" },
    { method: DistanceMethod.ROAD_SERVICE, type: "sfd", mode: "road" },
  ])(
    "names the kind of distance and the places of a measured leg: $type",
    async ({ method, type, mode, greatCircleKm = null, iata }) => {
      const tocId = mode === "air" ? AIR : ROAD;
      const answer = (
        await ask([
          legOf({
            ...{ tocId, mode, greatCircleKm, journey: journeyOf(method) },
            kilometres: greatCircleKm === null ? "203" : "298",
          }),
        ])
      ).json();
      const at = { lat: "40.5", lng: "-3.5" };
      expect(answer.tces[0]).toMatchObject({
        distance: { [type]: "203" },
        origin: { city: "Madrid", country: "ES", ...(iata !== undefined && { iata }), ...at },
        destination: { city: "Barcelona", country: "ES", locode: "ESBCN", ...at },
      });
      expect(ileapViolations(answer, new Set([AIR]))).toEqual([]);
    },
  );

  it.each([
    ["no legs", []],
    ["a leg without emissions", [legOf(), legOf({ id: "leg-2", co2e: null, operationCo2e: null })]],
    ["a leg without a mass", [legOf({ effectiveLoadKg: null })]],
    ["a leg without a distance", [legOf({ kilometres: null })]],
  ])("is refused with %s", async (_, named) => {
    const answer = await ask(named);
    expect([answer.statusCode, answer.json().code]).toEqual([409, "FOOTPRINT_INCOMPLETE"]);
  });

  it("follows the rules of iLEAP and adds up to the emissions of the legs, whatever the legs are", async () => {
    const amount = fc.integer({ min: 1, max: 10 ** 12 }).map((units) => plain(parse(String(units)).div(10 ** 6)));
    const leg = fc.record({ mass: amount, km: amount, ttw: amount, wtt: amount, hub: fc.option(amount) });
    await fc.assert(
      fc.asyncProperty(fc.array(leg, { minLength: 1, maxLength: 5 }), async (drawn) => {
        const named = drawn.map(({ mass, km, ttw, wtt, hub }, at) => {
          const parts = [ttw, wtt, ...(hub === null ? [] : [hub])].map(parse);
          return legOf({
            ...{ id: `leg-${at}`, effectiveLoadKg: mass, kilometres: km, hubId: HUB, hubCo2e: hub },
            tonneKilometres: plain(parse(mass).times(parse(km)).div(1000)),
            co2e: plain(parts.reduce((total, part) => total.plus(part))),
            ...{ operationCo2e: ttw },
          });
        });
        const footprint = (await ask(named)).json();
        expect(ileapViolations(footprint)).toEqual([]);
        const sum = (values: string[]) => plain(values.map(parse).reduce((total, one) => total.plus(one)));
        const shown: { co2eWTW: string }[] = footprint.tces;
        expect(sum(shown.map(({ co2eWTW }) => co2eWTW))).toBe(sum(named.map(({ co2e }) => co2e!)));
      }),
      { numRuns: 50 },
    );
  });
});

describe("the rules of iLEAP", () => {
  it.each([
    ["a number that is no text", { mass: 5000 }],
    ["no elements", { tces: [] }],
    ["an unknown property", { weight: "1" }],
  ])("refuse a footprint with %s", async (_, change) => {
    expect(ileapViolations({ ...(await ask([legOf()])).json(), ...change })).not.toEqual([]);
  });

  it.each([
    ["neither category", { tocId: undefined }],
    ["two categories", { hocId: HUB }],
    ["two distances", { distance: { actual: "203", gcd: "203" } }],
    ["another activity", { transportActivity: "1016" }],
    ["a place without a country", { origin: { city: "Madrid" } }],
    ["a code of an airport on a road", { origin: { city: "Madrid", country: "ES", iata: "MAD" } }],
    ["an element before it that is not there", { prevTceIds: ["leg-0"] }],
    ["more emissions of the vehicle than in all", { co2eTTW: "164.44" }],
  ])("refuse an element with %s", async (_, change) => {
    const footprint = (await ask([legOf()])).json();
    expect(ileapViolations({ ...footprint, tces: [{ ...footprint.tces[0], ...change }] })).not.toEqual([]);
  });
});
