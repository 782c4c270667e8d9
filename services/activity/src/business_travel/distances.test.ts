import { DistanceMode } from "@emissions/proto/factors/v1/place_service";
import { CabinClass, TransportType } from "@emissions/proto/factors/v1/travel";
import { someoneWaits } from "@emissions/testkit/database";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, eachTest, inputs, us } from "../activity.fixture.ts";
import {
  changeTravel as change,
  createTravel as create,
  FLIGHT,
  getTravel as get,
  km,
  RIDE,
  travels,
} from "./business_travel.fixture.ts";
import { KILOMETRES, LAST_DAY_OF_TXL } from "./places.fixture.ts";

eachTest();

const { AIRCRAFT, BUS, CAR, METRO, MOTORBIKE, TRAIN, TROLLEYBUS } = TransportType;

describe("a batch of business travels", () => {
  const batch = (records: readonly object[]) => travels().createBusinessTravels({ records });

  it("measures each different distance once, at most 500 in a call", async () => {
    const flights = Array.from({ length: 600 }, (_, n) => ({ ...FLIGHT, origin: `P${n}` }));
    await batch([...flights, RIDE, ...flights, { ...FLIGHT, origin: "P0", transportType: BUS }]);
    const asked = activity.places.calls;
    expect(asked.map(({ length }) => length)).toEqual([500, 101]);
    expect(new Set(asked.flat().map(({ origin, mode }) => `${origin} ${mode}`)).size).toBe(601);
    expect(await activity.rows(us, "business_travels")).toHaveLength(1202);
  });

  it("measures each means of transport by its mode", async () => {
    const types = [AIRCRAFT, CAR, MOTORBIKE, BUS, TROLLEYBUS, TRAIN, METRO];
    await batch(types.map((transportType, n) => ({ ...FLIGHT, origin: `P${n}`, transportType })));
    const { AIR, ROAD, RAIL } = DistanceMode;
    expect(activity.places.calls.flat().map(({ mode }) => mode)).toEqual([AIR, ROAD, ROAD, ROAD, ROAD, RAIL, RAIL]);
  });

  it("measures again on another day only where the day counts", async () => {
    const days = ["2019-03-01", "2019-03-02", "2019-03-01"];
    const flights = days.flatMap((travelDate) => [
      { ...FLIGHT, travelDate },
      { ...FLIGHT, travelDate, destination: "TXL" },
    ]);
    await batch(flights);
    expect(activity.places.calls.flat().map(({ destination, day }) => [destination, day])).toEqual([
      ["JFK", "2019-03-01"],
      ["TXL", "2019-03-01"],
      ["TXL", "2019-03-02"],
    ]);
  });

  it("with an unknown place stores nothing and names the record", async () => {
    const refusal = await refusalOf(batch([FLIGHT, { ...FLIGHT, origin: "Madird" }, RIDE]));
    const violations = ["body.records.1.origin SCHEMA_INVALID"];
    expect(refusal).toMatchObject({ code: "BULK_RECORDS_REJECTED", violations });
    expect(await activity.rows(us, "business_travels")).toEqual([]);
  });
});

describe("a change of a business travel", () => {
  it("measures again between other places or by another means of transport, and not for texts", async () => {
    const { id } = await create(FLIGHT);
    await change(id, { name: "Fair" }, "name");
    expect(activity.places.calls).toHaveLength(1);
    await change(id, { origin: "BCN" }, "origin");
    expect((await get(id)).journey).toMatchObject({ origin: { code: "BCN" }, destination: { code: "JFK" } });
    await change(id, { transportType: BUS }, "transport_type");
    expect(activity.places.calls.flat().map(({ origin, mode }) => [origin, mode])).toEqual([
      ["MAD", DistanceMode.AIR],
      ["BCN", DistanceMode.AIR],
      ["BCN", DistanceMode.ROAD],
    ]);
    expect((await inputs()).map(({ revision }) => revision)).toEqual([1, 2, 3]);
  });

  it("to a day on which a code of an airport is not in use is refused", async () => {
    const { id, journey } = await create({ ...FLIGHT, destination: "TXL", travelDate: LAST_DAY_OF_TXL });
    expect(journey).toMatchObject({ destination: { code: "TXL" } });
    const refused = await refusalOf(change(id, { travelDate: "2020-11-09" }, "travel_date"));
    expect(refused.violations).toEqual(["body.destination value_error.place_not_in_use"]);
    expect(await get(id)).toMatchObject({ travelDate: LAST_DAY_OF_TXL });
  });

  it("from places to a distance, and back", async () => {
    const { id } = await create({ ...FLIGHT, transportType: TRAIN });
    const recorded = await change(id, km("700"), "distance_km", "origin", "destination");
    expect(recorded).toMatchObject({ ...km("700"), kilometres: { value: "700" } });
    expect([recorded.origin, recorded.destination, recorded.journey]).toEqual([undefined, undefined, undefined]);
    const places = { origin: "MAD", destination: "BCN" };
    const measured = await change(id, places, "distance_km", "origin", "destination");
    expect(measured).toMatchObject({ ...places, kilometres: { value: KILOMETRES } });
  });

  it("that leaves both, neither, or fields of another means of transport is refused", async () => {
    const { id } = await create(FLIGHT);
    const refused = async (...sent: Parameters<typeof change>) => (await refusalOf(change(...sent))).violations;
    expect(await refused(id, km("700"), "distance_km")).toEqual(["body.distance_km value_error.distance_source"]);
    expect(await refused(id, {}, "origin")).toEqual(["body.origin value_error.missing"]);
    expect(await refused(id, { origin: "Madird" }, "origin")).toEqual(["body.origin value_error.place_not_found"]);
    const flight = await create({ ...FLIGHT, cabinClass: CabinClass.FIRST });
    expect(await refused(flight.id, { transportType: BUS }, "transport_type")).toEqual([
      "body.cabin_class value_error.transport_type",
    ]);
  });

  it("is refused when the places changed since they were measured", async () => {
    const { id } = await create(FLIGHT);
    const [first, second] = await activity.db.asService(us.organizationId, async ({ tx }) => {
      await tx`select from business_travels where id = ${id} for update`;
      const first = change(id, { origin: "BCN" }, "origin");
      await someoneWaits(tx, 1);
      const second = refusalOf(change(id, { travelNumber: 2 }, "travel_number"));
      await someoneWaits(tx, 2);
      return [first, second];
    });
    await first;
    expect(await second).toMatchObject({ code: "RECORD_CHANGED_MEANWHILE" });
    expect(await get(id)).toMatchObject({ origin: "BCN", travelNumber: 1 });
  });
});
