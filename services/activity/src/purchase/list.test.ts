import { NIL_ID, newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { Co2eStatus } from "@emissions/proto/activity/v1/list";
import {
  ExpenseType,
  PurchaseService,
  PurchaseStatus,
  PurchaseType,
} from "@emissions/proto/activity/v1/purchase_service";
import { CalculationStatus } from "@emissions/proto/activity/v1/record";
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
  it("shows our purchases and nobody else's, the latest first", async () => {
    const { total } = await purchases().listPurchases({});
    expect(total).toBe(4);
    expect(await names({})).toEqual(["Printer", "Lamp 100%", "Desk", "Chair"]);
  });

  it("finds those whose calculation failed, those that wait, and both", async () => {
    const { id } = (await purchases().createPurchase({ ...chair, productName: "Stool" })).purchase!;
    await activity.db.asService(
      us.organizationId,
      ({ tx }) => tx`
        update purchases set calculation_status = 'failed', calculation_error_code = 'FACTOR_NOT_FOUND' where id = ${id}`,
    );
    expect(await names({ calculationStatus: [CalculationStatus.FAILED] })).toEqual(["Stool"]);
    expect(await names({ calculationStatus: [CalculationStatus.CALCULATED] })).toEqual([]);
    const waiting = ["Printer", "Lamp 100%", "Desk", "Chair"];
    expect(await names({ calculationStatus: [CalculationStatus.PENDING] })).toEqual(waiting);
    const [first, ...others] = await names({ co2eStatus: Co2eStatus.NOT_CALCULATED });
    expect([first, ...others.toSorted()]).toEqual(["Printer", "Chair", "Desk", "Lamp 100%", "Stool"]);
    await purchases().deletePurchase({ id });
  });

  it("shows nothing to an organization without purchases", async () => {
    expect(await purchases(await activity.organization()).listPurchases({})).toMatchObject({ purchases: [], total: 0 });
  });

  it("cuts the list into pages without a hole or a double, and counts all of them", async () => {
    expect(await names({ page: 1, size: 3 })).toEqual(["Printer", "Lamp 100%", "Desk"]);
    expect(await names({ page: 2, size: 3 })).toEqual(["Chair"]);
    expect(await purchases().listPurchases({ page: 3, size: 3 })).toMatchObject({ purchases: [], total: 4 });
  });

  it.each([
    { filter: "status", sent: () => ({ status: [PurchaseStatus.INACTIVE] }), found: ["Printer"] },
    {
      filter: "two statuses",
      sent: () => ({ status: [PurchaseStatus.INACTIVE, PurchaseStatus.ACTIVE], page: 1, size: 2 }),
      found: ["Printer", "Lamp 100%"],
    },
    { filter: "purchase type", sent: () => ({ purchaseType: [PurchaseType.AVERAGE_DATA] }), found: ["Printer"] },
    { filter: "expense type", sent: () => ({ expenseType: [ExpenseType.CAPEX] }), found: ["Printer"] },
    { filter: "file", sent: () => ({ fileId: [fileId] }), found: ["Chair"] },
    { filter: "no file", sent: () => ({ fileId: [NIL_ID] }), found: ["Printer", "Lamp 100%", "Desk"] },
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

  it("gives a hash that knows the filters and the set, but not the page", async () => {
    const hash = async (filters: object) => (await purchases().listPurchases(filters)).filterHash;
    const before = await hash({ search: "chair" });
    expect(before).toMatch(/^[0-9a-f]{16}$/);
    expect(await hash({ search: "chair", page: 2, size: 1 })).toBe(before);
    // The same set by another filter is another question.
    expect(await hash({ fileName: ["a.pdf"] })).not.toBe(before);

    const { purchase } = await purchases().createPurchase({ ...chair, purchaseDate: "2020-01-01" });
    const larger = await hash({ search: "chair" });
    expect(larger).not.toBe(before);
    await purchases().deletePurchase({ id: purchase!.id });
    await purchases().createPurchase({ ...chair, purchaseDate: "2020-01-01" });
    // As many as before, but not the same.
    expect(await hash({ search: "chair" })).not.toBe(larger);
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
