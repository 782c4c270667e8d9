import { Decimal, ZERO } from "@emissions/quantity/decimal";
import { GWP, GWP_SETS, type GwpSet, gwpOf } from "@emissions/quantity/gases";
import type { GasRow } from "./group-queries.ts";

/** The gases of the Kyoto Protocol, and the rest of the CO2e. */
export const GAS_NAMES = ["CO2", "CH4", "N2O", "HFC", "PFC", "SF6", "NF3", "unspecified"] as const;
export type GasName = (typeof GAS_NAMES)[number];

/** Kilograms of CO2e of each gas. They sum exactly to the total. */
export type GasTotals = Readonly<Record<GasName, Decimal>>;

type Masses = Pick<GasRow, "gas" | "methaneOrigin" | "gwpSet" | "byGas" | "kg" | "co2Kg" | "ch4Kg" | "n2oKg">;

/**
 * Weighs the gases under the set of the CO2e. The rest is not specified: CO2e that is published without its gases, that
 * of blends, and the rounding of publications. Gases that exceed the CO2e are reduced to it, CO2 first.
 */
export function gasTotals(rows: readonly Masses[], requested: GwpSet | null): GasTotals {
  const totals = Object.fromEntries(GAS_NAMES.map((gas) => [gas, ZERO])) as Record<GasName, Decimal>;
  for (const { gas, methaneOrigin, gwpSet, byGas, kg, co2Kg, ch4Kg, n2oKg } of rows) {
    const co2e = new Decimal(kg);
    if (gas !== null) {
      const name = gas.toUpperCase() as GasName;
      totals[name] = totals[name].plus(co2e);
      continue;
    }
    // A CO2e without known gases keeps its own set.
    const set = (byGas ? requested : null) ?? GWP_SETS.find((name) => name === gwpSet);
    const co2 = new Decimal(co2Kg);
    const ch4 = set === undefined ? ZERO : gwpOf(set, "ch4", methaneOrigin).times(ch4Kg);
    const n2o = set === undefined ? ZERO : GWP[set].n2o.times(n2oKg);
    let rest = co2e;
    for (const [name, weighed] of [
      ["N2O", n2o],
      ["CH4", ch4],
      ["CO2", co2],
    ] as const) {
      const within = Decimal.max(ZERO, Decimal.min(weighed, rest));
      totals[name] = totals[name].plus(within);
      rest = rest.minus(within);
    }
    totals.unspecified = totals.unspecified.plus(rest);
  }
  return totals;
}
