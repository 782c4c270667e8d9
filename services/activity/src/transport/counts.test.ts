import { NIL_ID, newId } from "@emissions/kit/process/id";
import { type CountTransportRoutesRequest, TransportDirection } from "@emissions/proto/activity/v1/transport_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { calculating } from "../records/records.fixture.ts";
import { changeRoute as change, createRoute as create, ROUTE, routes } from "./transport.fixture.ts";
import { transports } from "./transport.ts";

eachTest();

const { UPSTREAM, DOWNSTREAM } = TransportDirection;
const calculate = calculating(transports);
const count = async (request: Partial<CountTransportRoutesRequest> = {}, as = us) => {
  const { pending, active, error } = (await routes(as).countTransportRoutes(request)).counts!;
  return [pending, active, error];
};

describe("the counts of transport routes", () => {
  it("are zero without routes", async () => {
    expect(await count()).toEqual([0, 0, 0]);
  });

  it("tell routes by the state of their calculation", async () => {
    const [one, two] = [await create(ROUTE), await create(ROUTE), await create(ROUTE)];
    expect(await count()).toEqual([3, 0, 0]);
    await calculate([{ recordId: one!.id }, { recordId: two!.id, failed: "FACTOR_NOT_FOUND" }]);
    expect(await count()).toEqual([1, 1, 1]);
    await change(two!.id, { name: "Again" }, "name");
    expect(await count()).toEqual([2, 1, 0]);
  });

  it("count the routes of a batch while they wait", async () => {
    await routes().createTransportRoutes({ records: Array.from({ length: 30 }, () => ROUTE) });
    expect(await count()).toEqual([30, 0, 0]);
  });

  it("count deleted routes as active, whatever their state was", async () => {
    const [waiting, done, failed] = [await create(ROUTE), await create(ROUTE), await create(ROUTE)];
    await calculate([{ recordId: done.id }, { recordId: failed.id, failed: "FACTOR_NOT_FOUND" }]);
    await routes().deleteTransportRoute({ id: waiting.id });
    expect(await count()).toEqual([0, 2, 1]);
    await routes().deleteTransportRoutes({ ids: [done.id, failed.id] });
    expect(await count()).toEqual([0, 3, 0]);
    expect(await activity.rows(us, "transports")).toEqual([]);
  });

  it("are those of one direction, or of both", async () => {
    await create(ROUTE);
    await create({ ...ROUTE, transportDirection: UPSTREAM });
    const { id } = await create({ ...ROUTE, transportDirection: UPSTREAM });
    await routes().deleteTransportRoute({ id });
    expect(await count({ transportDirection: UPSTREAM })).toEqual([1, 1, 0]);
    expect(await count({ transportDirection: DOWNSTREAM })).toEqual([1, 0, 0]);
    expect(await count()).toEqual([2, 1, 0]);
  });

  it("are those of one file, deleted routes included, also after a route gets another file", async () => {
    const [first, second] = ["a.csv", "b.csv"].map((name) => activity.store.add(us.organizationId, name));
    const moved = await create({ ...ROUTE, fileId: first! });
    const deleted = await create({ ...ROUTE, fileId: first! });
    await routes().deleteTransportRoute({ id: deleted.id });
    expect(await count({ fileId: first! })).toEqual([1, 1, 0]);
    await change(moved.id, { fileId: second }, "file_id");
    expect([await count({ fileId: first! }), await count({ fileId: second! })]).toEqual([
      [0, 1, 0],
      [1, 0, 0],
    ]);
    await create(ROUTE);
    expect([await count({ fileId: NIL_ID }), await count({ fileId: newId() })]).toEqual([
      [1, 0, 0],
      [0, 0, 0],
    ]);
    expect(await refusalOf(count({ fileId: "first" }))).toMatchObject({
      violations: ["query.file_id type_error.uuid"],
    });
  });

  it("are those of the own organization alone, for a parent too", async () => {
    await create(ROUTE);
    const child = await activity.organization({ parentId: us.organizationId, accepted: true });
    await routes(child).createTransportRoute(ROUTE);
    expect(await count({}, { ...us, descendants: [child.organizationId] })).toEqual([1, 0, 0]);
    expect(await count({}, child)).toEqual([1, 0, 0]);
  });

  it("are exact after routes that were stored at the same time, and kept in few rows", async () => {
    await Promise.all(Array.from({ length: 40 }, () => create(ROUTE)));
    await create(ROUTE);
    expect(await count()).toEqual([41, 0, 0]);
    expect((await activity.rows(us, "transport_counts")).length).toBeLessThanOrEqual(2);
  });
});
