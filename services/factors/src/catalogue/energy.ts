import type { Tx } from "@emissions/kit/db/transactions";

/** A published share of the generated electricity that a grid loses. */
export interface GridLoss {
  country: string;
  /** Empty for the whole country. */
  gridZone: string;
  year: number;
  source: string;
  percent: string;
  /** The lower number wins. */
  priority: number;
}

/** Published calorific values and specific volume of a fuel. */
export interface FuelProperties {
  /** Key of the fuel in the library. */
  key: string;
  /** Name in the publication. */
  fuel: string;
  /** The calorific values are GJ per tonne, or MJ per cubic metre. */
  per: "t" | "m3";
  netCalorificValue: string;
  grossCalorificValue: string;
  litresPerT: string | null;
  /** Reference conditions of the volume. */
  conditions: string;
  source: string;
  sourceYear: number;
}

export interface Energy {
  /** By country and zone: see `gridLossKey`. */
  gridLosses: ReadonlyMap<string, readonly GridLoss[]>;
  /** By key of the library. */
  fuelProperties: ReadonlyMap<string, FuelProperties>;
}

export const gridLossKey = (country: string, gridZone: string) => `${country}/${gridZone}`;

export async function readEnergy(tx: Tx): Promise<Energy> {
  const [losses, properties] = await Promise.all([
    tx<GridLoss[]>`
      select country, grid_zone, year, source, percent, priority from grid_losses
      order by country, grid_zone, year, priority`,
    tx<FuelProperties[]>`
      select key, fuel, per, net_calorific_value, gross_calorific_value, litres_per_t, conditions, source, source_year
      from fuel_properties order by key`,
  ]);
  return {
    gridLosses: Map.groupBy(losses, ({ country, gridZone }) => gridLossKey(country, gridZone)),
    fuelProperties: new Map(properties.map((row) => [row.key, row])),
  };
}
