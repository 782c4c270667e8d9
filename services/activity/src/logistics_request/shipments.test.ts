import { NIL_ID, newId } from "@emissions/kit/process/id";
import {
  LogisticsRequestService,
  LogisticsRequestStatus as Status,
} from "@emissions/proto/activity/v1/logistics_request_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { actAs, activity, deletions, eachTest, us } from "../activity.fixture.ts";
import { storeShipments } from "./shipments.fixture.ts";

eachTest();

const requests = (as = us) => activity.as(as, LogisticsRequestService);
const list = (filter: object = {}, as = us) => requests(as).listLogisticsRequests(filter);
const listed = async (filter: object = {}) => (await list(filter)).logisticsRequests.map(({ id }) => id).sort();
const one = async (values: Parameters<typeof storeShipments>[0]) => (await storeShipments(values))[0]!;

describe("the list of shipments", () => {
  it("filters by shipment, customer and days, exactly", async () => {
    const wanted = await one({ movementId: "M-1", client: "Acme", shipmentDate: "2025-03-01" });
    await one({ movementId: "M-10", client: "Acme Ltd", shipmentDate: "2025-03-02" });
    expect(await listed({ movementId: "M-1" })).toEqual([wanted]);
    expect(await listed({ client: "Acme" })).toEqual([wanted]);
    expect(await listed({ dateFrom: "2025-03-01", dateUntil: "2025-03-01" })).toEqual([wanted]);
  });

  it("is searched in shipments, customers and places, ignoring case and accents", async () => {
    const wanted = await one({ movementId: "Ñandú 7" });
    await one({ client: "Acme" });
    expect(await listed({ search: "nandu" })).toEqual([wanted]);
  });

  it("has conditions on columns, all of which must hold", async () => {
    const [fileId, other] = [newId(), newId()];
    const [van, rail] = [await one({ fileId }), await one({ fileId, vehicleType: "rail" })];
    const [loose, foreign] = [await one({ uploadedBy: null }), await one({ fileId: other, uploadedBy: other })];
    const by = (...filterBy: string[]) => listed({ filterBy });
    expect(await by("vehicle_type:in[van_diesel]")).toEqual([van, loose, foreign].sort());
    expect(await by("vehicle_type:in[van_diesel,rail]", `file_id:in[${fileId}]`)).toEqual([van, rail].sort());
    expect(await by("vehicle_type:in[rail]", "vehicle_type:in[van_diesel]")).toEqual([]);
    expect(await by(`file_id:in[${NIL_ID}]`)).toEqual([loose]);
    expect(await by(`file_id:in[${NIL_ID},${other.toUpperCase()}]`)).toEqual([loose, foreign].sort());
    expect(await by(`uploaded_by:in[${other}]`)).toEqual([foreign]);
    expect(await by(`uploaded_by:in[${NIL_ID}]`)).toEqual([loose]);
    expect(await listed({ vehicleType: ["rail", "van_electric"] })).toEqual([rail]);
  });

  it("compares the zero id of the parameter of files literally, so it matches nothing", async () => {
    const fileId = newId();
    const [wanted] = [await one({ fileId }), await one({})];
    expect(await listed({ fileId: [NIL_ID] })).toEqual([]);
    expect(await listed({ fileId: [NIL_ID, fileId] })).toEqual([wanted]);
  });

  it.each([
    "vehicle_type",
    "vehicle_type:in",
    "vehicle_type:in[]",
    "vehicle_type:in[a]]",
    "vehicle_type:nin[a]",
    "co2e:in[1]",
    "__proto__:in[a]",
    "vehicle_type:in[a] or true",
  ])("refuses the malformed condition %s", async (condition) => {
    const { violations } = await refusalOf(list({ filterBy: ["vehicle_type:in[a]", condition] }));
    expect(violations).toEqual(["query.filter_by value_error"]);
  });

  it("refuses malformed ids, too many values and too many conditions", async () => {
    const refused = async (filter: object) => (await refusalOf(list(filter))).violations;
    expect(await refused({ filterBy: ["file_id:in[all]"] })).toEqual(["query.filter_by type_error.uuid"]);
    expect(await refused({ filterBy: ["vehicle_type:in[a,,b]", "uploaded_by:in[]"] })).toHaveLength(1);
    const many = Array.from({ length: 101 }, (_, n) => `v${n}`).join(",");
    expect(await refused({ filterBy: [`vehicle_type:in[${many}]`] })).toEqual([
      "query.filter_by value_error.list.max_items",
    ]);
    const conditions = Array.from({ length: 11 }, () => "vehicle_type:in[a]");
    expect(await refused({ filterBy: conditions })).toEqual(["query.filter_by value_error.list.max_items"]);
    expect(await refused({ projectId: "all" })).toEqual(["query.project_id type_error.uuid"]);
  });

  it("of a project without links is empty", async () => {
    await one({});
    const found = await list({ projectId: newId() });
    expect(found).toMatchObject({ logisticsRequests: [], total: 0 });
    expect(found.filterHash).toMatch(/^[0-9a-f]{16}$/);
  });

  it("of the group has the shipments of the organizations below, with the ids of these", async () => {
    const parent = await activity.organization();
    actAs(await activity.organization({ parentId: parent.organizationId, accepted: true }));
    const id = await one({});
    const above = { ...parent, descendants: [us.organizationId] };
    expect((await list({}, above)).logisticsRequests).toEqual([]);
    const { logisticsRequests } = await list({ includeChildren: true }, above);
    expect(logisticsRequests).toMatchObject([{ id, organizationId: us.organizationId }]);
    await requests().deleteLogisticsRequest({ id });
    const deleted = await list({ includeChildren: true, status: [Status.INACTIVE, Status.ACTIVE] }, above);
    expect(deleted.logisticsRequests).toMatchObject([{ id, status: Status.INACTIVE }]);
  });
});

