import type { Tx } from "@emissions/kit/db/transactions";
import type { FindStandIn, StandInRule } from "./stand-ins.ts";

/** A published share of the generated electricity that a grid loses. */
export interface GridLoss extends GridLossRow {
  standIn: StandInRule;
}

interface GridLossRow {
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

/** The name of the file of the losses in the catalogue. */
const GRID_LOSSES = "grid-losses";

export const selectGridLosses = (tx: Tx) => tx<GridLossRow[]>`
  select country, grid_zone, year, source, percent, priority from grid_losses
  order by country, grid_zone, year, priority`;

export const selectFuelProperties = (tx: Tx) => tx<FuelProperties[]>`
  select key, fuel, per, net_calorific_value, gross_calorific_value, litres_per_t, conditions, source, source_year
  from fuel_properties order by key`;

export function indexEnergy(
  losses: readonly GridLossRow[],
  properties: readonly FuelProperties[],
  standInOf: FindStandIn,
): Energy {
  const standIn = standInOf(GRID_LOSSES, "");
  if (standIn === undefined && losses.length > 0) throw new Error(`no rule of stand-ins for ${GRID_LOSSES}`);
  const withLimits = losses.map((loss) => ({ ...loss, standIn: standIn! }));
  return {
    gridLosses: Map.groupBy(withLimits, ({ country, gridZone }) => gridLossKey(country, gridZone)),
    fuelProperties: new Map(properties.map((row) => [row.key, row])),
  };
}
