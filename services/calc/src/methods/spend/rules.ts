import { FactorMethod } from "@emissions/proto/factors/v1/selection_service";
import { applyFactor } from "../apply-factor.ts";
import { PURCHASE } from "../emission-scope.ts";
import type { Method } from "../method.ts";

/** kg = (amount / rate_from) * rate_to * factor; see README.md. A recycled share says nothing about an amount of money. */
export const spendBased: Method = {
  name: "spend-based/2",
  kind: FactorMethod.SPEND_BASED,
  calculate: (activity) =>
    applyFactor(
      { ...activity, recycledShare: null },
      {
        quantity: "amount",
        multiplier: ({ toUnit }) => `rate_${toUnit}`,
        divisor: ({ fromUnit }) => `rate_${fromUnit}`,
      },
      PURCHASE,
    ),
};
