import { FactorMethod } from "@emissions/proto/factors/v1/selection_service";
import type { Method } from "../method.ts";
import { PURCHASE } from "../places.ts";
import { priced } from "../pricing.ts";

/** kg = (amount / rate_from) * rate_to * factor * (1 - recycled_share); see README.md. */
export const spendBased: Method = {
  name: "spend-based/1",
  kind: FactorMethod.SPEND_BASED,
  calculate: (activity) =>
    priced(
      activity,
      {
        quantity: "amount",
        multiplier: ({ toUnit }) => `rate_${toUnit}`,
        divisor: ({ fromUnit }) => `rate_${fromUnit}`,
      },
      PURCHASE,
    ),
};
