import { FactorMethod } from "@emissions/proto/factors/v1/selection_service";
import { applyFactor, type Names, QUANTITY } from "./apply-factor.ts";
import { type EmissionScope, scopeOf } from "./emission-scope.ts";
import type { Method } from "./method.ts";

/** The method quantity times factor. The factor comes from the library or from the organization's own database. */
export const byFactor = (name: string, emissionScope: EmissionScope, names: Names = QUANTITY): Method => ({
  name,
  kind: FactorMethod.AVERAGE_DATA,
  calculate: (activity) => applyFactor({ ...activity, recycledShare: null }, names, scopeOf(activity, emissionScope)),
});
