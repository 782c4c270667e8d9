import type { Tx } from "@emissions/kit/db/transactions";
import type { CatalogueTable } from "./files.ts";
import type { Cell } from "./rows.ts";

interface TableDefinition {
  /** Name and type of each column. The first `keys` columns are the natural key. */
  columns: readonly (readonly [name: string, type: string])[];
  keys: number;
}

function texts(...names: readonly string[]) {
  return names.map((name) => [name, "text"] as const);
}

/** Tables that contain exactly the rows of their files. */
const TABLES = {
  units: {
    columns: [
      ["id", "uuid"],
      ["code", "text"],
      ["name", "text"],
      ["type", "text"],
      ["dimension", "text"],
      ["numerator", "numeric"],
      ["denominator", "numeric"],
      ["purposes", "text[]"],
    ],
    keys: 1,
  },
  currencies: {
    columns: [
      ["code", "text"],
      ["official_name", "text"],
      ["withdrawn", "text"],
      ["fixed_units_per_euro", "numeric"],
      ["fixed_from", "date"],
      ["fixed_source", "text"],
    ],
    keys: 1,
  },
  exchange_rates: {
    columns: [
      ["currency", "text"],
      ["kind", "text"],
      ["day", "date"],
      ["units_per_euro", "numeric"],
    ],
    keys: 3,
  },
  countries: {
    columns: [
      ["code", "text"],
      ["name", "text"],
      ["region", "text"],
      ["subregion", "text"],
    ],
    keys: 1,
  },
  sectors: {
    columns: texts("scheme", "code", "level", "parent", "title"),
    keys: 2,
  },
  sector_editions: {
    columns: texts("scheme", "code", "level", "title", "reading", "match", "meaning"),
    keys: 2,
  },
  sector_crosswalk: {
    columns: texts("nace_code", "naics_code", "match", "basis", "note"),
    keys: 1,
  },
  sector_crosswalk_bea: {
    columns: [
      ["naics_code", "text"],
      ["bea_code", "text"],
      ["match", "text"],
      ["note", "text"],
    ],
    keys: 1,
  },
  price_indices: {
    columns: [
      ["country", "text"],
      ["year", "smallint"],
      ["currency", "text"],
      ["gdp_deflator", "numeric"],
      ["consumer_prices", "numeric"],
      ["consumer_prices_basis", "text"],
    ],
    keys: 2,
  },
  usd_rates: {
    columns: [
      ["currency", "text"],
      ["year", "smallint"],
      ["units_per_usd", "numeric"],
      ["country", "text"],
    ],
    keys: 2,
  },
  warming_potentials: {
    columns: [
      ["gas", "text"],
      ["gwp_set", "text"],
      ["gwp_100", "numeric"],
      ["source", "text"],
      ["source_year", "smallint"],
      ["licence", "text"],
      ["key", "text"],
      ["kyoto", "boolean"],
    ],
    keys: 2,
  },
  refrigerant_components: {
    columns: [
      ["refrigerant", "text"],
      ["component", "text"],
      ["mass_percent", "numeric"],
      ["kyoto", "boolean"],
    ],
    keys: 2,
  },
  editions: {
    columns: [
      ...texts("id", "publisher", "title", "version", "printed_on", "published_on", "file_name", "sha256", "url"),
      ...texts("licence", "retrieved_on", "correction", "superseded_by", "follows"),
      ["bytes", "bigint"],
      ["reading", "text"],
      ["datasets", "text[]"],
      ["tables", "text[]"],
    ],
    keys: 1,
  },
  stand_ins: {
    columns: [
      ["dataset", "text"],
      ["category", "text"],
      ["year_means", "text"],
      ["earlier_max", "smallint"],
      ["later_max", "smallint"],
      ["origin", "text"],
      ["losses_included", "boolean"],
    ],
    keys: 2,
  },
  ler_codes: {
    columns: [
      ["id", "uuid"],
      ["code", "text"],
      ["name", "text"],
      ["chapter", "text"],
      ["subchapter", "text"],
      ["hazardous", "boolean"],
    ],
    keys: 1,
  },
  rd_codes: {
    columns: [
      ["id", "uuid"],
      ["code", "text"],
      ["name", "text"],
      ["description", "text"],
    ],
    keys: 1,
  },
  vehicle_fuels: {
    columns: [
      ["id", "uuid"],
      ["country", "text"],
      ["key", "text"],
      ["fuel", "text"],
      ["category", "text"],
      ["factor_key", "text"],
      ["upstream_key", "text"],
      ["distance_key", "text"],
      ["energy", "text"],
      ["created_at", "timestamptz"],
      ["updated_at", "timestamptz"],
    ],
    keys: 1,
  },
  unknown_vehicles: {
    columns: [
      ["id", "uuid"],
      ["type", "text"],
      ["country", "text"],
      ["created_at", "timestamptz"],
      ["updated_at", "timestamptz"],
    ],
    keys: 1,
  },
  transport_combinations: {
    columns: [
      ["id", "uuid"],
      ["transport_type", "text"],
      ["travel_method", "text"],
      ["refrigerated", "boolean"],
      ["electric", "boolean"],
      ["detail", "text"],
      ["size_from", "numeric"],
      ["size_to", "numeric"],
      ["size_unit", "text"],
      ["keys", "text[]"],
      ["short_haul_keys", "text[]"],
      ["kwh_per_tkm", "numeric"],
      ["stands_for", "text"],
    ],
    keys: 1,
  },
  transport_operation_categories: {
    columns: [
      ["id", "uuid"],
      ["toc", "text"],
      ["vehicle", "text"],
      ["type", "text"],
      ["category", "text"],
      ["location", "text"],
      ["generic", "boolean"],
      ["keys", "text[]"],
      ["short_haul_keys", "text[]"],
      ["default_load_kg", "numeric"],
      ["kwh_per_tkm", "numeric"],
      ["stands_for", "text"],
    ],
    keys: 1,
  },
  logistics_fuels: {
    columns: [
      ["id", "uuid"],
      ["name", "text"],
      ["region", "text"],
      ["unit", "text"],
      ["category", "text"],
      ["keys", "text[]"],
    ],
    keys: 1,
  },
  grid_losses: {
    columns: [
      ["country", "text"],
      ["grid_zone", "text"],
      ["year", "smallint"],
      ["source", "text"],
      ["percent", "numeric"],
      ["priority", "smallint"],
    ],
    keys: 4,
  },
  fuel_properties: {
    columns: [
      ["key", "text"],
      ["fuel", "text"],
      ["per", "text"],
      ["net_calorific_value", "numeric"],
      ["gross_calorific_value", "numeric"],
      ["litres_per_t", "numeric"],
      ["conditions", "text"],
      ["source", "text"],
      ["source_year", "smallint"],
    ],
    keys: 1,
  },
} as const satisfies Record<Exclude<CatalogueTable, "factors">, TableDefinition>;

