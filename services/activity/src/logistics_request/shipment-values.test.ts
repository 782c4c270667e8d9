import { create } from "@bufbuild/protobuf";
import type { Tx } from "@emissions/kit/db/transactions";
import { NIL_ID, newId } from "@emissions/kit/process/id";
import { LogisticsRequestService } from "@emissions/proto/activity/v1/logistics_request_service";
import { FileDeletedSchema } from "@emissions/proto/imports/v1/file_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { actAs, activity, eachTest, us } from "../activity.fixture.ts";
import { calculating } from "../records/records.fixture.ts";
import { logisticsRequests } from "./logistics_request.ts";
import { EXACT_MAX, selectShipmentValues } from "./shipment-values.ts";
import { addActive, member, storeShipments } from "./shipments.fixture.ts";
import { uploadConsumer } from "./shipments.ts";

eachTest();

const requests = () => activity.as(us, LogisticsRequestService);
const valuesOf = async (field: string, projectId?: string) => {
  const { uniqueValues } = await requests().listLogisticsRequestValues({ field, ...(projectId && { projectId }) });
  const { totalCount, values } = uniqueValues!;
  expect(uniqueValues!.field).toBe(field);
  return { totalCount, values: values.map(({ value, label, count }) => [value, label ?? null, count]) };
};
const calculate = calculating(logisticsRequests);
const large = () => addActive("uploaded_by", "", EXACT_MAX + 1);

describe("vehicle types", () => {
  it("are names with equal labels, sorted by name, without shipments that lack one", async () => {
    await storeShipments({ vehicleType: "van_electric" }, 2);
    await storeShipments({ vehicleType: "artic_truck_diesel" });
    await storeShipments({ vehicleType: null });
    expect(await valuesOf("vehicle_type")).toEqual({
      totalCount: 2,
      values: [
        ["artic_truck_diesel", "artic_truck_diesel", 1],
        ["van_electric", "van_electric", 2],
      ],
    });
  });

  it("of a project without links are none; of a large organization they are its names", async () => {
    await storeShipments();
    expect(await valuesOf("vehicle_type", newId())).toEqual({ totalCount: 0, values: [] });
    await large();
    expect((await valuesOf("vehicle_type", newId())).values).toEqual([["van_diesel", "van_diesel", 1]]);
  });
});

describe("files", () => {
  it("have their names; shipments without a file are one value at the end", async () => {
    const [march, april] = [newId(), newId()];
    await storeShipments({ fileId: april, fileName: "Älter.csv" }, 3);
    await storeShipments({ fileId: march, fileName: "zuletzt.csv" });
    await storeShipments({}, 2);
    expect(await valuesOf("file_id")).toEqual({
      totalCount: 3,
      values: [
        [april, "Älter.csv", 3],
        [march, "zuletzt.csv", 1],
        [NIL_ID, null, 2],
      ],
    });
  });

  it("of a large organization are the uploads, the newest first, with the rows at upload time", async () => {
    const [first, second] = [newId(), newId()];
    const [gone] = await storeShipments({ fileId: first, fileName: "first.csv" }, 2);
    await storeShipments({ fileId: second, fileName: "second.csv", status: "failed" });
    await requests().deleteLogisticsRequest({ id: gone! });
    expect((await valuesOf("file_id")).values).toEqual([[first, "first.csv", 1]]);
    await large();
    const uploads = [
      [second, "second.csv", 1],
      [first, "first.csv", 2],
    ];
    expect(await valuesOf("file_id")).toEqual({ totalCount: 2, values: uploads });
    await storeShipments();
    expect(await valuesOf("file_id")).toEqual({ totalCount: 3, values: [...uploads, [NIL_ID, null, 1]] });
  });

  it("that were deleted are no uploads", async () => {
    const fileId = newId();
    const [id] = await storeShipments({ fileId });
    await large();
    await requests().deleteLogisticsRequest({ id: id! });
    const deleted = create(FileDeletedSchema, { fileId });
    await activity.db.asService(us.organizationId, (write) => uploadConsumer.handle(write, [deleted]));
    expect((await valuesOf("file_id")).values).toEqual([]);
  });
});

describe("uploaders", () => {
  it("have first and last name, or none; shipments without one are left out", async () => {
    const [zoe, nameless, stranger] = [await member("Zoë", "Ångström"), await member(null, null), newId()];
    for (const uploadedBy of [zoe, nameless, stranger, us.userId, null]) await storeShipments({ uploadedBy });
    const { totalCount, values } = await valuesOf("uploaded_by");
    const nobody = [nameless, stranger].sort().map((id) => [id, null, 1]);
    expect({ totalCount, values }).toEqual({
      totalCount: 4,
      values: [[us.userId, "Ada", 1], [zoe, "Zoë Ångström", 1], ...nobody],
    });
  });

  it("of a large organization are all members by name, also those without shipments", async () => {
    const [bea, zoe] = [await member("Bea", null), await member("zoe", "Adams")];
    await storeShipments({ uploadedBy: zoe });
    await storeShipments({ uploadedBy: newId() });
    await large();
    expect(await valuesOf("uploaded_by")).toEqual({
      totalCount: 3,
      values: [
        [us.userId, "Ada", 0],
        [bea, "Bea", 0],
        [zoe, "zoe Adams", 1],
      ],
    });
  });
});

it("values are exact up to 250,000 active shipments, and estimates from the next one on", async () => {
  const bea = await member("Bea", null);
  await addActive("uploaded_by", "", 249_999);
  await storeShipments();
  await storeShipments({ status: "failed" });
  expect((await valuesOf("uploaded_by")).values).toEqual([[us.userId, "Ada", 1]]);
  await storeShipments();
  expect((await valuesOf("uploaded_by")).values).toEqual([
    [us.userId, "Ada", 2],
    [bea, "Bea", 0],
  ]);
});

