import { FactorMethod } from "@emissions/proto/factors/v1/selection_service";
import { applyFactor, QUANTITY } from "../apply-factor.ts";
import { PURCHASE } from "../emission-scope.ts";
import type { Method } from "../method.ts";

/** kg = (quantity * multiply / divide) * factor * (1 - recycled_share); see README.md. */
export const averageData: Method = {
  name: "average-data/1",
  kind: FactorMethod.AVERAGE_DATA,
  calculate: (activity) => applyFactor(activity, QUANTITY, PURCHASE),
};
