import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { readCsv } from "./csv.ts";
import { type Dataset, readDatasets } from "./datasets.ts";

const CATALOGUE = new URL("../../catalog/", import.meta.url);

/** Figures under a share-alike licence have their own folder, so that they can be excluded. */
const SHARE_ALIKE = "share-alike/";
const LIBRARIES = ["library/", `${SHARE_ALIKE}library/`];

/** Files with their own format, and the table of each. Several files can belong to one table. */
const FILES = [
  { path: "units.csv", table: "units" },
  { path: "currencies.csv", table: "currencies" },
  { path: "countries.csv", table: "countries" },
  { path: "sectors.csv", table: "sectors" },
  { path: "sector-editions.csv", table: "sector_editions" },
  { path: "sector-crosswalk.csv", table: "sector_crosswalk" },
  { path: "sector-crosswalk-bea.csv", table: "sector_crosswalk_bea" },
  { path: "gwp.csv", table: "warming_potentials" },
  { path: "refrigerant-blends.csv", table: "refrigerant_components" },
  { path: "exchange-rates/daily.csv", table: "exchange_rates" },
  { path: "exchange-rates/annual-average.csv", table: "exchange_rates" },
  { path: "exchange-rates/yearly-world-bank.csv", table: "usd_rates" },
  { path: "price-indices.csv", table: "price_indices" },
  { path: "ler-codes.csv", table: "ler_codes" },
  { path: "rd-codes.csv", table: "rd_codes" },
  { path: "vehicle-fuels.csv", table: "vehicle_fuels" },
  { path: "unknown-vehicles.csv", table: "unknown_vehicles" },
  { path: "transport-combinations.csv", table: "transport_combinations" },
  { path: "transport-operation-categories.csv", table: "transport_operation_categories" },
  { path: "logistics-fuels.csv", table: "logistics_fuels" },
  { path: "stand-ins.csv", table: "stand_ins" },
  { path: "grid-losses.csv", table: "grid_losses" },
  { path: "fuel-properties.csv", table: "fuel_properties" },
  { path: "editions.csv", table: "editions" },
  { path: "spend.csv", table: "factors" },
  { path: "materials.csv", table: "factors" },
  { path: "spend-uk-sic-2022.csv", table: "factors" },
  { path: "share-alike/spend-figaro-2023.csv", table: "factors" },
  { path: "share-alike/spend-figaro-purchaser-2023.csv", table: "factors" },
  { path: "share-alike/spend-open-ceda-2025.csv", table: "factors" },
] as const;

export type CatalogueTable = (typeof FILES)[number]["table"];

export interface CatalogueFile {
  path: string;
  table: CatalogueTable;
  text: string;
  /** SHA-256 of the file, and for the library also of its dataset attributes. */
  digest: string;
  /** Only for library files. */
  dataset?: Dataset;
}

export interface CatalogueSource {
  shareAlike: boolean;
  /** Folder of the catalogue, with a trailing slash. Tests use another one. */
  folder?: URL;
}

export async function catalogueFiles({ shareAlike, folder = CATALOGUE }: CatalogueSource): Promise<CatalogueFile[]> {
  const wanted = (path: string) => shareAlike || !path.startsWith(SHARE_ALIKE);
  const plain = FILES.filter(({ path }) => wanted(path)).map(({ path, table }) => readPlain(folder, path, table));
  const libraries = LIBRARIES.filter(wanted).map((path) => readLibrary(folder, path));
  return (await Promise.all([...plain, ...libraries])).flat();
}

async function readPlain(folder: URL, path: string, table: CatalogueTable): Promise<CatalogueFile> {
  const text = await readFile(new URL(path, folder), "utf8");
  return { path, table, text, digest: digestOf(text) };
}

/** Reads `datasets.csv` into the files that it lists: their digests include their attributes. */
async function readLibrary(folder: URL, library: string): Promise<CatalogueFile[]> {
  const list = new URL(`${library}datasets.csv`, folder);
  const shareAlike = library.startsWith(SHARE_ALIKE);
  // The share-alike library is optional; the main library is required.
  if (shareAlike && !existsSync(list)) return [];
  const exceptions = await readCsv(new URL("gwp-exceptions.csv", folder));
  const datasets = await readDatasets(list, { shareAlike, exceptions });
  return Promise.all(
    datasets.map(async (dataset) => {
      const path = `${library}${dataset.dataset}.csv`;
      const text = await readFile(new URL(path, folder), "utf8");
      return { path, table: "factors" as const, text, dataset, digest: digestOf(JSON.stringify(dataset), text) };
    }),
  );
}

function digestOf(...parts: string[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
}
