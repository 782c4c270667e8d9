import { FreightPayer } from "@emissions/proto/activity/v1/record_events";
import {
  DistanceSource,
  TransportDirection,
  TransportMode,
  TransportRouteStatus,
  TransportStep,
} from "@emissions/proto/activity/v1/transport_service";
import { FreightMode, FreightPart, TravelMethod } from "@emissions/proto/factors/v1/freight";
import { DistanceMode } from "@emissions/proto/factors/v1/place_service";
import { unitId } from "@emissions/quantity/catalogue-id";
import { describe, expect, it } from "vitest";
import { activity, eachTest, inputs, SHORT_TON } from "../activity.fixture.ts";
import { KILOMETRES, KILOMETRES_OF_GOODS } from "../business_travel/places.fixture.ts";
import { calculating, passTime, sweep } from "../records/records.fixture.ts";
import { COMBINATIONS } from "./combinations.fixture.ts";
import {
  BY_AIR,
  BY_TRUCK,
  calculateParts,
  changeRoute as change,
  createRoute as create,
  getRoute as get,
  kms,
  ROUTE,
  routeOf,
  routes,
  UNKNOWN_MODE,
} from "./transport.fixture.ts";
import { transports } from "./transport.ts";

eachTest();

const { PENDING, ACTIVE, ERROR } = TransportRouteStatus;
const { ROAD, AIR, MARITIME, RAIL } = TransportMode;
const calculate = calculating(transports);
const lastInput = async () => (await inputs()).at(-1)!;

