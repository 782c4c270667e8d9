import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { NIL_ID, newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { Co2eStatus } from "@emissions/proto/activity/v1/list";
import { ExpenseType, PurchaseService } from "@emissions/proto/activity/v1/purchase_service";
import { RecordsDeletedSchema } from "@emissions/proto/activity/v1/record_events";
import { SupplierService } from "@emissions/proto/activity/v1/supplier_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { beforeEach, describe, expect, it } from "vitest";
import { type Activity, eachTest } from "../activity.fixture.ts";
import { chair } from "./purchase.fixture.ts";

let activity: Activity;
let us: Principal;

const purchases = (principal = us) => activity.as(principal, PurchaseService);
const add = async (values: object = {}, principal = us) =>
  (await purchases(principal).createPurchase({ ...chair, ...values })).purchase!.id;
const names = async (request: object, principal = us) =>
  (await purchases(principal).listPurchases(request)).purchases.map(({ productName }) => productName);
/** Everything that tells what has been deleted. */
const traces = async () => ({
  deletions: await activity.rows<{ id: string; ids: string[]; filters: object }>(us, "deletions"),
  events: (await activity.events(us, RecordsDeletedSchema)).flatMap(({ records }) => records),
});

eachTest((ours) => {
  ({ activity, us } = ours);
});

describe("ListPurchases", () => {
  it("finds text whatever its case and accents", async () => {
    await add({ productName: "Sillón ergonómico" });
    await add({ productName: "Mesa", description: "CON CAJÓN" });
    expect(await names({ search: "SILLON" })).toEqual(["Sillón ergonómico"]);
    expect(await names({ search: "cajón" })).toEqual(["Mesa"]);
  });

  it("finds by the instant of recording, both ends included, and by whether there are emissions", async () => {
    await add();
    const createdAt = (await purchases().listPurchases({})).purchases[0]!.createdAt!;
    const later = timestampFromDate(new Date(Date.now() + 60_000));
    expect(await names({ createdAtFrom: createdAt, createdAtTo: createdAt })).toEqual(["Chair"]);
    expect(await names({ createdAtFrom: later })).toEqual([]);
    expect(await names({ co2eStatus: Co2eStatus.CALCULATED })).toEqual([]);
    expect(await names({ co2eStatus: Co2eStatus.NOT_CALCULATED })).toEqual(["Chair"]);
  });

  it("sorts as asked, and refuses what it cannot sort by", async () => {
    await add({ productName: "Old", purchaseDate: "2020-01-01" });
    await add({ productName: "New", purchaseDate: "2024-01-01" });
    await add({ productName: "Older", purchaseDate: "2019-01-01" });
    expect(await names({ sort: ["purchase_date"] })).toEqual(["Older", "Old", "New"]);
    expect(await names({ sort: ["-created_at"] })).toEqual(["Older", "New", "Old"]);
    expect((await refusalOf(names({ sort: ["co2e"] }))).violations).toEqual(["query.sort type_error.enum"]);
  });
});

describe("a group view", () => {
  let child: Principal;
  let other: Principal;
  beforeEach(async () => {
    child = await activity.organization({ parentId: us.organizationId, accepted: true });
    other = await activity.organization();
    us = { ...us, descendants: [child.organizationId] };
    await add({ productName: "Ours", purchaseDate: "2024-03-01" });
    await add({ productName: "Ours, older", purchaseDate: "2024-01-01" });
    await add({ productName: "Child's", purchaseDate: "2024-02-01" }, child);
    await add({ productName: "Another's" }, other);
  });

  it("adds the purchases of the organizations below in one order, page by page, and of nobody else", async () => {
    expect(await names({})).toEqual(["Ours", "Ours, older"]);
    expect(await names({ includeChildren: true })).toEqual(["Ours", "Child's", "Ours, older"]);
    expect(await names({ includeChildren: true, page: 2, size: 1 })).toEqual(["Child's"]);
    expect((await purchases().listPurchases({ includeChildren: true, size: 1 })).total).toBe(3);
  });

  it("is narrowed to organizations of the family, and never widened", async () => {
    const of = (...organizationId: string[]) => names({ includeChildren: true, organizationId });
    expect(await of(child.organizationId)).toEqual(["Child's"]);
    expect(await of(other.organizationId)).toEqual([]);
    expect(await names({ organizationId: [child.organizationId] })).toEqual([]);
  });

  it("has a hash of its own, which deletes nothing of one's own", async () => {
    const { filterHash } = await purchases().listPurchases({ includeChildren: true });
    expect((await refusalOf(purchases().deletePurchasesByFilters({ filterHash }))).code).toBe("FILTER_HASH_MISMATCH");
    expect(await names({ includeChildren: true })).toHaveLength(3);
  });
});

describe("ListPurchaseValues", () => {
  const values = async (field: string) => {
    const { uniqueValues } = await purchases().listPurchaseValues({ field });
    const { totalCount, values } = uniqueValues!;
    return { totalCount, values: values.map(({ value, label, count }) => [value, label, count]) };
  };

  it("counts the purchases by value, names the values, and tells those without a file apart", async () => {
    const { supplier } = await activity.as(us, SupplierService).createSupplier({ businessName: "Acme", country: "DE" });
    const fileId = newId();
    await add({ fileId, fileName: "a.pdf", supplierId: supplier!.id });
    await add({ fileId, fileName: "a.pdf", expenseType: ExpenseType.CAPEX });
    await add();
    expect(await values("expense_type")).toEqual({
      totalCount: 2,
      values: [
        ["capex", undefined, 1],
        ["opex", undefined, 2],
      ],
    });
    expect(await values("supplier_id")).toEqual({ totalCount: 1, values: [[supplier!.id, "Acme", 1]] });
    expect((await values("file_id")).values.toSorted()).toEqual(
      [
        [fileId, "a.pdf", 2],
        [NIL_ID, undefined, 1],
      ].toSorted(),
    );
  });

  it("is empty without purchases, and refuses other fields", async () => {
    expect(await values("status")).toEqual({ totalCount: 0, values: [] });
    expect((await refusalOf(values("product_name"))).violations).toEqual(["query.field type_error.enum"]);
  });
});

describe("DeletePurchases", () => {
  it("deletes those there are, tells which there were not, and announces and keeps what is gone", async () => {
    const [one, two, three] = [await add(), await add(), await add()];
    const foreign = await add({}, await activity.organization());
    const missing = newId();
    const { deletion } = await purchases().deletePurchases({ ids: [two, foreign, one, missing, one] });
    expect(deletion).toMatchObject({
      successCount: 2,
      successIds: [two, one],
      failedCount: 2,
      failedIds: [foreign, missing],
      message: "2 deleted, 2 not found.",
    });
    expect((await purchases().listPurchases({})).purchases.map(({ id }) => id)).toEqual([three]);
    const { deletions, events } = await traces();
    expect(deletions).toMatchObject([{ ids: [two, one], filters: null }]);
    expect(events.map(({ recordId, revision }) => [recordId, revision]).sort()).toEqual(
      [
        [one, 2],
        [two, 2],
      ].sort(),
    );
    const audit = await activity.rows<{ action: string; entityId: string }>(us, "audit_log");
    expect(audit.at(-1)).toMatchObject({ action: "DeletePurchases", entityId: deletions[0]!.id });
    expect((await activity.rows(us, "pending_calculations")).length).toBe(1);
  });

  it("refuses no ids, and what is none", async () => {
    const refused = (ids: string[]) => refusalOf(purchases().deletePurchases({ ids }));
    expect((await refused([])).violations).toEqual(["body.purchase_ids value_error.missing"]);
    expect((await refused(["x"])).violations).toEqual(["body.purchase_ids type_error.uuid"]);
  });
});

describe("DeletePurchasesByFilters", () => {
  it("deletes what matches and nothing else", async () => {
    const [chairs, desk] = [[await add(), await add()], await add({ productName: "Desk" })];
    const { filterHash } = await purchases().listPurchases({ search: "chair" });
    const { deletion } = await purchases().deletePurchasesByFilters({ search: "chair", filterHash });
    expect(deletion).toMatchObject({ successCount: 2, failedCount: 0, failedIds: [], message: "2 deleted." });
    expect([...deletion!.successIds].sort()).toEqual([...chairs].sort());
    expect((await purchases().listPurchases({})).purchases.map(({ id }) => id)).toEqual([desk]);
    const { deletions, events } = await traces();
    expect(deletions).toMatchObject([{ filters: { search: "chair" }, filterHash }]);
    expect(events.map(({ recordId }) => recordId).sort()).toEqual([...chairs].sort());
  });

  it("deletes nothing when the set has changed, nor with the hash of other filters", async () => {
    await add();
    const { filterHash } = await purchases().listPurchases({});
    const refused = (request: object) => refusalOf(purchases().deletePurchasesByFilters(request));
    expect((await refused({ filterHash, search: "chair" })).code).toBe("FILTER_HASH_MISMATCH");
    await add();
    expect((await refused({ filterHash })).code).toBe("FILTER_HASH_MISMATCH");
    expect((await refused({ filterHash: "" })).code).toBe("FILTER_HASH_MISMATCH");
    expect(await names({})).toHaveLength(2);
    expect(await traces()).toEqual({ deletions: [], events: [] });
  });

  it("never reaches newer rows when it is repeated", async () => {
    await add();
    const { filterHash } = await purchases().listPurchases({});
    await purchases().deletePurchasesByFilters({ filterHash });
    await add();
    expect((await refusalOf(purchases().deletePurchasesByFilters({ filterHash }))).code).toBe("FILTER_HASH_MISMATCH");
    expect(await names({})).toEqual(["Chair"]);
  });

  it("deletes nothing of an empty set, and says so", async () => {
    const { filterHash } = await purchases().listPurchases({});
    const { deletion } = await purchases().deletePurchasesByFilters({ filterHash });
    expect(deletion).toMatchObject({ successCount: 0, message: "0 deleted." });
  });
});
