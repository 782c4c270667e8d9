import { Code } from "@connectrpc/connect";
import type { Principal } from "@emissions/kit/wire/principal";
import { OrganizationService } from "@emissions/proto/activity/v1/organization_service";
import {
  CabinClass,
  FlightType,
  RadiativeForcing,
  TransportType,
  TravelFuel,
  TravelVehicleSize,
} from "@emissions/proto/factors/v1/travel";
import { unitId } from "@emissions/quantity/catalogue-id";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, eachTest, inputs, us } from "../activity.fixture.ts";
import { calculating, passTime, sweep } from "../records/records.fixture.ts";
import {
  changeTravel as change,
  createTravel as create,
  DAY,
  FLIGHT,
  getTravel as get,
  km,
  RIDE,
  travels,
} from "./business_travel.fixture.ts";
import { businessTravels } from "./business_travel.ts";
import { KILOMETRES } from "./places.fixture.ts";

eachTest();

const { AIRCRAFT, CAR, FERRY, MOTORBIKE, TRAIN } = TransportType;
const calculate = calculating(businessTravels);
const lastInput = async () => (await inputs()).at(-1)!;

describe("a business travel", () => {
  it("is one traveller in one direction and recorded by hand when nothing else is sent", async () => {
    const travel = await create(RIDE);
    const shown = { ...RIDE, travelNumber: 1, roundTrip: false, source: "manual", kilometres: RIDE.distanceKm };
    expect(travel).toMatchObject(shown);
    expect([travel.country, travel.journey]).toEqual([undefined, undefined]);
    expect(await lastInput()).toMatchObject({ quantity: { value: { value: "621.5" } }, allocation: "" });
  });

  it("is calculated as kilometres times travellers, twice for a round trip, by the country of the organization", async () => {
    await create({ ...RIDE, travelNumber: 3, roundTrip: true });
    const quantity = { value: { value: "3729" }, unitId: unitId("pkm"), unit: "pkm" };
    const selector = { transportType: TRAIN, country: "ES", upstream: false, originCountry: "" };
    const allocation = "621.5 * 3 * 2";
    expect(await lastInput()).toMatchObject({
      ...{ category: "travels", startDate: "2025-03-30", endDate: "2025-03-30", referenceDate: "2025-03-30" },
      ...{ quantity, allocation, factorOptional: false },
      selector: { kind: { case: "travel", value: selector } },
    });
    expect((await lastInput()).journey).toBeUndefined();
  });

  it("has the production of its fuel as an optional memo item", async () => {
    await create({ ...RIDE, travelNumber: 2 });
    const { quantity, allocation, additionalParts } = await lastInput();
    const selector = { kind: { case: "travel", value: { transportType: TRAIN, upstream: true } } };
    const part = { part: "travel_upstream", category: "travels", memo: true, optional: true };
    expect(additionalParts).toMatchObject([{ ...part, quantity, allocation, selector }]);
  });

  it.each([CAR, MOTORBIKE])(
    "in vehicle %s is calculated per kilometre of the vehicle, one for each traveller",
    async (type) => {
      const vehicle = { vehicleSize: TravelVehicleSize.SMALL, fuelType: TravelFuel.PETROL };
      await create({ ...RIDE, transportType: type, ...vehicle, travelNumber: 2, country: "GB" });
      expect(await lastInput()).toMatchObject({
        quantity: { value: { value: "1243" }, unitId: unitId("km"), unit: "km" },
        selector: { kind: { value: { transportType: type, ...vehicle, country: "GB" } } },
      });
    },
  );

  it("between two places has the distance that was measured, and how", async () => {
    const travel = await create({ ...FLIGHT, cabinClass: CabinClass.BUSINESS, travelNumber: 2 });
    const kilometres = { value: KILOMETRES };
    const journey = { origin: { code: "MAD", country: "ES" }, destination: { code: "JFK", country: "US" }, kilometres };
    expect(travel).toMatchObject({ origin: "MAD", destination: "JFK", kilometres, journey });
    expect([travel.distanceKm, travel.journey!.explanation]).toEqual([
      undefined,
      expect.stringContaining("Great circle"),
    ]);
    expect(await get(travel.id)).toEqual(travel);
    const haul = { originCountry: "ES", destinationCountry: "US", distanceKm: kilometres };
    expect(await lastInput()).toMatchObject({
      quantity: { value: { value: "965.2" }, unit: "pkm" },
      allocation: "482.6 * 2",
      journey,
      selector: { kind: { value: { cabinClass: CabinClass.BUSINESS, flightType: FlightType.UNSPECIFIED, ...haul } } },
    });
  });

  it.each([
    ["has the factors of the country that both ends are in", { destination: "P1", origin: "P2" }, "GB", "GB"],
    ["has those of the recorded country first", { destination: "P1", origin: "P2", country: "FR" }, "FR", "GB"],
    ["has those of the organization across a border", { destination: "P1", origin: "MAD" }, "ES", "GB"],
  ])("by rail %s", async (_what, places, country, destinationCountry) => {
    await create({ ...DAY, transportType: TRAIN, ...places });
    const { selector, additionalParts } = await lastInput();
    for (const of of [selector, additionalParts[0]!.selector])
      expect(of).toMatchObject({ kind: { value: { country, destinationCountry } } });
  });

  it("by air has the haul that was sent, and radiative forcing as the organization decides", async () => {
    const flightType = FlightType.DOMESTIC;
    const flight = { ...FLIGHT, flightType };
    const { organizationId: id } = us;
    const selectorOf = async () => {
      // New records know a setting after some seconds. Changes know it at once.
      const { id } = await create(flight);
      await change(id, { travelNumber: 2 }, "travel_number");
      return (await lastInput()).selector!.kind.value;
    };
    const { UNSPECIFIED, WITHOUT } = RadiativeForcing;
    expect(await selectorOf()).toMatchObject({ flightType, radiativeForcing: UNSPECIFIED });
    const paths = ["radiative_forcing"];
    await activity
      .as(us, OrganizationService)
      .updateOrganization({ id, radiativeForcing: WITHOUT, updateMask: { paths } });
    expect(await selectorOf()).toMatchObject({ flightType, radiativeForcing: WITHOUT });
  });

  it("is announced again as it was stored, also while the place service is unavailable", async () => {
    await create(FLIGHT);
    activity.places.away.places = true;
    await passTime();
    await sweep();
    const [first, again] = await inputs();
    expect(again).toEqual(first);
  });
});

