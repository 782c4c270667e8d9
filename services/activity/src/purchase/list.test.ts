import { NIL_ID, newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import {
  ExpenseType,
  PurchaseService,
  PurchaseStatus,
  PurchaseType,
} from "@emissions/proto/activity/v1/purchase_service";
import { SupplierService } from "@emissions/proto/activity/v1/supplier_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Activity, startActivity } from "../activity.fixture.ts";
import { chair } from "./purchase.fixture.ts";

let activity: Activity;
let us: Principal;
let supplierId: string;
const fileId = newId();

const purchases = (principal = us) => activity.as(principal, PurchaseService);

beforeAll(async () => {
  activity = await startActivity();
  us = await activity.organization();
  const them = await activity.organization();
  await purchases(them).createPurchase(chair);
  const { supplier } = await activity.as(us, SupplierService).createSupplier({ businessName: "Acme", country: "DE" });
  supplierId = supplier!.id;
  const { createPurchase } = purchases();
  await createPurchase({ ...chair, productName: "Chair", fileId, fileName: "a.pdf" });
  await createPurchase({ ...chair, productName: "Desk", purchaseDate: "2024-02-01", supplierId });
  await createPurchase({ ...chair, productName: "Lamp 100%", purchaseDate: "2024-03-01", description: "For the DESK" });
  await createPurchase({
    ...chair,
    productName: "Printer",
    purchaseDate: "2024-04-01",
    expenseType: ExpenseType.CAPEX,
    purchaseType: PurchaseType.AVERAGE_DATA,
    status: PurchaseStatus.INACTIVE,
  });
});
afterAll(() => activity.drop());

const names = async (filters: object) =>
  (await purchases().listPurchases(filters)).purchases.map(({ productName }) => productName);

describe("ListPurchases", () => {
  it.each([
    { filter: "status", sent: () => ({ status: [PurchaseStatus.INACTIVE] }), found: ["Printer"] },
    {
      filter: "two statuses",
      sent: () => ({ status: [PurchaseStatus.INACTIVE, PurchaseStatus.ACTIVE], page: 1, size: 2 }),
      found: ["Printer", "Lamp 100%"],
    },
    { filter: "purchase type", sent: () => ({ purchaseType: [PurchaseType.AVERAGE_DATA] }), found: ["Printer"] },
    { filter: "expense type", sent: () => ({ expenseType: [ExpenseType.CAPEX] }), found: ["Printer"] },
    { filter: "file name", sent: () => ({ fileName: ["a.pdf", "b.pdf"] }), found: ["Chair"] },
    { filter: "supplier", sent: () => ({ supplierId: [supplierId] }), found: ["Desk"] },
    { filter: "text in name or description", sent: () => ({ search: "desk" }), found: ["Lamp 100%", "Desk"] },
    { filter: "text that is a wildcard elsewhere", sent: () => ({ search: "0%" }), found: ["Lamp 100%"] },
    {
      filter: "days, both included",
      sent: () => ({ startDate: "2024-02-01", endDate: "2024-03-01" }),
      found: ["Lamp 100%", "Desk"],
    },
    { filter: "two filters at once", sent: () => ({ search: "desk", supplierId: [supplierId] }), found: ["Desk"] },
  ])("finds by $filter", async ({ sent, found }) => {
    expect(await names(sent())).toEqual(found);
  });

  it("refuses filters that cannot be right", async () => {
    const { violations } = await refusalOf(
      purchases().listPurchases({ size: 101, startDate: "2024-13-01", supplierId: ["x"], search: "a\0" }),
    );
    expect(violations.map((text) => text.split(" ")[0])).toEqual([
      "query.size",
      "query.search",
      "query.supplier_id",
      "query.start_date",
    ]);
  });
});

describe("ListPurchaseValues", () => {
  const values = async (field: string) => {
    const { uniqueValues } = await purchases().listPurchaseValues({ field });
    const { totalCount, values } = uniqueValues!;
    return { totalCount, values: values.map(({ value, label, count }) => [value, label, count]) };
  };

  it("counts the purchases by value, names the values, and tells those without a file apart", async () => {
    expect(await values("expense_type")).toEqual({
      totalCount: 2,
      values: [
        ["capex", undefined, 1],
        ["opex", undefined, 3],
      ],
    });
    expect(await values("supplier_id")).toEqual({ totalCount: 1, values: [[supplierId, "Acme", 1]] });
    expect((await values("file_id")).values.toSorted()).toEqual(
      [
        [fileId, "a.pdf", 1],
        [NIL_ID, undefined, 3],
      ].toSorted(),
    );
  });

  it("refuses other fields", async () => {
    expect((await refusalOf(values("product_name"))).violations).toEqual(["query.field type_error.enum"]);
  });
});
