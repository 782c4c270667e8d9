import { FactorMethod } from "@emissions/proto/factors/v1/selection_service";
import { ONE } from "@emissions/quantity/decimal";
import { applyFactor, QUANTITY } from "../apply-factor.ts";
import { PURCHASE } from "../emission-scope.ts";
import type { Method } from "../method.ts";

const NAME = "average-data/2";

/** kg = (quantity * multiply / divide) * factor * (1 - recycled_share); see README.md. */
export const averageData: Method = {
  name: NAME,
  kind: FactorMethod.AVERAGE_DATA,
  calculate: (activity) => applyFactor(activity, QUANTITY, PURCHASE),
};

/** kg = (quantity * recycled_share * multiply / divide) * closed-loop factor; see README.md. */
export const closedLoop: Method = {
  name: NAME,
  kind: FactorMethod.AVERAGE_DATA,
  calculate: (activity) => {
    const { recycledShare, conversions } = activity;
    if (recycledShare === null) throw new RangeError("There is no recycled share.");
    const share = { fromUnit: "", toUnit: "", multiplyBy: recycledShare, divideBy: ONE, value: "recycled_share" };
    return applyFactor({ ...activity, conversions: [share, ...conversions], recycledShare: null }, QUANTITY, PURCHASE);
  },
};
