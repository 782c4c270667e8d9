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

/**
 * The CO2e of a publication with the same set of warming potentials is used as published. Under another set the gases
 * are weighed. Without known gases the published CO2e remains. Throws a RangeError for a factor without values.
 */
export function co2eUnder(factor: FactorValues, set: GwpSet): UnitCo2e {
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
 * gas with a warming potential, as for all factors but those of refrigerants.
 */
export function outsideKyotoUnder({ gases, co2e, gwpSet }: FactorValues, set: GwpSet): Decimal | null {
  if (gases.length === 1 && !gases[0]!.kyoto) {
    const [{ gwp }] = gases as [RefrigerantGas];
    return co2e !== null && (gwpSet === set || gwp[set] === null) ? co2e : gwp[set];
  }
  const outside = gases.filter(isOutside);
  if (outside.length === 0) return null;
  return outside.reduce((total, { kilograms, gwp }) => total.plus(kilograms.times(gwp[set] ?? ZERO)), ZERO);
}

/** The published CO2e of a blend with gases outside the Kyoto Protocol may include these, so the composition applies. */
function refrigerantUnder({ gases, co2e, gwpSet }: FactorValues, set: GwpSet): UnitCo2e {
  const kyoto = gases.filter((gas) => gas.kyoto);
  if (kyoto.length === 0) return { co2e: given("gwp_kyoto", ZERO), published: false };
  const isWeighable = kyoto.every(({ gwp }) => gwp[set] !== null);
  if (co2e !== null && (!isWeighable || (gwpSet === set && !gases.some(isOutside)))) return asPublished(co2e);
  if (!isWeighable) throw new RangeError(`A gas of the factor has no warming potential in ${set}.`);
  const [only] = gases;
  if (gases.length === 1 && only!.kilograms.eq(ONE)) return { co2e: potentialOf(only!, set), published: false };
  return {
    co2e: sum(kyoto.map((gas) => times(given(gas.name, gas.kilograms), potentialOf(gas, set)))),
    published: false,
  };
}

const potentialOf = ({ name, gwp }: RefrigerantGas, set: GwpSet) => given(`gwp_${name}`, gwp[set]!);

/** Hydrocarbons and HFO have no value in the reports, and nearly no effect. */
const isOutside = ({ kyoto, gwp }: RefrigerantGas) => !kyoto && Object.values(gwp).some((value) => value !== null);

const asPublished = (co2e: Decimal): UnitCo2e => ({ co2e: given("factor", co2e), published: true });
