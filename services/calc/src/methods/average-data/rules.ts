import { FactorMethod } from "@emissions/proto/factors/v1/selection_service";
import type { Method } from "../method.ts";
import { purchased } from "../purchase.ts";

/** kg = (quantity * multiply / divide) * factor * (1 - recycled_share); see README.md. */
export const averageData: Method = {
  name: "average-data/1",
  kind: FactorMethod.AVERAGE_DATA,
  calculate: (activity) =>
    purchased(activity, { quantity: "quantity", multiplier: () => "multiply_by", divisor: () => "divide_by" }),
};
