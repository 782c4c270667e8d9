import { FactorMethod } from "@emissions/proto/factors/v1/selection_service";
import { applyFactor, QUANTITY } from "../apply-factor.ts";
import { scopeOfLibraryCategory } from "../emission-scope.ts";
import type { Method } from "../method.ts";

/** kg = (quantity * multiply_by / divide_by) * factor; see README.md. */
export const activityFactor: Method = {
  name: "activity-factor/2",
  kind: FactorMethod.AVERAGE_DATA,
  calculate: (activity) =>
    applyFactor({ ...activity, recycledShare: null }, QUANTITY, scopeOfLibraryCategory(activity.lookedUpIn)),
};
