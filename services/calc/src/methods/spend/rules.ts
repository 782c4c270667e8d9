import { FactorMethod } from "@emissions/proto/factors/v1/selection_service";
import { applyFactor, type Names } from "../apply-factor.ts";
import { PURCHASE } from "../emission-scope.ts";
import type { Conversion, Method } from "../method.ts";

/**
 * kg = (amount * index_to / index_from) / rate_from * rate_to * price_per_purchaser_price * factor; see README.md. A recycled
 * share says nothing about an amount of money.
 */
export const spendBased: Method = {
  name: "spend-based/2",
  kind: FactorMethod.SPEND_BASED,
  calculate: (activity) => applyFactor({ ...activity, recycledShare: null }, NAMES, PURCHASE),
};

const NAMES: Names = {
  quantity: "amount",
  multiplier: (conversion) => {
    if (conversion.index !== undefined) return `index_${conversion.index.toYear}`;
    return conversion.isPriceBasis ? "price_per_purchaser_price" : rateOf(conversion.toUnit, conversion);
  },
  divisor: (conversion) =>
    conversion.index === undefined ? rateOf(conversion.fromUnit, conversion) : `index_${conversion.index.fromYear}`,
};

const rateOf = (currency: string, { rateYear }: Conversion): string =>
  rateYear === undefined ? `rate_${currency}` : `rate_${currency}_${rateYear}`;
