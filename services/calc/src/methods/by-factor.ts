import { FactorMethod } from "@emissions/proto/factors/v1/selection_service";
import type { Method } from "./method.ts";
import { type Place, placeOf } from "./places.ts";
import { priced, QUANTITY } from "./pricing.ts";

/** The method of an activity whose emissions are quantity times factor, from the library or the organization's own. */
export const byFactor = (name: string, place: Place): Method => ({
  name,
  kind: FactorMethod.AVERAGE_DATA,
  calculate: (activity) => priced({ ...activity, recycledShare: null }, QUANTITY, placeOf(activity, place)),
});
