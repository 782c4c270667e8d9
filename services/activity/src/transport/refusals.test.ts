import { Code } from "@connectrpc/connect";
import { newId } from "@emissions/kit/process/id";
import { TransportDirection, TransportMode } from "@emissions/proto/activity/v1/transport_service";
import { TravelMethod } from "@emissions/proto/factors/v1/freight";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, eachTest, KM, us } from "../activity.fixture.ts";
import {
  BY_AIR,
  BY_TRUCK,
  changeRoute as change,
  createRoute as create,
  kms,
  ROUTE,
  routeOf,
  routes,
  UNKNOWN_MODE,
} from "./transport.fixture.ts";

eachTest();

const { ROAD, AIR, MARITIME } = TransportMode;
const quantity = (value: string) => ({ ...ROUTE, quantityTransported: { value } });
const section = (values: object) => routeOf({ ...BY_TRUCK, ...kms("10"), ...values });

describe("a transport route is refused", () => {
  const refused = async (values: object) => (await refusalOf(create(values))).violations;

  it.each([
    ["without sections", routeOf(), ["body.sections value_error.missing"]],
    [
      "with 21 sections",
      routeOf(...Array.from({ length: 21 }, () => ROUTE.sections[0]!)),
      ["body.sections value_error.list.max_items"],
    ],
    ["without a mass", quantity("0"), ["body.quantity_transported value_error.number.not_gt"]],
    ["with a negative mass", quantity("-1"), ["body.quantity_transported value_error.number.not_ge"]],
    ["with ten digits", quantity("1000000000"), ["body.quantity_transported value_error.number.not_le"]],
    ["with six decimals", quantity("1.000001"), ["body.quantity_transported value_error.decimal.max_places"]],
    ["in a unit of length", { ...ROUTE, unitId: KM }, ["body.unit_id value_error.unit_not_allowed"]],
    ["in an unknown unit", { ...ROUTE, unitId: newId() }, ["body.unit_id value_error.not_found"]],
    ["without a mode", section({ transportType: 0 }), ["body.sections.0.transport_type value_error.missing"]],
    ["over 0 km", section(kms("0")), ["body.sections.0.kms_manual value_error.number.not_gt"]],
    ["over 7 decimals", section(kms("1.0000001")), ["body.sections.0.kms_manual value_error.decimal.max_places"]],
    ["without a distance", routeOf(BY_TRUCK), ["body.sections.0.kms_manual value_error.missing"]],
    [
      "with one place alone",
      routeOf(ROUTE.sections[0]!, { ...BY_AIR, destination: undefined }),
      ["body.sections.1.destination value_error.missing"],
    ],
    [
      "with kilometres of an unknown mode",
      routeOf({ ...UNKNOWN_MODE, ...kms("10") }),
      ["body.sections.0.kms_manual value_error.distance_source"],
    ],
    [
      "of an unknown mode without places",
      routeOf({ transportType: TransportMode.DO_NOT_KNOW }),
      ["body.sections.0.origin value_error.missing", "body.sections.0.destination value_error.missing"],
    ],
    [
      "from a text that is no name",
      routeOf({ ...BY_AIR, origin: "M\0D" }),
      ["body.sections.0.origin value_error.any_str.nul"],
    ],
  ])("%s", async (_what, values, violations) => {
    expect(await refused(values)).toEqual(violations);
    expect(await activity.rows(us, "transports")).toEqual([]);
  });

  it.each([
    ["by road without a vehicle", section({ travelMethod: undefined })],
    ["by air with a vehicle", section({ transportType: AIR })],
    ["by an electric truck that has no factor", section({ electric: true })],
    ["by a bicycle that has no factor", section({ travelMethod: TravelMethod.BICYCLE })],
    ["by a ship without its class", section({ transportType: MARITIME, travelMethod: undefined })],
    ["by a truck of another class", section({ detail: "huge" })],
    ["by an unknown mode with a class", routeOf({ ...UNKNOWN_MODE, detail: "rigid_over_17_t" })],
    ["by an unknown mode with a property", routeOf({ ...UNKNOWN_MODE, refrigerated: true })],
  ])("%s", async (_what, values) => {
    const violations = ["body.sections.0.transport_type INVALID_TRANSPORT_COMBINATION"];
    expect(await refusalOf(create(values))).toMatchObject({ code: "INVALID_TRANSPORT_COMBINATION", violations });
  });

  it("with the classes that have factors", async () => {
    const { detail } = await refusalOf(create(section({ transportType: ROAD, detail: "huge" })));
    expect(detail).toBe("the detail is not one of: none, rigid_over_17_t");
  });

  it("while the place service is unavailable or throttled, unless its distances were sent", async () => {
    Object.assign(activity.places.away, { places: true });
    await expect(create(routeOf(BY_AIR))).rejects.toMatchObject({ code: Code.Unavailable });
    Object.assign(activity.places.away, { places: false, throttled: true });
    expect(await refusalOf(create(routeOf(BY_AIR)))).toMatchObject({
      status: Code.ResourceExhausted,
      code: "UPSTREAM_RATE_LIMITED",
    });
    await create(ROUTE);
    expect(await activity.rows(us, "transports")).toHaveLength(1);
  });
});

