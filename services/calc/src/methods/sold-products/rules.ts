import { FactorMethod } from "@emissions/proto/factors/v1/selection_service";
import { applyFactor, QUANTITY } from "../apply-factor.ts";
import type { EmissionScope } from "../emission-scope.ts";
import type { Method } from "../method.ts";

/** The factor of the grid or of a fuel is scope 2 or 1 of the customer, so it is scope 3 of the seller. */
const USE: EmissionScope = { scope: 3, part: "use" };
const ENERGY = { ...QUANTITY, quantity: "energy" };

/** kg = (energy * multiply_by / divide_by) * factor; see README.md. */
export const soldProducts: Method = {
  name: "sold-products/1",
  kind: FactorMethod.AVERAGE_DATA,
  calculate: (activity) => applyFactor({ ...activity, recycledShare: null }, ENERGY, USE),
};
