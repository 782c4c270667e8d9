import { type Decimal, plain, roundKg } from "@emissions/quantity/decimal";
import { GASES, GWP, type GwpSet } from "@emissions/quantity/gases";
import { type Explained, given, over, remainder, sum, times } from "./explained.ts";
import type { Activity, Conversion, Emissions, Masses } from "./method.ts";
import type { Place } from "./places.ts";

/** The rules of rounding, as every explanation states them. */
export const ROUNDING =
  "Quotients have 34 significant digits, half-even. Sums, differences and products are exact. " +
  "The result is rounded once, half-even, to 12 decimals of a kilogram.";

/** As an exponent of ten, far above what the world emits: a larger result is a mistake, and no column holds it. */
const KG_POWER_MAX = 29;

interface Names {
  quantity: string;
  multiplier(conversion: Conversion): string;
  divisor(conversion: Conversion): string;
}

/** For quantities that are converted by constant ratios, or not at all. */
export const QUANTITY: Names = { quantity: "quantity", multiplier: () => "multiply_by", divisor: () => "divide_by" };

/**
 * The steps of every method: quantity, converted to the unit of the factor, times factor, less the recycled share. In
 * kilograms, rounded once. Throws a RangeError for numbers that cannot be calculated with.
 */
export function priced(activity: Activity, names: Names, place: Place): Emissions {
  const { quantity, conversions, factor, gwpSet, recycledShare } = activity;
  const converted = conversions.reduce(
    (so, conversion) => convert(so, conversion, names),
    given(names.quantity, quantity),
  );
  const kept = recycledShare === null ? null : remainder(shareOf(recycledShare));
  const published = factor.co2e !== null;
  const whole = times(converted, published ? given("factor", factor.co2e!) : weighed(factor, gwpSet));
  const co2e = kept === null ? whole : times(whole, kept);
  const units = kept === null ? converted.value : converted.value.times(kept.value);
  const mass = (perUnit: Decimal | null) => (perUnit === null ? null : kilograms(units.times(perUnit)));
  return {
    formula: co2e.formula,
    formulaWithNumbers: `${co2e.numbers} = ${plain(co2e.value)}`,
    published,
    part: {
      ...place,
      co2e: kilograms(co2e.value),
      co2: mass(factor.co2),
      ch4: mass(factor.ch4),
      n2o: mass(factor.n2o),
      biogenicCo2: mass(factor.biogenicCo2),
    },
  };
}

/** quantity * multiply_by / divide_by, without what is one. */
function convert(quantity: Explained, conversion: Conversion, names: Names): Explained {
  const { multiplyBy, divideBy } = conversion;
  const multiplied = multiplyBy.eq(1) ? quantity : times(quantity, given(names.multiplier(conversion), multiplyBy));
  return divideBy.eq(1) ? multiplied : over(multiplied, given(names.divisor(conversion), divideBy));
}

/** CO2e per unit from the gases that the factor gives. */
function weighed(factor: Masses<Decimal | null>, set: GwpSet): Explained {
  const known = GASES.filter((gas) => factor[gas] !== null);
  if (known.length === 0) throw new RangeError("The factor gives neither CO2e nor gases.");
  return sum(known.map((gas) => times(given(gas, factor[gas]!), given(`gwp_${gas}`, GWP[set][gas]))));
}

function shareOf(recycled: Decimal): Explained {
  if (recycled.lt(0) || recycled.gt(1)) throw new RangeError("The recycled share is not between 0 and 1.");
  return given("recycled_share", recycled);
}

function kilograms(exact: Decimal): Decimal {
  const rounded = roundKg(exact);
  if (rounded.e > KG_POWER_MAX) throw new RangeError("The result is too large.");
  return rounded;
}
