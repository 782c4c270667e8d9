import type { Tx } from "@emissions/kit/db/transactions";
import { plainText } from "../plain-text.ts";

/** A code of the European List of Waste. The code has six digits. */
export interface LerRow {
  id: string;
  code: string;
  name: string;
  chapter: string;
  subchapter: string;
  hazardous: boolean;
  /** All names, normalized by `plainText`, for the search. */
  searchNames: string;
}

/** A recovery or disposal operation: "R03". */
export interface RdRow {
  id: string;
  code: string;
  name: string;
  description: string | null;
}

/** A fuel that is sold in a country, with the library key of its factors. */
export interface VehicleFuelRow {
  id: string;
  country: string;
  key: string;
  fuel: string;
  category: string;
  factorKey: string;
  /** Key of the upstream figures, if it is not `factorKey`: that of a fuel of nearly the same composition. */
  upstreamKey: string | null;
  distanceKey: string | null;
  energy: "fuel" | "electricity" | "fuel_and_electricity";
  createdAt: Date;
  updatedAt: Date | null;
}

export interface UnknownVehicleRow {
  id: string;
  type: string;
  country: string | null;
  createdAt: Date;
  updatedAt: Date | null;
}

/** The codes that clients refer to by id. Lists and maps are sorted by code. */
export interface Codes {
  lerById: ReadonlyMap<string, LerRow>;
  /** By the code of six digits. */
  lerByCode: ReadonlyMap<string, LerRow>;
  rdById: ReadonlyMap<string, RdRow>;
  rdByCode: ReadonlyMap<string, RdRow>;
  vehicleFuels: readonly VehicleFuelRow[];
  unknownVehicles: readonly UnknownVehicleRow[];
}

interface CodeRows {
  ler: readonly Omit<LerRow, "searchNames">[];
  rd: readonly RdRow[];
  vehicleFuels: readonly VehicleFuelRow[];
  unknownVehicles: readonly UnknownVehicleRow[];
}

export async function readCodes(tx: Tx): Promise<CodeRows> {
  const [ler, rd, vehicleFuels, unknownVehicles] = await Promise.all([
    tx<
      Omit<LerRow, "searchNames">[]
    >`select id, code, name, chapter, subchapter, hazardous from ler_codes order by code`,
    tx<RdRow[]>`select id, code, name, description from rd_codes order by code collate "C"`,
    tx<VehicleFuelRow[]>`
      select id, country, key, fuel, category, factor_key, upstream_key, distance_key, energy, created_at, updated_at
      from vehicle_fuels order by country, fuel collate "C"`,
    tx<UnknownVehicleRow[]>`
      select id, type, country, created_at, updated_at from unknown_vehicles order by type collate "C"`,
  ]);
  return { ler, rd, vehicleFuels, unknownVehicles };
}

export function indexCodes({ ler, rd, vehicleFuels, unknownVehicles }: CodeRows): Codes {
  const searchable = ler.map((row) => ({
    ...row,
    searchNames: plainText([row.name, row.chapter, row.subchapter].join(" ")),
  }));
  return {
    lerById: new Map(searchable.map((row) => [row.id, row])),
    lerByCode: new Map(searchable.map((row) => [row.code, row])),
    rdById: new Map(rd.map((row) => [row.id, row])),
    rdByCode: new Map(rd.map((row) => [row.code, row])),
    vehicleFuels: [...vehicleFuels],
    unknownVehicles: [...unknownVehicles],
  };
}
