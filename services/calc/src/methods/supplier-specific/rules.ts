import { FactorMethod } from "@emissions/proto/factors/v1/selection_service";
import { applyFactor, QUANTITY } from "../apply-factor.ts";
import { scopeOfCategory } from "../emission-scope.ts";
import type { Method } from "../method.ts";

/** kg = (quantity * multiply_by / divide_by) * factor; see README.md. */
export const supplierSpecific: Method = {
  name: "supplier-specific/2",
  kind: FactorMethod.SUPPLIER_SPECIFIC,
  calculate: (activity) =>
    applyFactor({ ...activity, recycledShare: null }, QUANTITY, scopeOfCategory(activity.category)),
};
