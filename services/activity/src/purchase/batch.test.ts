import { PurchaseStatus } from "@emissions/proto/activity/v1/purchase_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { expect, it } from "vitest";
import { activity, eachTest, inputs, KG } from "../activity.fixture.ts";
import { chair, laptops, purchases, supplier } from "./purchase.fixture.ts";

eachTest();

it("a batch announces each purchase with its own supplier and status", async () => {
  const supplierId = await supplier({ country: "FR" });
  await purchases().createPurchases({
    records: [
      { ...laptops, supplierId },
      { ...chair, status: PurchaseStatus.INACTIVE },
    ],
  });
  expect((await purchases().listPurchases({})).purchases).toMatchObject([
    { productName: "Laptops", status: PurchaseStatus.ACTIVE, supplier: { id: supplierId } },
    { productName: "Chair", status: PurchaseStatus.INACTIVE },
  ]);
  expect(await inputs()).toMatchObject([
    { selector: { kind: { case: "spend", value: { country: "FR" } } }, excludedFromTotals: false },
    { selector: { kind: { case: "spend", value: { country: "ES" } } }, excludedFromTotals: true },
  ]);
});

it("a batch with invalid purchases names each violation with its place", async () => {
  const theirs = await supplier({}, await activity.organization());
  const invalid = [{ unitId: undefined }, { supplierId: theirs }, { unitId: KG, purchaseDate: "1969-12-31" }];
  const records = invalid.map((values) => ({ ...laptops, ...values }));
  expect((await refusalOf(purchases().createPurchases({ records }))).violations).toEqual([
    "body.records.0 SCHEMA_INVALID",
    "body.records.1.supplier_id SCHEMA_INVALID",
    "body.records.2.purchase_date ACTIVITY_DATE_OUT_OF_RANGE",
    "body.records.2.unit_id SCHEMA_INVALID",
  ]);
});
