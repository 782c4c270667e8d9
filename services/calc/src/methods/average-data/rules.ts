import { FactorMethod } from "@emissions/proto/factors/v1/selection_service";
import type { Method } from "../method.ts";
import { PURCHASE } from "../places.ts";
import { priced, QUANTITY } from "../pricing.ts";

/** kg = (quantity * multiply / divide) * factor * (1 - recycled_share); see README.md. */
export const averageData: Method = {
  name: "average-data/1",
  kind: FactorMethod.AVERAGE_DATA,
  calculate: (activity) => priced(activity, QUANTITY, PURCHASE),
};
