import { type ListSuppliersRequest, SupplierStatusSchema } from "@emissions/proto/activity/v1/supplier_service";
import { anyOf, anyText } from "../list/filters.ts";
import type { List } from "../list/list.ts";

export const supplierList: List<ListSuppliersRequest> = {
  table: "suppliers",
  search: "search_text",
  filters: { country: anyText("country"), status: anyOf("status", SupplierStatusSchema) },
  order: [{ by: (tx) => tx`lower(business_name)` }],
};
