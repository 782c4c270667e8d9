import { FactorMethod } from "@emissions/proto/factors/v1/selection_service";
import { applyFactor } from "../apply-factor.ts";
import type { EmissionScope } from "../emission-scope.ts";
import { FREIGHT } from "../freight/rules.ts";
import type { Method } from "../method.ts";

const OPERATION: EmissionScope = { scope: 1, part: "operation" };
const ENERGY_PROVISION: EmissionScope = { scope: 3, part: "upstream" };

/** Figures of the grid are the provision of electricity: using it has no emissions. */
const isProvision = (category: string) => category.endsWith("_upstream") || category.startsWith("electricity");

/** kg = (quantity * multiply_by / divide_by) * factor; see README.md. */
export const carrierFuels: Method = {
  name: "carrier-fuels/1",
  kind: FactorMethod.AVERAGE_DATA,
  calculate: (activity) => {
    const scope = isProvision(activity.lookedUpIn) ? ENERGY_PROVISION : OPERATION;
    return applyFactor({ ...activity, recycledShare: null }, FREIGHT, scope);
  },
};
