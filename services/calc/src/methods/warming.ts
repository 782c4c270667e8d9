import { type Decimal, ONE, ZERO } from "@emissions/quantity/decimal";
import { GASES, type GwpSet, gwpOf } from "@emissions/quantity/gases";
import { type ExplainedNumber, given, sum, times } from "./explained-number.ts";
import type { FactorValues, RefrigerantGas } from "./method.ts";

/** CO2e of one unit under a set of warming potentials. The rules are in ADR 0010. */
export interface UnitCo2e {
  co2e: ExplainedNumber;
  /** Whether it is the CO2e of the publication. */
  published: boolean;
}

/** The figures of one unit of a factor under each set of warming potentials. */
interface Weighed {
  co2e: Readonly<Record<GwpSet, UnitCo2e>>;
  outsideKyoto: Readonly<Record<GwpSet, Decimal | null>>;
}

/** Thousands of records share a factor, so its gases are weighed once. */
const weighedFactors = new WeakMap<FactorValues, Weighed>();

/** Throws a RangeError for a factor without values. */
export function weigh(factor: FactorValues): Weighed {
  const known = weighedFactors.get(factor);
  if (known !== undefined) return known;
  const weighed = {
    co2e: bySet((set) => co2eUnder(factor, set)),
    outsideKyoto: bySet((set) => outsideKyotoUnder(factor, set)),
  };
  weighedFactors.set(factor, weighed);
  return weighed;
}

export const bySet = <T>(of: (set: GwpSet) => T): Record<GwpSet, T> => ({
  AR4: of("AR4"),
  AR5: of("AR5"),
  AR6: of("AR6"),
});

/**
 * The CO2e of a publication with the same set of warming potentials is used as published. Under another set the gases
 * are weighed. Without known gases the published CO2e remains. Throws a RangeError for a factor without values.
 */
function co2eUnder(factor: FactorValues, set: GwpSet): UnitCo2e {
  if (factor.gases.length > 0) return refrigerantUnder(factor, set);
  const { co2e, co2, ch4, n2o, gwpSet } = factor;
  const hasGases = co2 !== null && ch4 !== null && n2o !== null;
  if (co2e !== null && (!hasGases || gwpSet === "" || gwpSet === set)) return asPublished(co2e);
  const known = GASES.filter((gas) => factor[gas] !== null);
  if (known.length === 0) throw new RangeError("The factor gives neither CO2e nor gases.");
  const weighed = known.map((gas) =>
    times(given(gas, factor[gas]!), given(`gwp_${gas}`, gwpOf(set, gas, factor.methaneOrigin))),
  );
  return { co2e: sum(weighed), published: false };
}

/**
 * CO2e of one unit of the gases outside the Kyoto Protocol: CFC, HCFC, halons and others. Null if the factor has no such
 * gas with a known CO2e, as for all factors but those of refrigerants.
 */
function outsideKyotoUnder({ gases, co2e, gwpSet }: FactorValues, set: GwpSet): Decimal | null {
  const outside = gases.filter(isOutside);
  const isKnown = outside.some(({ gwp }) => gwp[set] !== null);
  const isWhollyOutside = gases.length > 0 && !gases.some(({ kyoto }) => kyoto);
  if (isWhollyOutside && co2e !== null && (gwpSet === set || !isKnown)) return co2e;
  if (outside.length === 0) return null;
  return outside.reduce((total, { kilograms, gwp }) => total.plus(kilograms.times(gwp[set] ?? ZERO)), ZERO);
}

/**
 * Published totals of blends may include gases outside the Kyoto Protocol. A published value of the same set applies only
 * if it agrees with the composition.
 */
function refrigerantUnder({ gases, co2e, gwpSet }: FactorValues, set: GwpSet): UnitCo2e {
  const kyoto = gases.filter((gas) => gas.kyoto);
  if (kyoto.length === 0) return { co2e: given("gwp_kyoto", ZERO), published: false };
  if (kyoto.some(({ gwp }) => gwp[set] === null)) {
    if (co2e === null) throw new RangeError(`A gas of the factor has no warming potential in ${set}.`);
    return asPublished(co2e);
  }
  const weighed = weighedGases(kyoto, set);
  const isAgreed = co2e !== null && gwpSet === set && co2e.minus(weighed.value).abs().lte(AGREEMENT_KG);
  return isAgreed ? asPublished(co2e) : { co2e: weighed, published: false };
}

/** For the rounding of publications, and for hydrocarbons, which some include. In kilograms of CO2e per kilogram. */
const AGREEMENT_KG = 2;

function weighedGases(gases: readonly RefrigerantGas[], set: GwpSet): ExplainedNumber {
  const [only, ...others] = gases;
  if (others.length === 0 && only!.kilograms.eq(ONE)) return potentialOf(only!, set);
  return sum(gases.map((gas) => times(given(gas.name, gas.kilograms), potentialOf(gas, set))));
}

const potentialOf = ({ name, gwp }: RefrigerantGas, set: GwpSet) => given(`gwp_${name}`, gwp[set]!);

/** Hydrocarbons and HFO have no value in the reports, and nearly no effect. */
const isOutside = ({ kyoto, gwp }: RefrigerantGas) => !kyoto && Object.values(gwp).some((value) => value !== null);

const asPublished = (co2e: Decimal): UnitCo2e => ({ co2e: given("factor", co2e), published: true });
