import { FactorMethod } from "@emissions/proto/factors/v1/selection_service";
import type { Method } from "../method.ts";
import { placeOfCategory } from "../places.ts";
import { priced, QUANTITY } from "../pricing.ts";

/** kg = (quantity * multiply_by / divide_by) * factor; see README.md. */
export const supplierSpecific: Method = {
  name: "supplier-specific/1",
  kind: FactorMethod.SUPPLIER_SPECIFIC,
  calculate: (activity) => priced({ ...activity, recycledShare: null }, QUANTITY, placeOfCategory(activity.category)),
};
