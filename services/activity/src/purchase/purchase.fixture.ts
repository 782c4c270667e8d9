import { ExpenseType } from "@emissions/proto/activity/v1/purchase_service";
import { EUR } from "../activity.fixture.ts";

/** Purchases that are right. */
export const laptops = {
  productName: "Laptops",
  sector: "26.20",
  quantity: { value: "100" },
  unitId: EUR,
  purchaseDate: "2024-03-05",
  expenseType: ExpenseType.OPEX,
};
export const chair = {
  ...laptops,
  productName: "Chair",
  sector: "31.01",
  quantity: { value: "80" },
  purchaseDate: "2024-01-01",
};
