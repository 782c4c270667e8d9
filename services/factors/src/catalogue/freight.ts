import type { Tx } from "@emissions/kit/db/transactions";

/** The library keys of a means of transport. */
export interface FreightKeys {
  id: string;
  /** The most exact first. */
  keys: string[];
  /** Keys of flights up to 1,500 km. Empty where they are the same. */
  shortHaulKeys: string[];
  /** Electricity of a battery-electric vehicle. Null for others. */
  kwhPerTkm: string | null;
  /** How the figure of the last key differs. Empty if it is that of the means of transport. */
  standsFor: string;
}

export interface CombinationRow extends FreightKeys {
  transportType: string;
  travelMethod: string;
  refrigerated: boolean;
  electric: boolean;
  detail: string;
  sizeFrom: string | null;
  sizeTo: string | null;
  sizeUnit: string;
}

export interface TocRow extends FreightKeys {
  toc: string;
  vehicle: string;
  type: string;
  category: string;
  location: string;
  generic: boolean;
  defaultLoadKg: string | null;
}

export interface LogisticsFuelRow {
  id: string;
  name: string;
  region: string;
  unit: string;
  /** Empty for electricity. */
  category: string;
  keys: string[];
}

export interface Freight {
  combinations: readonly CombinationRow[];
  tocs: readonly TocRow[];
  logisticsFuels: readonly LogisticsFuelRow[];
}

export async function readFreight(tx: Tx): Promise<Freight> {
  const [combinations, tocs, logisticsFuels] = await Promise.all([
    tx<CombinationRow[]>`
      select * from transport_combinations
      order by transport_type, travel_method, refrigerated, electric, detail collate "C"`,
    tx<TocRow[]>`select * from transport_operation_categories order by toc collate "C", location`,
    tx<LogisticsFuelRow[]>`select * from logistics_fuels order by name collate "C", region`,
  ]);
  return { combinations: [...combinations], tocs: [...tocs], logisticsFuels: [...logisticsFuels] };
}