describe("a batch of transport routes", () => {
  it("is calculated before a strict write in calls of a limited size", async () => {
    const sections = (km: number) => Array.from({ length: 20 }, () => ({ ...BY_TRUCK, ...kms(`${km + 1}`) }));
    const records = Array.from({ length: 150 }, (_, at) => routeOf(...sections(at)));
    await routes(us, { handling: "strict" }).createTransportRoutes({ records });
    // 40 parts each: operation and energy provision of every section.
    // The calls run side by side.
    expect(activity.calc.calls.map(({ length }) => length).toSorted()).toEqual([125, 25]);
  });

  it("stores routes with unknown places, and none if one has an invalid combination", async () => {
    const records = [ROUTE, routeOf({ ...BY_AIR, origin: "Madird" }), routeOf(BY_AIR, BY_AIR)];
    await routes().createTransportRoutes({ records });
    expect(await activity.rows(us, "transports")).toHaveLength(3);
    expect(activity.places.calls.flat()).toHaveLength(2);
    const refusal = await refusalOf(routes().createTransportRoutes({ records: [ROUTE, section({ electric: true })] }));
    const violations = ["body.records.1.sections.0.transport_type INVALID_TRANSPORT_COMBINATION"];
    expect(refusal).toMatchObject({ code: "BULK_RECORDS_REJECTED", violations });
    expect(await activity.rows(us, "transports")).toHaveLength(3);
  });
});

describe("a batch of transport routes with too many distances", () => {
  it("is refused before any is measured", async () => {
    const routeAt = (n: number) =>
      routeOf(...Array.from({ length: 20 }, (_, at) => ({ ...BY_AIR, origin: `P${20 * n + at}` })));
    const batch = (count: number) =>
      routes().createTransportRoutes({ records: Array.from({ length: count }, (_, n) => routeAt(n)) });
    expect((await refusalOf(batch(251))).violations).toEqual(["body.records value_error.list.max_items"]);
    expect(activity.places.calls).toEqual([]);
    await batch(250);
    expect(activity.places.calls).toHaveLength(10);
  });
});

describe("a change of a transport route is refused", () => {
  it("of its direction, to no sections, or to an invalid combination", async () => {
    const { id } = await create(ROUTE);
    const refused = async (...sent: Parameters<typeof change>) => (await refusalOf(change(...sent))).violations;
    const transportDirection = TransportDirection.UPSTREAM;
    expect(await refused(id, { transportDirection }, "transport_direction")).toEqual([
      "body.transport_direction value_error.extra",
    ]);
    expect(await refused(id, {}, "sections")).toEqual(["body.sections value_error.missing"]);
    expect(await refused(id, { sections: [{ ...BY_AIR, electric: true }] }, "sections")).toEqual([
      "body.sections.0.transport_type INVALID_TRANSPORT_COMBINATION",
    ]);
  });
});
