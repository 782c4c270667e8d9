import { Co2eStatus } from "@emissions/proto/activity/v1/list";
import { TransportDirection, TransportRouteStatus } from "@emissions/proto/activity/v1/transport_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { calculating } from "../records/records.fixture.ts";
import { BY_AIR, createRoute as create, ROUTE, routeOf, routes } from "./transport.fixture.ts";
import { transports } from "./transport.ts";

eachTest();

const calculate = calculating(transports);
const list = async (request: object = {}) =>
  (await routes().listTransportRoutes(request)).transportRoutes.map(({ name }) => name);

describe("the list of transport routes", () => {
  it("searches names, suppliers and addresses in any case and without accents", async () => {
    await create({ ...ROUTE, name: "Fair" });
    await create({ ...ROUTE, name: "B", supplier: "Camión Rápido" });
    await create({ ...routeOf({ ...ROUTE.sections[0]!, origin: "Cádiz", destination: "Sevilla" }), name: "C" });
    await create({ ...routeOf(ROUTE.sections[0]!, BY_AIR), name: "D" });
    const search = async (text: string) => list({ search: text });
    expect(await search("FAI")).toEqual(["Fair"]);
    expect(await search("camion rap")).toEqual(["B"]);
    expect([await search("cadiz"), await search("sevilla"), await search("jfk")]).toEqual([["C"], ["C"], ["D"]]);
    expect((await search("")).length).toBe(4);
  });

  it("filters by day, direction and presence of emissions", async () => {
    const first = await create({ ...ROUTE, name: "First", transportDirection: TransportDirection.UPSTREAM });
    await create({ ...ROUTE, name: "Second", transportDate: "2025-06-01" });
    await calculate([{ recordId: first.id }]);
    expect(await list({ startDate: "2025-03-30", endDate: "2025-05-31" })).toEqual(["First"]);
    expect(await list({ transportDirection: [TransportDirection.DOWNSTREAM] })).toEqual(["Second"]);
    expect(await list({ co2eStatus: Co2eStatus.CALCULATED })).toEqual(["First"]);
    expect(await list({ status: [TransportRouteStatus.PENDING] })).toEqual(["Second"]);
  });

  it("is sorted by name, day, quantity or time of recording", async () => {
    const quantity = (value: string) => ({ quantityTransported: { value } });
    await create({ ...ROUTE, name: "B", ...quantity("3"), transportDate: "2025-01-03" });
    await create({ ...ROUTE, name: "A", ...quantity("2"), transportDate: "2025-01-01" });
    await create({ ...ROUTE, ...quantity("1"), transportDate: "2025-01-02" });
    expect(await list({ sort: ["name"] })).toEqual(["A", "B", undefined]);
    expect(await list({ sort: ["-quantity_transported"] })).toEqual(["B", "A", undefined]);
    expect(await list({ sort: ["start_date"] })).toEqual(["A", undefined, "B"]);
    expect(await list({ sort: ["created_at"] })).toEqual(["B", "A", undefined]);
    expect(await list()).toEqual(["B", undefined, "A"]);
    const { violations } = await refusalOf(list({ sort: ["supplier"] }));
    expect(violations).toEqual(["query.sort type_error.enum"]);
  });

  it("lists the values of direction and file", async () => {
    await create(ROUTE);
    await create({ ...ROUTE, transportDirection: TransportDirection.UPSTREAM });
    await create({ ...ROUTE, transportDirection: TransportDirection.UPSTREAM });
    const values = async (field: string) =>
      (await routes().listTransportRouteValues({ field })).uniqueValues!.values.map(({ value, count }) => [
        value,
        count,
      ]);
    expect(await values("transport_direction")).toEqual([
      ["downstream", 1],
      ["upstream", 2],
    ]);
    expect(await values("file_id")).toEqual([["00000000-0000-0000-0000-000000000000", 3]]);
  });
});

describe("deleted transport routes", () => {
  it("are kept apart, by every way of deletion, and are seen by nobody", async () => {
    const [one, two, three] = [
      await create({ ...ROUTE, name: "One" }),
      await create(ROUTE),
      await create(routeOf(BY_AIR)),
    ];
    await calculate([{ recordId: one.id }]);
    await routes().deleteTransportRoute({ id: one.id });
    await routes().deleteTransportRoutes({ ids: [two.id, one.id] });
    const { filterHash } = await routes().listTransportRoutes({ search: "jfk" });
    await routes().deleteTransportRoutesByFilters({ filterHash, search: "jfk" });
    expect(await list()).toEqual([]);
    expect(await refusalOf(routes().getTransportRoute({ id: one.id }))).toMatchObject({
      code: "TRANSPORT_ROUTE_NOT_FOUND",
    });
    type Kept = { id: string; name: string | null; co2e: string | null; deletedAt: Date };
    const kept = await activity.rows<Kept>(us, "deleted_transports");
    expect(kept.map(({ id }) => id).sort()).toEqual([one.id, two.id, three.id].sort());
    expect(kept.find(({ id }) => id === one.id)).toMatchObject({ name: "One", co2e: "1", deletedAt: expect.any(Date) });
    expect(await activity.rows(await activity.organization(), "deleted_transports")).toEqual([]);
  });
});
