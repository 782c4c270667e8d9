import { createHash } from "node:crypto";
import { enumText } from "@emissions/kit/enum";
import {
  CalculationStatusSchema,
  ExpenseTypeSchema,
  type ListPurchasesRequest,
  PurchaseStatusSchema,
  PurchaseTypeSchema,
} from "@emissions/proto/activity/v1/purchase_service";

/**
 * 16 hexadecimal characters that change when the filters change or the set of purchases that match them. An action
 * on "all that match" sends them back, and is refused when they no longer fit. The set is known by its number of
 * ids and the XOR of their 64-bit hashes: ids are random, so another set of the same size has the same value
 * with a chance of 1 in 2^64.
 */
export function filterHash(org: string, request: ListPurchasesRequest, set: { total: number; ids: string }): string {
  const filters = {
    calculation_status: request.calculationStatus.map((n) => enumText(CalculationStatusSchema, n)).sort(),
    end_date: request.endDate,
    expense_type: request.expenseType.map((n) => enumText(ExpenseTypeSchema, n)).sort(),
    file_id: [...request.fileId].sort(),
    file_name: [...request.fileName].sort(),
    purchase_type: request.purchaseType.map((n) => enumText(PurchaseTypeSchema, n)).sort(),
    search: request.search,
    start_date: request.startDate,
    status: request.status.map((n) => enumText(PurchaseStatusSchema, n)).sort(),
    supplier_id: [...request.supplierId].sort(),
  };
  const whole = { resource: "purchases", scope: [org], filters, n: set.total, ids: set.ids };
  return createHash("sha256").update(JSON.stringify(whole)).digest("hex").slice(0, 16);
}
