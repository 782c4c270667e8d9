import type { MessageInitShape } from "@bufbuild/protobuf";
import type { FuelPropertySchema } from "@emissions/proto/factors/v1/selection_service";
import { Decimal, plain } from "@emissions/quantity/decimal";
import type { Marks } from "../catalogue/sectors.ts";
import { type Rate, type RateTable, rateOn } from "../exchange_rate/rules.ts";

/** The dimension of currencies. They convert by the rate of a day, all other units by a constant ratio. */
export const CURRENCY = "currency";

export interface UnitRatio {
  code: string;
  dimension: string;
  /** One unit is numerator / denominator base units; null for currencies. */
  numerator: string | null;
  denominator: string | null;
}

/** Converts a quantity to another unit: quantity * multiplyBy / divideBy. */
export interface Step {
  fromUnit: string;
  toUnit: string;
  multiplyBy: string;
  divideBy: string;
  rate?: Rate;
  /** Set for a step between mass, volume and energy of a fuel. */
  fuelProperty?: MessageInitShape<typeof FuelPropertySchema>;
  /** Set if the conversion makes the result fit less well. */
  marks?: Marks;
}

const product = (a: string, b: string): string => plain(new Decimal(a).times(b));

export const converts = (from: UnitRatio, to: UnitRatio): boolean => from.dimension === to.dimension;

/** The steps between two units of one dimension. Empty for equal units. Null if a rate is missing. */
export function conversion(from: UnitRatio, to: UnitRatio, table: RateTable, day: string): Step[] | null {
  if (from.code === to.code) return [];
  if (from.dimension === CURRENCY) return exchange(from.code, to.code, table, day);
  return [
    {
      fromUnit: from.code,
      toUnit: to.code,
      // The quotient of the two ratios as one fraction, so that only one division rounds.
      multiplyBy: product(from.numerator!, to.denominator!),
      divideBy: product(from.denominator!, to.numerator!),
    },
  ];
}

/** Rates are units per euro, so a currency conversion has the euro as its intermediate step. */
function exchange(from: string, to: string, table: RateTable, day: string): Step[] | null {
  const steps: Step[] = [];
  if (from !== "EUR") {
    const rate = rateOn(table, from, day);
    if (rate === null) return null;
    steps.push({ fromUnit: from, toUnit: "EUR", multiplyBy: "1", divideBy: rate.rate, rate });
  }
  if (to !== "EUR") {
    const rate = rateOn(table, to, day);
    if (rate === null) return null;
    steps.push({ fromUnit: "EUR", toUnit: to, multiplyBy: rate.rate, divideBy: "1", rate });
  }
  return steps;
}
