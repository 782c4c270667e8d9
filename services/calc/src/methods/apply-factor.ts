import { type Decimal, plain, roundKg } from "@emissions/quantity/decimal";
import type { GwpSet } from "@emissions/quantity/gases";
import type { EmissionScope } from "./emission-scope.ts";
import { type ExplainedNumber, given, over, remainder, times } from "./explained-number.ts";
import type { Activity, Conversion, Emissions } from "./method.ts";
import { bySet, type UnitCo2e, weigh } from "./warming.ts";

/** The rounding rules, as every explanation states them. */
export const ROUNDING =
  "Quotients have 34 significant digits, half-even. Sums, differences and products are exact. " +
  "The result is rounded once, half-even, to 12 decimals of a kilogram.";

/** Exponent of ten. A larger result is an error: it exceeds global emissions and the range of the columns. */
const KG_POWER_MAX = 29;

/** Names in the formula. */
export interface Names {
  quantity: string;
  multiplier(conversion: Conversion): string;
  divisor(conversion: Conversion): string;
}

/** Losses are multiplied by their percent and divided by the rest of it. */
export const LOSS_PERCENT = "loss_percent";

/** For quantities with a constant conversion ratio, or none. */
export const QUANTITY: Names = {
  quantity: "quantity",
  multiplier: ({ value }) => value ?? "multiply_by",
  divisor: ({ value }) => (value === LOSS_PERCENT ? `(100 - ${value})` : (value ?? "divide_by")),
};

/**
 * Converts the quantity to the unit of the factor, multiplies by the factor and subtracts the recycled share. The
 * result is in kilograms and rounded once. Throws a RangeError for invalid numbers.
 */
export function applyFactor(activity: Activity, names: Names, emissionScope: EmissionScope): Emissions {
  const { quantity, conversions, factor, gwpSet, recycledShare } = activity;
  const converted = conversions.reduce(
    (quantity, conversion) => convert(quantity, conversion, names),
    given(names.quantity, quantity),
  );
  const remaining = recycledShare === null ? null : remainder(recycledShareOf(recycledShare));
  const weighed = weigh(factor);
  const perUnit = weighed.co2e[gwpSet];
  const whole = times(converted, perUnit.co2e);
  const co2e = remaining === null ? whole : times(whole, remaining);
  const units = remaining === null ? converted.value : converted.value.times(remaining.value);
  const mass = (perUnit: Decimal | null) => (perUnit === null ? null : kilograms(units.times(perUnit)));
  const counted = kilograms(co2e.value);
  // A publication without gases has the same CO2e under each set.
  const under = ({ co2e: { value } }: UnitCo2e) =>
    value === perUnit.co2e.value ? counted : kilograms(units.times(value));
  return {
    formula: co2e.formula,
    formulaWithNumbers: `${co2e.numbers} = ${plain(co2e.value)}`,
    published: perUnit.published,
    part: {
      ...emissionScope,
      co2e: counted,
      co2eBySet: bySet((set) => under(weighed.co2e[set])),
      co2: mass(factor.co2),
      ch4: mass(factor.ch4),
      n2o: mass(factor.n2o),
      biogenicCo2: mass(factor.biogenicCo2),
    },
    outsideKyoto: outsideKyotoOf(weighed.outsideKyoto, units, gwpSet),
  };
}

function outsideKyotoOf(weighed: ReturnType<typeof weigh>["outsideKyoto"], units: Decimal, gwpSet: GwpSet) {
  const outside = weighed[gwpSet];
  if (outside === null) return null;
  return {
    co2e: kilograms(units.times(outside)),
    co2eBySet: bySet((set) => kilograms(units.times(weighed[set]!))),
  };
}

/** quantity * multiply_by / divide_by. A ratio of 1 does not appear in the formula. */
function convert(quantity: ExplainedNumber, conversion: Conversion, names: Names): ExplainedNumber {
  const { multiplyBy, divideBy } = conversion;
  const multiplied = multiplyBy.eq(1) ? quantity : times(quantity, given(names.multiplier(conversion), multiplyBy));
  return divideBy.eq(1) ? multiplied : over(multiplied, given(names.divisor(conversion), divideBy));
}

function recycledShareOf(recycled: Decimal): ExplainedNumber {
  if (recycled.lt(0) || recycled.gt(1)) throw new RangeError("The recycled share is not between 0 and 1.");
  return given("recycled_share", recycled);
}

const kilograms = (exact: Decimal): Decimal => inRange(roundKg(exact));

/** Throws a RangeError for a mass that no column takes: it would fail all records of its transaction. */
export function inRange(mass: Decimal): Decimal {
  if (mass.e > KG_POWER_MAX) throw new RangeError("The result is too large.");
  return mass;
}
