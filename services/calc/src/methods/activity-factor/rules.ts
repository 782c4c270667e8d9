import { FactorMethod } from "@emissions/proto/factors/v1/selection_service";
import type { Method } from "../method.ts";
import { placeInLibrary } from "../places.ts";
import { priced, QUANTITY } from "../pricing.ts";

/** kg = (quantity * multiply_by / divide_by) * factor; see README.md. */
export const activityFactor: Method = {
  name: "activity-factor/1",
  kind: FactorMethod.AVERAGE_DATA,
  calculate: (activity) => priced({ ...activity, recycledShare: null }, QUANTITY, placeInLibrary(activity.lookedUpIn)),
};
