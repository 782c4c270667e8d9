import { create } from "@bufbuild/protobuf";
import type { Tx } from "@emissions/kit/db/transactions";
import { type FactorGas, FactorGasSchema } from "@emissions/proto/factors/v1/selection_service";
import { Decimal, plain } from "@emissions/quantity/decimal";

/** The category of the library whose factors consist of gases. */
export const REFRIGERANTS = "refrigerants";

export interface PotentialRow {
  key: string;
  gwpSet: string;
  gwp100: string;
  kyoto: boolean;
}

export interface ComponentRow {
  refrigerant: string;
  component: string;
  massPercent: string;
  kyoto: boolean;
}

export const selectPotentials = (tx: Tx) => tx<PotentialRow[]>`
  select key, gwp_set, gwp_100, kyoto from warming_potentials order by key, gwp_set`;

/** The components of a blend with the largest share first. */
export const selectComponents = (tx: Tx) => tx<ComponentRow[]>`
  select refrigerant, component, mass_percent, kyoto from refrigerant_components
  order by refrigerant, mass_percent desc, component`;

/** The gases of one kilogram of a refrigerant, by its key in the library. */
export function indexRefrigerants(
  potentials: readonly PotentialRow[],
  components: readonly ComponentRow[],
): ReadonlyMap<string, readonly FactorGas[]> {
  const byGas = Map.groupBy(potentials, ({ key }) => key);
  const gasOf = (gas: string, kilograms: string, kyoto: boolean): FactorGas => {
    const gwpIn = (set: string) => byGas.get(gas)?.find(({ gwpSet }) => gwpSet === set)?.gwp100;
    const [ar4, ar5, ar6] = ["AR4", "AR5", "AR6"].map(gwpIn);
    return create(FactorGasSchema, {
      gas,
      kilograms: { value: kilograms },
      kyoto,
      ...(ar4 !== undefined && { gwpAr4: { value: ar4 } }),
      ...(ar5 !== undefined && { gwpAr5: { value: ar5 } }),
      ...(ar6 !== undefined && { gwpAr6: { value: ar6 } }),
    });
  };
  const pure = [...byGas].map(([gas, [row]]) => [gas, [gasOf(gas, "1", row!.kyoto)]] as const);
  const blends = [...Map.groupBy(components, ({ refrigerant }) => refrigerant)].map(([refrigerant, parts]) => {
    return [refrigerant, parts.map((part) => gasOf(part.component, kilogramsOf(part), part.kyoto))] as const;
  });
  return new Map<string, readonly FactorGas[]>([...pure, ...blends]);
}

/** Exact: only the decimal point moves. */
const kilogramsOf = ({ massPercent }: ComponentRow) => plain(new Decimal(massPercent).times("0.01"));
