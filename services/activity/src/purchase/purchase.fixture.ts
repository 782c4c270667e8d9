import type { Principal } from "@emissions/kit/wire/principal";
import { ExpenseType, type Purchase, PurchaseService } from "@emissions/proto/activity/v1/purchase_service";
import { SupplierService } from "@emissions/proto/activity/v1/supplier_service";
import type { Flat } from "@emissions/testkit/flat";
import { activity, EUR, us } from "../activity.fixture.ts";
import { calculating } from "../records/records.fixture.ts";
import { purchases as kind } from "./purchase.ts";

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

export const purchases = (by: Principal = us) => activity.as(by, PurchaseService);
export const buy = async (values: object = {}): Promise<Flat<Purchase>> =>
  (await purchases().createPurchase({ ...laptops, ...values })).purchase!;
export const change = async (id: string, values: object, ...paths: string[]): Promise<Flat<Purchase>> =>
  (await purchases().updatePurchase({ id, ...values, updateMask: { paths } })).purchase!;

/** A supplier of the organization; gives its id. */
export async function supplier(values: object = {}, by: Principal = us): Promise<string> {
  const { createSupplier } = activity.as(by, SupplierService);
  return (await createSupplier({ businessName: "Acme", country: "DE", ...values })).supplier!.id;
}

/** Stores results, as calc would send them. */
export const calculate = calculating(kind);