describe("the status of a shipment", () => {
  const { PENDING, ACTIVE, ERROR, INACTIVE } = Status;

  it("is a filter; deleted shipments are inactive, and listed only if asked for", async () => {
    const pending = await one({ status: "pending" });
    const [active, gone] = await storeShipments({}, 2);
    const failed = await one({ status: "failed" });
    await requests().deleteLogisticsRequest({ id: gone! });
    expect(await listed()).toEqual([pending, active, failed].sort());
    expect(await listed({ status: [PENDING] })).toEqual([pending]);
    expect(await listed({ status: [ACTIVE] })).toEqual([active]);
    expect(await listed({ status: [ERROR] })).toEqual([failed]);
    expect(await listed({ status: [INACTIVE] })).toEqual([gone]);
    expect(await listed({ status: [INACTIVE, INACTIVE, ACTIVE] })).toEqual([active, gone].sort());
    expect(await listed({ status: [PENDING, ACTIVE, ERROR, INACTIVE] })).toEqual(
      [pending, active, gone, failed].sort(),
    );
    const shown = (await list({ status: [INACTIVE, ACTIVE] })).logisticsRequests;
    expect(new Map(shown.map(({ id, status }) => [id, status]))).toEqual(
      new Map([
        [active, ACTIVE],
        [gone, INACTIVE],
      ]),
    );
    expect((await list({ status: [INACTIVE, ACTIVE], size: 1, page: 2 })).logisticsRequests).toHaveLength(1);
  });

  it("is combined with the other filters, and deleted shipments are searched like others", async () => {
    const gone = await one({ movementId: "M-1", vehicleType: "rail" });
    await one({ movementId: "M-2" });
    await requests().deleteLogisticsRequests({ ids: [gone] });
    for (const filter of [{ movementId: "M-1" }, { search: "m-1" }, { filterBy: ["vehicle_type:in[rail]"] }]) {
      expect(await listed({ ...filter, status: [INACTIVE] })).toEqual([gone]);
      expect(await listed({ ...filter, status: [INACTIVE, ACTIVE] })).toEqual([gone]);
      expect(await listed(filter)).toEqual([]);
    }
  });

  it("the view of all shipments has every column of both tables", async () => {
    const columnsOf = async (table: string) => {
      const rows = await activity.owner<{ name: string }[]>`
        select attname as name from pg_attribute
        where attrelid = ${`activity.${table}`}::regclass and attnum > 0 and not attisdropped order by attnum`;
      return rows.map(({ name }) => name);
    };
    const all = await columnsOf("all_logistics_requests");
    expect(await columnsOf("deleted_logistics_requests")).toEqual(all);
    expect(["deleted_at", ...(await columnsOf("logistics_requests"))]).toEqual(all);
  });
});

describe("deletions of shipments", () => {
  it("by ids delete all or none", async () => {
    const ids = await storeShipments({}, 3);
    const missing = newId();
    const { code } = await refusalOf(requests().deleteLogisticsRequests({ ids: [...ids, missing] }));
    expect(code).toBe("LOGISTICS_REQUEST_NOT_FOUND");
    expect(await listed()).toEqual(ids);
    await requests().deleteLogisticsRequests({ ids: ids.slice(1) });
    expect(await listed()).toEqual(ids.slice(0, 1));
    expect((await deletions()).map(({ recordId }) => recordId).sort()).toEqual(ids.slice(1));
    const { code: again } = await refusalOf(requests().deleteLogisticsRequests({ ids: ids.slice(1) }));
    expect(again).toBe("LOGISTICS_REQUEST_NOT_FOUND");
  });

  it("by filters need the hash of the list, and delete nothing after a change of the matches", async () => {
    const filter = { filterBy: ["vehicle_type:in[rail]"], dateFrom: "2025-01-01" };
    await storeShipments({ vehicleType: "rail" }, 2);
    const kept = await one({});
    const { filterHash } = await list(filter);
    const added = await one({ vehicleType: "rail" });
    const remove = (hash: string) => requests().deleteLogisticsRequestsByFilters({ ...filter, filterHash: hash });
    expect((await refusalOf(remove(filterHash))).code).toBe("FILTER_HASH_MISMATCH");
    expect(await listed()).toContain(added);
    const { deletion } = await remove((await list(filter)).filterHash);
    expect(deletion).toMatchObject({ successCount: 3, failedCount: 0 });
    expect(await listed()).toEqual([kept]);
  });

  it("by filters refuse the status inactive", async () => {
    const [id] = await storeShipments({}, 2);
    await requests().deleteLogisticsRequest({ id: id! });
    const status = [Status.INACTIVE];
    const { filterHash } = await list({ status });
    const { violations } = await refusalOf(requests().deleteLogisticsRequestsByFilters({ status, filterHash }));
    expect(violations).toEqual(["query.status value_error"]);
  });

  it("reach only the own organization", async () => {
    const theirs = await one({});
    actAs(await activity.organization());
    for (const ids of [[theirs], [newId()]]) {
      expect(await refusalOf(requests().deleteLogisticsRequests({ ids }))).toMatchObject({
        code: "LOGISTICS_REQUEST_NOT_FOUND",
        detail: "Logistics request not found",
      });
    }
  });
});
