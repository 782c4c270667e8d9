import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

const CATALOGUE = new URL("../../catalog/", import.meta.url);

/** Every file of the catalogue with the table that it fills; several files may fill one. */
const FILES = [
  { path: "units.csv", table: "units" },
  { path: "currencies.csv", table: "currencies" },
  { path: "countries.csv", table: "countries" },
  { path: "sectors.csv", table: "sectors" },
  { path: "sector-crosswalk.csv", table: "sector_crosswalk" },
  { path: "gwp.csv", table: "warming_potentials" },
  { path: "exchange-rates/daily.csv", table: "exchange_rates" },
  { path: "exchange-rates/annual-average.csv", table: "exchange_rates" },
  { path: "ler-codes.csv", table: "ler_codes" },
  { path: "rd-codes.csv", table: "rd_codes" },
  { path: "vehicle-fuels.csv", table: "vehicle_fuels" },
  { path: "unknown-vehicles.csv", table: "unknown_vehicles" },
  { path: "spend.csv", table: "factors" },
  { path: "materials.csv", table: "factors" },
  { path: "share-alike/spend-exiobase.csv", table: "factors" },
  { path: "share-alike/spend-oefdb.csv", table: "factors" },
] as const;

export type CatalogueTable = (typeof FILES)[number]["table"];
export type CataloguePath = (typeof FILES)[number]["path"];

export interface CatalogueFile {
  path: CataloguePath;
  table: CatalogueTable;
  text: string;
  digest: string;
}

export interface CatalogueSource {
  shareAlike: boolean;
  /** Of the catalogue, with a slash at the end; another one in tests. */
  folder?: URL;
}

export const catalogueFiles = ({ shareAlike, folder = CATALOGUE }: CatalogueSource): Promise<CatalogueFile[]> =>
  Promise.all(
    FILES.filter(({ path }) => shareAlike || !path.startsWith("share-alike/")).map(async ({ path, table }) => {
      const text = await readFile(new URL(path, folder), "utf8");
      return { path, table, text, digest: createHash("sha256").update(text).digest("hex") };
    }),
  );
