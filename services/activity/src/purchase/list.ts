import type { Tx } from "@emissions/kit/db/transactions";
import { NIL_ID } from "@emissions/kit/process/id";
import {
  ExpenseTypeSchema,
  type ListPurchasesRequest,
  PurchaseStatusSchema,
  PurchaseTypeSchema,
} from "@emissions/proto/activity/v1/purchase_service";
import { CalculationStatusSchema } from "@emissions/proto/activity/v1/record";
import {
  anyCalculationState,
  anyId,
  anyOf,
  anyText,
  calculated,
  fromDay,
  fromInstant,
  toDay,
  toInstant,
} from "../list/filters.ts";
import type { List } from "../list/list.ts";

export const purchaseList: List<ListPurchasesRequest> = {
  table: "purchases",
  search: "search_text",
  filters: {
    status: anyOf("status", PurchaseStatusSchema),
    purchaseType: anyOf("purchase_type", PurchaseTypeSchema),
    expenseType: anyOf("expense_type", ExpenseTypeSchema),
    calculationStatus: anyCalculationState("calculation_status", CalculationStatusSchema, {
      waiting: "pending",
      failed: "failed",
      succeeded: "calculated",
      reason: "calculation_error_code",
    }),
    fileId: anyId("file_id"),
    fileName: anyText("file_name"),
    supplierId: anyId("supplier_id"),
    startDate: fromDay("purchase_date"),
    endDate: toDay("purchase_date"),
    createdAtFrom: fromInstant("created_at"),
    createdAtTo: toInstant("created_at"),
    co2eStatus: calculated("co2e"),
  },
  pendingIndex: { entityType: "purchases", reason: "calculation_error_code" },
  order: [{ by: "purchase_date", descending: true }],
  // Ids are made in the order of time.
  sorts: { purchase_date: "purchase_date", created_at: "id" },
  values: {
    status: {},
    calculation_status: {},
    purchase_type: {},
    expense_type: {},
    supplier_id: { labels: selectSupplierNames },
    file_id: { none: NIL_ID, label: "file_name" },
  },
};

async function selectSupplierNames(tx: Tx, orgs: readonly string[], ids: readonly string[]) {
  const rows = await tx<{ id: string; businessName: string }[]>`
    select id, business_name from suppliers
    where organization_id = any(${orgs as string[]}::uuid[]) and id = any(${ids as string[]}::uuid[])`;
  return new Map(rows.map(({ id, businessName }) => [id, businessName]));
}
