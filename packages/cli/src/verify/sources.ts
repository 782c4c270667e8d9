import type { Component, Entry, Explanation, Findings } from "./explanation.ts";
import type { Term } from "./formula.ts";
import { equal, fraction, ONE } from "./fraction.ts";

const LITERAL = /^\d+(\.\d+)?$/;

/** Warming potentials over 100 years in kg CO2e per kg, from the assessment reports of the IPCC. */
const WARMING: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AR4: { co2: "1", ch4: "25", n2o: "298" },
  AR5: { co2: "1", ch4: "28", n2o: "265" },
  AR6: { co2: "1", ch4: "27.9", n2o: "273", fossil: "29.8", non_fossil: "27" },
};

/** Names that every explanation gives. Methods may have others. */
const OF_FACTORS: ReadonlySet<string> = new Set(
  ["co2", "ch4", "n2o"].flatMap((gas) => [gas, `gwp_${gas}`]).concat("factor", "recycled_share"),
);

/** An entry with its record, whose recycled share it can use. */
export interface Calculated {
  entry: Entry;
  record: Explanation;
}

/** Only AR6 tells methane apart by its origin. */
function potentialOf(gas: string, { gwp_set, factor }: Entry): string | undefined {
  const set = WARMING[gwp_set ?? ""];
  return (gas === "ch4" ? set?.[factor?.methane_origin ?? ""] : undefined) ?? set?.[gas];
}

/**
 * The number of the explanation that a name of its formula stands for. Undefined for a name that no field gives, such as
 * that of a conversion.
 */
export function namedNumber(name: string, { entry, record }: Calculated): string | undefined {
  const { values = null, gases = [] } = entry.factor ?? {};
  const component = gases.find(({ gas }) => name === gas || name === `gwp_${gas}`);
  if (name === "recycled_share") return record.input.recycled_share ?? undefined;
  if (name === "factor") return values?.co2e ?? undefined;
  if (component !== undefined) return numberOf(component, name, entry);
  if (name === "gwp_kyoto") return gases.some(({ kyoto }) => kyoto) ? undefined : "0";
  if (name.startsWith("gwp_")) return potentialOf(name.slice("gwp_".length), entry);
  return name === "co2" || name === "ch4" || name === "n2o" ? (values?.[name] ?? undefined) : undefined;
}

function numberOf(component: Component, name: string, { gwp_set }: Entry): string | undefined {
  if (name === component.gas) return component.kilograms;
  const { gwp_ar4: AR4, gwp_ar5: AR5, gwp_ar6: AR6 } = component;
  return { AR4, AR5, AR6 }[gwp_set ?? ""] ?? undefined;
}

/** The numbers of the conversions that appear in a formula, in its order. A ratio of 1 does not appear. */
const ratiosOf = ({ conversions }: Entry): string[] =>
  conversions
    .flatMap(({ multiply_by, divide_by }) => [multiply_by ?? "1", divide_by ?? "1"])
    .filter((number) => !equal(fraction(number), ONE));

/**
 * Compares each number of a formula with the field of the explanation that it stands for: the quantity first, then the
 * conversions in their order, and factor, gases, warming potentials and recycled share by name.
 */
export function compareSources(terms: readonly Term[], calculated: Calculated): Findings {
  const { entry } = calculated;
  const [problems, unchecked]: [string[], string[]] = [[], []];
  const ratios = ratiosOf(entry);
  const sourceOf = (name: string, at: number) => {
    if (at === 0) return entry.quantity.value;
    return LITERAL.test(name) ? name : (namedNumber(name, calculated) ?? ratios.shift());
  };
  for (const [at, { name, number }] of terms.entries()) {
    const source = sourceOf(name, at);
    if (source === undefined && OF_FACTORS.has(name)) problems.push(`no field of the explanation gives ${name}`);
    else if (source === undefined) unchecked.push(name);
    else if (!equal(fraction(number), fraction(source)))
      problems.push(`${name} is ${number} in the formula, not ${source}`);
  }
  if (ratios.length > 0) problems.push(`the formula lacks the conversion by ${ratios.join(", ")}`);
  return { problems, unchecked };
}