describe("a transport route", () => {
  it("waits for its result with the distance of each section", async () => {
    const route = await create(ROUTE);
    expect(route).toMatchObject({
      ...{ status: PENDING, transportFrequency: "once", uploadedBy: { firstName: "Ada" }, unit: { id: ROUTE.unitId } },
      sections: [
        {
          ...{ part: 1, transportType: ROAD, travelMethod: TravelMethod.TRUCK, electric: false, kms: { value: "203" } },
          ...{ distanceManual: true, kmsSource: DistanceSource.MANUAL, status: PENDING, step: TransportStep.DISTANCE },
        },
      ],
    });
    expect([route.co2e, route.emissions, route.sections[0]!.emissions]).toEqual([undefined, [], []]);
    expect(await get(route.id)).toEqual(route);
  });

  it("is calculated as tonnes times kilometres, operation and energy provision apart", async () => {
    await create(ROUTE);
    const { id } = COMBINATIONS.truck;
    const quantity = { value: { value: "1015" }, unitId: unitId("tkm"), unit: "tkm" };
    const allocation = "(5000 * 1 / 1000) * 203";
    const selectorOf = (part: FreightPart) => ({
      kind: { case: "freight", value: { activity: { value: id }, part, country: "ES", refrigerated: false } },
    });
    expect(await lastInput()).toMatchObject({
      ...{ category: "goods_shipped", startDate: "2025-03-30", endDate: "2025-03-30", referenceDate: "2025-03-30" },
      ...{ quantity, allocation, selector: selectorOf(FreightPart.OPERATION) },
      additionalParts: [
        {
          ...{ part: "section_1_energy_provision", category: "goods_shipped", quantity, allocation },
          ...{ selector: selectorOf(FreightPart.ENERGY_PROVISION), memo: false, optional: false },
        },
      ],
    });
  });

  it("of goods received, in another unit of mass, has its category and its tonnes", async () => {
    const unit = { quantityTransported: { value: "2" }, unitId: SHORT_TON };
    await create({ ...ROUTE, ...unit, transportDirection: TransportDirection.UPSTREAM });
    const quantity = { value: { value: "368.31700444" } };
    expect(await lastInput()).toMatchObject({ category: "goods_received", quantity });
  });

  it.each([
    ["the organization, if it says so", { paidBy: FreightPayer.ORGANIZATION }, FreightPayer.ORGANIZATION],
    ["others, if goods leave", {}, FreightPayer.OTHER],
    [
      "the organization, if goods arrive",
      { transportDirection: TransportDirection.UPSTREAM },
      FreightPayer.ORGANIZATION,
    ],
  ])("is paid by %s", async (_who, values, paidBy) => {
    const { id } = await create({ ...ROUTE, ...values });
    expect(await lastInput()).toMatchObject({ paidBy });
    const listed = await routes().listTransportRoutes({ paidBy: [paidBy] });
    expect(listed.transportRoutes).toMatchObject([{ id }]);
    await change(id, { paidBy: FreightPayer.OTHER }, "paid_by");
    expect(await lastInput()).toMatchObject({ paidBy: FreightPayer.OTHER, revision: 2 });
  });

  it("of several sections measures each by its mode", async () => {
    const ship = { transportType: MARITIME, detail: "container_ship_average", origin: "P1", destination: "P2" };
    const train = { transportType: RAIL, origin: "BCN", destination: "MAD" };
    const truck = { ...BY_TRUCK, origin: "MAD", destination: "BCN" };
    const { sections } = await create(routeOf(truck, train, BY_AIR, ship));
    expect(activity.places.calls).toHaveLength(1);
    const modes = [DistanceMode.ROAD, DistanceMode.RAIL, DistanceMode.AIR, DistanceMode.SEA];
    expect(activity.places.calls[0]!.map(({ mode, freight }) => [mode, freight])).toEqual(
      modes.map((mode) => [mode, true]),
    );
    const { ROAD_API, DEFAULT, HAVERSINE, SEAROUTE } = DistanceSource;
    expect(sections.map(({ kmsSource }) => kmsSource)).toEqual([ROAD_API, DEFAULT, HAVERSINE, SEAROUTE]);
    expect(sections[2]).toMatchObject({
      ...{ part: 3, kms: { value: KILOMETRES_OF_GOODS }, distanceManual: false },
      journey: { origin: { code: "MAD" }, destination: { code: "JFK" } },
    });
    const { journey, additionalParts } = await lastInput();
    expect(journey).toMatchObject({ origin: { code: "MAD" } });
    expect(additionalParts.map(({ part }) => part)).toEqual([
      ...["section_1_energy_provision", "section_2", "section_2_energy_provision", "section_3"],
      ...["section_3_energy_provision", "section_4", "section_4_energy_provision"],
    ]);
    expect(additionalParts[1]!.selector!.kind.value).toMatchObject({ country: "ES" });
    expect(additionalParts[5]!.selector!.kind.value).toMatchObject({ country: "GB" });
  });

  it("by air is multiplied by the great circle, because the figures include the 95 km", async () => {
    await create(routeOf(BY_AIR, { ...BY_AIR, destination: "BCN", ...kms("1500.1") }));
    const { quantity, allocation, selector, additionalParts } = await lastInput();
    expect([quantity!.value!.value, allocation]).toEqual(["2413", `(5000 * 1 / 1000) * ${KILOMETRES}`]);
    expect(selector!.kind.value).toMatchObject({ shortHaul: true });
    expect(additionalParts[1]).toMatchObject({
      allocation: "(5000 * 1 / 1000) * 1500.1",
      selector: { kind: { value: { shortHaul: false } } },
    });
  });

  it("without a mode goes by road on one landmass and by air otherwise", async () => {
    const onLand = { ...UNKNOWN_MODE, destination: "BCN" };
    const { sections } = await create(routeOf(UNKNOWN_MODE, onLand));
    expect(sections).toMatchObject([
      { inferredTransportType: FreightMode.AIR, travelMethod: TravelMethod.UNSPECIFIED },
      { inferredTransportType: FreightMode.ROAD, travelMethod: TravelMethod.TRUCK },
    ]);
    const { selector, additionalParts } = await lastInput();
    const ids = [selector, additionalParts[1]!.selector].map((one) => one!.kind.value);
    expect(ids).toMatchObject([
      { activity: { value: COMBINATIONS.aircraft.id } },
      { activity: { value: COMBINATIONS.truck.id } },
    ]);
  });

  it("shows the emissions of each section, which sum to its own", async () => {
    const { id } = await create(routeOf({ ...BY_TRUCK, ...kms("10") }, BY_AIR));
    await calculateParts(id, 1, ["1.5", "0.25", "100.000000000001", "20"]);
    const co2e = { value: "121.750000000001" };
    const route = await get(id);
    expect(route).toMatchObject({ status: ACTIVE, co2e, emissions: [{ category: "goods_shipped", scope: 3, co2e }] });
    expect(route.sections).toMatchObject([
      { operationCo2e: { value: "1.5" }, energyProvisionCo2e: { value: "0.25" }, co2e: { value: "1.75" } },
      { co2e: { value: "120.000000000001" }, status: ACTIVE, step: TransportStep.DONE },
    ]);
    expect(route.sections[0]!.emissions).toMatchObject([{ scope: 3, co2e: { value: "1.75" } }]);
  });

  it("is announced again as it was stored, also while the place service is unavailable", async () => {
    await create(routeOf(BY_AIR));
    activity.places.away.places = true;
    await passTime();
    await sweep();
    const [first, again] = await inputs();
    expect(again).toEqual(first);
  });
});