describe("a business travel is refused", () => {
  const refused = async (values: object) => (await refusalOf(create(values))).violations;
  const toPlaces = (origin: string, destination: string) => ({ ...FLIGHT, origin, destination });

  it.each([
    ["without distance and places", { ...RIDE, distanceKm: undefined }, ["body.distance_km value_error.missing"]],
    ["with both", { ...RIDE, origin: "MAD", destination: "BCN" }, ["body.distance_km value_error.distance_source"]],
    ["with one place alone", { ...FLIGHT, destination: undefined }, ["body.destination value_error.missing"]],
    [
      "with a place beside the distance",
      { ...RIDE, destination: "BCN" },
      ["body.distance_km value_error.distance_source"],
    ],
    ["with a distance of zero", { ...RIDE, ...km("0") }, ["body.distance_km value_error.number.not_gt"]],
    ["with a negative distance", { ...RIDE, ...km("-1") }, ["body.distance_km value_error.number.not_ge"]],
    ["with 1,001 travellers", { ...RIDE, travelNumber: 1001 }, ["body.travel_number value_error.number.not_le"]],
    ["by rail with a fuel", { ...RIDE, fuelType: TravelFuel.DIESEL }, ["body.fuel_type value_error.transport_type"]],
    [
      "by car with fields of flights",
      { ...RIDE, transportType: CAR, flightType: FlightType.DOMESTIC, cabinClass: CabinClass.FIRST },
      ["body.flight_type value_error.transport_type", "body.cabin_class value_error.transport_type"],
    ],
    [
      "by air with a size",
      { ...FLIGHT, vehicleSize: TravelVehicleSize.LARGE },
      ["body.vehicle_size value_error.transport_type"],
    ],
    [
      "by air with a distance without haul",
      { ...RIDE, transportType: AIRCRAFT },
      ["body.flight_type value_error.missing"],
    ],
    ["from an unknown place", toPlaces("Madird", "JFK"), ["body.origin value_error.place_not_found"]],
    ["from a text that is no name", toPlaces("M\0D", "JFK"), ["body.origin value_error.any_str.nul"]],
    ["to an ambiguous place", toPlaces("MAD", "Springfield"), ["body.destination value_error.place_ambiguous"]],
    ["from a place to itself", toPlaces("MAD", "mad"), ["body.origin value_error.same_place"]],
    [
      "on a way that cannot be measured",
      { ...FLIGHT, transportType: FERRY },
      ["body.distance_km value_error.distance_not_measurable"],
    ],
  ])("%s", async (_what, values, violations) => {
    expect(await refused(values)).toEqual(violations);
    expect(await activity.rows(us, "business_travels")).toEqual([]);
  });

  it("with the nearest spellings of a place", async () => {
    await expect(create(toPlaces("Madird", "JFK"))).rejects.toMatchObject({
      details: [{ debug: { violations: [{ msg: '"Madird" is not clear. Did you mean MAD or MAN?' }] } }],
    });
  });

  it("while the place service is unavailable, unless its distance was sent", async () => {
    activity.places.away.places = true;
    await expect(create(FLIGHT)).rejects.toMatchObject({ code: Code.Unavailable });
    await create(RIDE);
    expect(await activity.rows(us, "business_travels")).toHaveLength(1);
  });
});

describe("the list of business travels", () => {
  it("filters by means of transport, source and user, and lists their values", async () => {
    const flight = await create({ ...FLIGHT, source: "fair" });
    const ride = await create(RIDE);
    const found = async (filter: object) =>
      (await travels().listBusinessTravels(filter)).businessTravels.map(({ id }) => id);
    expect(await found({ transportType: [AIRCRAFT, FERRY] })).toEqual([flight.id]);
    expect(await found({ source: ["manual"], uploadedBy: [us.userId] })).toEqual([ride.id]);
    const { uniqueValues } = await travels().listBusinessTravelValues({ field: "transport_type" });
    expect(uniqueValues!.values).toMatchObject([
      { value: "aircraft", count: 1 },
      { value: "train", count: 1 },
    ]);
  });

  it("is summed up to trips, kilometres of travellers and kilograms", async () => {
    const ride = await create({ ...RIDE, travelNumber: 2, roundTrip: true });
    await create({ ...FLIGHT, travelDate: "2024-01-01" });
    await calculate([{ recordId: ride.id, co2e: "88.5" }]);
    const totals = async (filter: object, as: Principal = us) =>
      (await travels(as).getBusinessTravelTotals(filter)).totals!;
    const values = async (...sent: Parameters<typeof totals>) => {
      const { totalTravels, totalKilometres, totalCo2e } = await totals(...sent);
      return [totalTravels, totalKilometres!.value, totalCo2e!.value];
    };
    expect(await values({})).toEqual([2, "2968.6", "88.5"]);
    expect(await values({ transportType: [TRAIN] })).toEqual([1, "2486.0", "88.5"]);
    expect(await values({}, await activity.organization())).toEqual([0, "0", "0"]);
  });
});