export type PlainTable = keyof typeof TABLES;

/** One array of Postgres for each column, as text: the driver then computes nothing while a transaction is open. */
export const columnsOf = (table: PlainTable, rows: readonly Cell[][]): string[] =>
  TABLES[table].columns.map((_, at) => `{${rows.map((row) => arrayItem(row[at] ?? null)).join(",")}}`);

const arrayItem = (cell: Cell) => (cell === null ? "NULL" : `"${cell.replace(/["\\]/g, "\\$&")}"`);

/** Makes a table contain exactly the rows of `columnsOf`. Writes only rows that differ, and returns their number. */
export async function replaceRows(tx: Tx, table: PlainTable, values: string[]): Promise<number> {
  const { columns, keys }: TableDefinition = TABLES[table];
  const names = columns.map(([name]) => name);
  const key = names.slice(0, keys);
  const rest = names.slice(keys);
  // Identifiers are constants from above, and every value is a parameter.
  const wanted = `(select ${columns.map(([name, type]) => `${name}::${type}`).join(", ")}
    from unnest(${columns.map((_, at) => `$${at + 1}::text[]`).join(", ")}) as texts (${names.join(", ")})) wanted`;
  const same = key.map((name) => `wanted.${name} = kept.${name}`).join(" and ");
  const nonKeyColumns = (row: string) => `(${rest.map((name) => `${row}.${name}`).join(", ")})`;
  const removed = await tx.unsafe(
    `delete from ${table} kept where not exists (select from ${wanted} where ${same})`,
    values,
  );
  const written = await tx.unsafe(
    `insert into ${table} as kept (${names.join(", ")}) select * from ${wanted}
     on conflict (${key.join(", ")}) do update set ${rest.map((name) => `${name} = excluded.${name}`).join(", ")}
     where ${nonKeyColumns("kept")} is distinct from ${nonKeyColumns("excluded")}`,
    values,
  );
  return removed.count + written.count;
}
