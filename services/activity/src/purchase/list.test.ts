import { NIL_ID } from "@emissions/kit/process/id";
import { ExpenseType, PurchaseStatus, PurchaseType } from "@emissions/proto/activity/v1/purchase_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, allTests, us } from "../activity.fixture.ts";
import { buy, chair, purchases, supplier } from "./purchase.fixture.ts";

let supplierId: string;
let fileId: string;

allTests(async () => {
  fileId = activity.store.add(us.organizationId, "a.pdf");
  await purchases(await activity.organization()).createPurchase(chair);
  supplierId = await supplier();
  await buy({ ...chair, productName: "Chair", fileId, fileName: "a.pdf" });
  await buy({ ...chair, productName: "Desk", purchaseDate: "2024-02-01", supplierId });
  await buy({ ...chair, productName: "Lamp 100%", purchaseDate: "2024-03-01", description: "For the DESK" });
  const printer = { expenseType: ExpenseType.CAPEX, purchaseType: PurchaseType.AVERAGE_DATA, status: INACTIVE };
  await buy({ ...chair, productName: "Printer", purchaseDate: "2024-04-01", ...printer });
});

const { ACTIVE, INACTIVE } = PurchaseStatus;
const names = async (filters: object) =>
  (await purchases().listPurchases(filters)).purchases.map(({ productName }) => productName);

describe("ListPurchases", () => {
  it.each<[filter: string, sent: () => object, ...found: string[]]>([
    ["status", () => ({ status: [INACTIVE] }), "Printer"],
    ["two statuses", () => ({ status: [INACTIVE, ACTIVE], page: 1, size: 2 }), "Printer", "Lamp 100%"],
    ["purchase type", () => ({ purchaseType: [PurchaseType.AVERAGE_DATA] }), "Printer"],
    ["expense type", () => ({ expenseType: [ExpenseType.CAPEX] }), "Printer"],
    ["file name", () => ({ fileName: ["a.pdf", "b.pdf"] }), "Chair"],
    ["supplier", () => ({ supplierId: [supplierId] }), "Desk"],
    ["text in name or description", () => ({ search: "desk" }), "Lamp 100%", "Desk"],
    ["text that is a wildcard elsewhere", () => ({ search: "0%" }), "Lamp 100%"],
    ["days, both included", () => ({ startDate: "2024-02-01", endDate: "2024-03-01" }), "Lamp 100%", "Desk"],
    ["two filters at once", () => ({ search: "desk", supplierId: [supplierId] }), "Desk"],
  ])("finds by %s", async (_, sent, ...found) => {
    expect(await names(sent())).toEqual(found);
  });

  it("refuses filters that cannot be right", async () => {
    const wrong = { size: 101, startDate: "2024-13-01", supplierId: ["x"], search: "a\0" };
    const fields = (await refusalOf(names(wrong))).violations.map((text) => text.split(" ")[0]);
    expect(fields).toEqual(["query.size", "query.search", "query.supplier_id", "query.start_date"]);
  });
});

describe("ListPurchaseValues", () => {
  const values = async (field: string) => (await purchases().listPurchaseValues({ field })).uniqueValues!;

  it("counts the purchases by value, names the values, and tells those without a file apart", async () => {
    const expenseTypes = [
      { value: "capex", count: 1 },
      { value: "opex", count: 3 },
    ];
    expect(await values("expense_type")).toMatchObject({ totalCount: 2, values: expenseTypes });
    expect((await values("supplier_id")).values).toMatchObject([{ value: supplierId, label: "Acme", count: 1 }]);
    expect((await values("file_id")).values).toMatchObject([
      { value: NIL_ID, count: 3 },
      { value: fileId, label: "a.pdf", count: 1 },
    ]);
  });

  it("refuses other fields", async () => {
    expect((await refusalOf(values("product_name"))).violations).toEqual(["query.field type_error.enum"]);
  });
});