it.each(["movement_id", "", "constructor", "vehicle_type "])(
  "an unsupported field has no values: %j",
  async (field) => {
    await storeShipments();
    expect(await valuesOf(field)).toEqual({ totalCount: 0, values: [] });
  },
);

it("a malformed project is refused for every field", async () => {
  for (const field of ["vehicle_type", "file_id", "nothing"]) {
    const { violations } = await refusalOf(requests().listLogisticsRequestValues({ field, projectId: "all" }));
    expect(violations).toEqual(["query.project_id type_error.uuid"]);
  }
});

describe("only active shipments count", () => {
  const counted = async () => (await valuesOf("vehicle_type")).values;
  const van = (count: number) => [["van_diesel", "van_diesel", count]];

  it("from their result to their deletion, a failure or a new calculation", async () => {
    await storeShipments({ status: "failed" });
    const ids = await storeShipments({ status: "pending" }, 3);
    expect(await counted()).toEqual([]);
    await calculate(ids.map((recordId) => ({ recordId })));
    await calculate(ids.map((recordId) => ({ recordId })));
    expect(await counted()).toEqual(van(3));
    await requests().deleteLogisticsRequests({ ids: ids.slice(0, 1) });
    expect(await counted()).toEqual(van(2));
    await activity.db.asService(us.organizationId, async ({ tx, org }) => {
      await tx`
        update logistics_requests set calculation_status = 'pending', revision = 2
        where organization_id = ${org} and id = ${ids[1]!}`;
    });
    expect(await counted()).toEqual(van(1));
    await calculate([{ recordId: ids[1]!, revision: 2 }]);
    expect(await counted()).toEqual(van(2));
  });

  it("with the values that they have now, also of a file that replaces all rows of another", async () => {
    const [first, second] = [newId(), newId()];
    await storeShipments({ fileId: first, fileName: "first.csv" }, 2);
    await activity.db.asService(us.organizationId, async ({ tx, org }) => {
      await tx`
        update logistics_requests set vehicle_type = 'rail', file_id = ${second}, file_name = 'second.csv'
        where organization_id = ${org}`;
    });
    expect(await counted()).toEqual([["rail", "rail", 2]]);
    expect((await valuesOf("file_id")).values).toEqual([[second, "second.csv", 2]]);
    await large();
    expect((await valuesOf("file_id")).values).toEqual([
      [second, "second.csv", 2],
      [first, "first.csv", 2],
    ]);
  });

  it("of the own organization", async () => {
    await storeShipments();
    actAs(await activity.organization({ parentId: us.organizationId, accepted: true }));
    expect(await counted()).toEqual([]);
  });
});

describe("concurrent writers of one organization", () => {
  it("do not wait for each other, and none is lost", async () => {
    const { organizationId: org } = us;
    const [id] = await storeShipments();
    await activity.db.asService(org, async ({ tx }) => {
      await tx`
        update logistics_requests set calculation_status = 'pending' where organization_id = ${org} and id = ${id!}`;
      // The others commit while this transaction is open.
      await Promise.all(Array.from({ length: 20 }, () => storeShipments()));
    });
    expect((await valuesOf("vehicle_type")).values).toEqual([["van_diesel", "van_diesel", 20]]);
  });

  it("share the last slot when there are more of them than slots", async () => {
    const { organizationId: org } = us;
    await activity.db.asService(org, async ({ tx }) => {
      await tx`
        select pg_advisory_xact_lock(hashtextextended('slots of ' || ${org}::text, 0) # slot::bigint)
        from generate_series(0, 31) as slot`;
      await Promise.all([storeShipments(), storeShipments()]);
    });
    const slots = await activity.rows<{ slot: number; active: number }>(us, "shipment_counts");
    expect(slots.map(({ slot, active }) => [slot, active])).toEqual(Array(3).fill([32, 2]));
  });
});

it.each([
  ["exact", 0],
  ["estimated", EXACT_MAX],
])("%s values are read without reading a shipment", async (_, more) => {
  for (const vehicleType of ["van_diesel", "rail"]) await storeShipments({ vehicleType }, 500);
  await addActive("uploaded_by", "", more);
  const rowsRead = await activity.db.asService(us.organizationId, async ({ tx, org }) => {
    const before = await tuplesRead(tx);
    for (const field of ["vehicle_type", "file_id", "uploaded_by"]) {
      await selectShipmentValues(tx, org, { field, projectId: "" });
    }
    const after = await tuplesRead(tx);
    return { shipments: after.shipments - before.shipments, counts: after.counts - before.counts };
  });
  expect(rowsRead.shipments).toBe(0);
  expect(rowsRead.counts).toBeGreaterThan(0);
  expect(rowsRead.counts).toBeLessThan(30);
});

/** Rows of the tables that statements of this transaction read, also by indexes. */
async function tuplesRead(tx: Tx): Promise<{ shipments: number; counts: number }> {
  const [row] = await tx<[{ shipments: number; counts: number }]>`
    select (sum(pg_stat_get_xact_tuples_returned(c.oid)) filter (where t.relname = 'logistics_requests'))::int as shipments,
      (sum(pg_stat_get_xact_tuples_returned(c.oid)) filter (where t.relname = 'shipment_counts'))::int as counts
    from pg_class t
    join pg_class c on c.oid = t.oid or c.oid in (select indexrelid from pg_index where indrelid = t.oid)
    where t.relname in ('logistics_requests', 'shipment_counts') and t.relnamespace = current_schema()::regnamespace`;
  return row;
}