describe("a section that cannot be calculated", () => {
  it("of an unknown place gives the route an error with the nearest spellings", async () => {
    const { id } = await create(routeOf({ ...BY_TRUCK, ...kms("10") }, { ...BY_AIR, origin: "Madird" }));
    const { failure, quantity } = await lastInput();
    expect([failure!.code, quantity]).toEqual(["PLACE_NOT_FOUND", undefined]);
    await calculate([{ recordId: id, failed: failure!.code }]);
    const route = await get(id);
    expect(route).toMatchObject({ status: ERROR, calculationErrorCode: "CALCULATION_FAILED" });
    const message = '"Madird" is not clear. Did you mean MAD or MAN?';
    expect(route.sections).toMatchObject([
      { status: PENDING, step: TransportStep.DISTANCE, errorMessages: [], kms: { value: "10" } },
      { status: ERROR, step: TransportStep.UNSPECIFIED, errorMessages: [message], suggestions: ["MAD", "MAN"] },
    ]);
    expect([route.co2e, route.sections[1]!.kms]).toEqual([undefined, undefined]);
  });

  it.each([
    ["between a place and itself", { ...BY_AIR, destination: "MAD" }, TransportStep.GEOCODE],
    ["from an ambiguous place", { ...BY_AIR, origin: "Springfield" }, TransportStep.UNSPECIFIED],
  ])("%s stops after its last finished step", async (_what, section, step) => {
    const { sections } = await create(routeOf(section));
    expect(sections[0]).toMatchObject({ status: ERROR, step });
  });

  it("by its factor stops after its distance, and by its numbers after its factor", async () => {
    const { id } = await create(ROUTE);
    await calculate([{ recordId: id, failed: "FACTOR_NOT_FOUND" }]);
    const failed = { status: ERROR, errorMessages: ["Nothing fits."], step: TransportStep.DISTANCE };
    expect(await get(id)).toMatchObject({ status: ERROR, sections: [failed] });
    await change(id, { name: "Again" }, "name");
    await calculate([{ recordId: id, revision: 2, failed: "CALCULATION_FAILED" }]);
    expect((await get(id)).sections).toMatchObject([{ status: ERROR, step: TransportStep.FACTOR }]);
  });

  it("is measured again by the next change", async () => {
    const { id } = await create(routeOf({ ...BY_AIR, origin: "Madird" }));
    await change(id, { name: "New" }, "name");
    expect(activity.places.calls).toHaveLength(2);
    const changed = await change(id, { sections: [BY_AIR] }, "sections");
    expect(changed.sections).toMatchObject([{ status: PENDING, kms: { value: KILOMETRES_OF_GOODS } }]);
  });
});

describe("a change of a transport route", () => {
  it("of any field starts a new calculation and measures only new sections", async () => {
    const route = await create(routeOf({ ...BY_TRUCK, ...kms("10") }, BY_AIR));
    await calculateParts(route.id, 1, ["1", "1", "1", "1"]);
    const renamed = await change(route.id, { name: "Fair" }, "name");
    expect(renamed).toMatchObject({ name: "Fair", status: PENDING });
    expect([renamed.co2e, renamed.sections[0]!.co2e]).toEqual([undefined, undefined]);
    expect(renamed.sections.map(({ id }) => id)).toEqual(route.sections.map(({ id }) => id));
    expect(activity.places.calls).toHaveLength(1);
    expect((await lastInput()).revision).toBe(2);
  });

  it("of the day measures again only sections whose distance depends on it", async () => {
    const toBerlin = { ...BY_AIR, destination: "TXL" };
    const { id, sections } = await create({ ...routeOf(BY_AIR, toBerlin), transportDate: "2019-03-01" });
    const changed = await change(id, { transportDate: "2020-11-09" }, "transport_date");
    expect(changed.sections[0]!.id).toBe(sections[0]!.id);
    expect(changed.sections[1]).toMatchObject({ status: ERROR, suggestions: ["BER"] });
    const asked = activity.places.calls.flat().map(({ destination, day }) => [destination, day]);
    expect(asked).toEqual([
      ["JFK", "2019-03-01"],
      ["TXL", "2019-03-01"],
      ["TXL", "2020-11-09"],
    ]);
  });

  it("of the sections replaces all of them", async () => {
    const { id } = await create(routeOf({ ...BY_TRUCK, ...kms("10") }, BY_AIR));
    const { sections } = await change(id, { sections: [{ ...BY_AIR, origin: "BCN" }] }, "sections");
    expect(sections).toMatchObject([{ part: 1, transportType: AIR, journey: { origin: { code: "BCN" } } }]);
    expect((await get(id)).sections).toHaveLength(1);
    expect((await lastInput()).additionalParts).toHaveLength(1);
  });

  it("to an unknown place takes its emissions away", async () => {
    const { id } = await create(ROUTE);
    await calculateParts(id, 1, ["2", "1"]);
    const changed = await change(id, { sections: [{ ...BY_AIR, origin: "Madird" }] }, "sections");
    expect([changed.co2e, changed.emissions]).toEqual([undefined, []]);
    expect(await lastInput()).toMatchObject({ revision: 2, failure: { code: "PLACE_NOT_FOUND" } });
  });
});
