import type { Entry, Findings, Impact } from "./explanation.ts";
import { evaluate, parse, termsOf } from "./formula.ts";
import { equal, type Fraction, fraction, minus, ONE, over, round, sum, textOf, times } from "./fraction.ts";
import { type Calculated, compareSources, namedNumber } from "./sources.ts";

/** Kilograms are rounded once, half-even, to this number of decimals. */
const KG_DECIMALS = 12;
const GASES = ["co2", "ch4", "n2o", "biogenic_co2"] as const;

const kilograms = (exact: Fraction): Fraction => round(exact, KG_DECIMALS);

/**
 * Checks the calculation of one part, or of one piece of its period: its formula against the fields of the explanation,
 * the arithmetic of the formula, the same number by another way, and the masses of its impact.
 */
export function checkEntry(calculated: Calculated, impact: Impact): Findings {
  const { entry } = calculated;
  const [numbersText = "", resultText] = (entry.formula_with_numbers ?? "").split(" = ");
  const [named, numbered] = [parse(entry.formula ?? ""), parse(numbersText)];
  const terms = termsOf(named, numbered);
  if (terms === null) return { problems: ["the two formulas differ in their operations"], unchecked: [] };
  const names = terms.map(({ name }) => name);
  const { problems, unchecked } = compareSources(terms, calculated);
  const result = evaluate(numbered);
  const expect = (what: string, found: string | null | undefined, wanted: Fraction) => {
    if (found === null || found === undefined) problems.push(`${what} is missing, not ${textOf(wanted)}`);
    else if (!equal(fraction(found), wanted)) problems.push(`${what} is ${found}, not ${textOf(wanted)}`);
  };
  expect("the result of the formula", resultText, result);
  expect("co2e", entry.co2e, kilograms(result));
  expect("co2e of the impact", impact.co2e, kilograms(result));
  if (unchecked.length > 0 || problems.length > 0) return { problems, unchecked };

  const units = unitsOf(calculated, names);
  expect("co2e from the fields", entry.co2e, kilograms(times(units, perUnitOf(calculated, names))));
  for (const gas of GASES) {
    const perUnit = entry.factor?.values?.[gas];
    if (perUnit !== null && perUnit !== undefined)
      expect(`${gas} of the impact`, impact[gas], kilograms(times(units, fraction(perUnit))));
  }
  return { problems, unchecked };
}

/** Units of the factor, from quantity, conversions and recycled share alone. */
function unitsOf({ entry, record }: Calculated, names: readonly string[]): Fraction {
  const share = fraction(record.input.recycled_share ?? "0");
  const isShare = names[1] === "recycled_share";
  const converted = entry.conversions.reduce(convert, startOf(entry, isShare ? share : ONE));
  return !isShare && names.includes("recycled_share") ? times(converted, minus(ONE, share)) : converted;
}

const startOf = ({ quantity }: Entry, share: Fraction): Fraction => times(fraction(quantity.value), share);

function convert(quantity: Fraction, { multiply_by, divide_by }: Entry["conversions"][number]): Fraction {
  const multiplied = times(quantity, fraction(multiply_by ?? "1"));
  const divisor = fraction(divide_by ?? "1");
  return equal(divisor, ONE) ? multiplied : over(multiplied, divisor);
}

/** CO2e per unit: the published one, or the gases with their warming potentials. A pure gas has a mass of 1. */
function perUnitOf(calculated: Calculated, names: readonly string[]): Fraction {
  const given = (name: string) => fraction(namedNumber(name, calculated) ?? "");
  if (names.includes("factor")) return given("factor");
  const weighed = names.filter((name) => name.startsWith("gwp_"));
  return sum(
    weighed.map((name) => {
      const gas = name.slice("gwp_".length);
      return times(names.includes(gas) ? given(gas) : ONE, given(name));
    }),
  );
}
