import { newId } from "@emissions/kit/process/id";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { changeRoute as change, createRoute as create, ROUTE, routes } from "./transport.fixture.ts";

eachTest();

const versions = async (id: string, more: object = {}) => routes().listTransportRouteVersions({ id, ...more });

describe("the versions of a transport route", () => {
  it("name the user, the time and the tracked fields of each change, the latest first", async () => {
    const { id } = await create({ ...ROUTE, name: "Fair" });
    await change(
      id,
      { quantityTransported: { value: "2.5" }, transportDate: "2025-04-01" },
      "quantity_transported",
      "transport_date",
    );
    await change(id, { name: undefined, supplier: "Fast & Co" }, "name", "supplier");
    const { versions: all, total } = await versions(id);
    expect(total).toBe(3);
    expect(all.map(({ operationType }) => operationType)).toEqual(["update", "update", "create"]);
    expect(all[0]).toMatchObject({ userId: us.userId, userFirstName: "Ada", issuedAt: expect.anything() });
    const changes = all.map(({ changes }) =>
      changes.map(({ field, oldValue, newValue }) => [field, oldValue, newValue]),
    );
    expect(changes).toEqual([
      [["name", "Fair", undefined]],
      [
        ["quantity", "5000", "2.5"],
        ["start_date", "2025-03-30", "2025-04-01"],
      ],
      [
        ["name", undefined, "Fair"],
        ["quantity", undefined, "5000"],
        ["unit_id", undefined, ROUTE.unitId],
        ["start_date", undefined, "2025-03-30"],
        ["transport_direction", undefined, "downstream"],
      ],
    ]);
  });

  it("of a route of a batch begin with its values", async () => {
    await routes().createTransportRoutes({ records: [ROUTE, ROUTE] });
    const [row] = await activity.rows<{ id: string }>(us, "transports");
    const { versions: all } = await versions(row!.id);
    expect(all).toMatchObject([{ operationType: "create", changes: [{ field: "quantity" }, {}, {}, {}] }]);
  });

  it("are listed in pages", async () => {
    const { id } = await create(ROUTE);
    for (const name of ["One", "Two", "Three"]) await change(id, { name }, "name");
    const page = async (page: number) =>
      (await versions(id, { page, size: 3 })).versions.map(({ changes }) => changes[0]!.newValue);
    expect([await page(1), await page(2), await page(3)]).toEqual([["Three", "Two", "One"], ["5000"], []]);
    expect((await refusalOf(versions(id, { size: 101 }))).violations).toEqual(["query.size value_error.number.not_le"]);
  });

  it("are hidden for a deleted route, and from other organizations, like those of a missing one", async () => {
    const { id } = await create(ROUTE);
    const other = await activity.organization();
    const refused = { code: "TRANSPORT_ROUTE_NOT_FOUND" };
    expect(await refusalOf(routes(other).listTransportRouteVersions({ id }))).toMatchObject(refused);
    await routes().deleteTransportRoute({ id });
    for (const missing of [id, newId(), "none"]) expect(await refusalOf(versions(missing))).toMatchObject(refused);
  });
});
