import { FactorMethod } from "@emissions/proto/factors/v1/selection_service";
import { applyFactor, LOSS_PERCENT, type Names, QUANTITY } from "../apply-factor.ts";
import type { EmissionScope } from "../emission-scope.ts";
import type { Method } from "../method.ts";

const NAME = "freight/1";

/** The losses of the grid are added to the used electricity, so 100 percent takes the place of their percent. */
export const FREIGHT: Names = {
  ...QUANTITY,
  multiplier: (conversion) =>
    conversion.value === LOSS_PERCENT ? "generated_percent" : QUANTITY.multiplier(conversion),
};

/** Electricity of a vehicle is scope 3, although its figure is that of the grid. */
const inScope3 = (part: string): Method => {
  const scope: EmissionScope = { scope: 3, part };
  return {
    name: NAME,
    kind: FactorMethod.AVERAGE_DATA,
    calculate: (activity) => applyFactor({ ...activity, recycledShare: null }, FREIGHT, scope),
  };
};

/** kg = (quantity * multiply_by / divide_by) * factor; see README.md. */
export const freight = inScope3("transport");

/** Well to tank. It has the category of the transport: category 3 is for energy that the organization itself buys. */
export const freightEnergyProvision = inScope3("energy_provision");

/** All emissions of a hub of another company. */
export const hubs = inScope3("hub");
