import { basename } from "node:path";
import type { Db, Tx } from "@emissions/kit/db/transactions";
import { NIL_ID } from "@emissions/kit/process/id";
import { FactorsChangedSchema } from "@emissions/proto/factors/v1/selection_service";
import { lerCodeRow, rdCodeRow, unknownVehicleRow, vehicleFuelRow } from "./codes.ts";
import { type CsvRow, parseCsv } from "./csv.ts";
import { fuelPropertyRows, gridLossRow } from "./energy.ts";
import { type CatalogueFactor, libraryFactors, materialFactors } from "./factors.ts";
import { type CatalogueFile, type CatalogueSource, catalogueFiles } from "./files.ts";
import { combinationRow, logisticsFuelRow, tocRow } from "./freight.ts";
import { writeRevisions } from "./revisions.ts";
import {
  annualRateRow,
  beaCrosswalkRow,
  type Cell,
  componentRow,
  countryRow,
  crosswalkRow,
  currencyRow,
  currencyUnitRow,
  dailyRateRows,
  potentialRow,
  priceIndexRow,
  publicationRow,
  sectorRow,
  standInRow,
  unitRow,
  usdRateRow,
} from "./rows.ts";
import { countrySpendFactors, naceSpendFactors, spendFactors } from "./spend.ts";
import { type PlainTable, replaceRows } from "./tables.ts";

/** The source files of each table. Units and rates have two. */
const TABLE_SOURCES: Record<PlainTable, readonly { path: string; rows: (row: CsvRow) => Cell[][] }[]> = {
  units: [
    { path: "units.csv", rows: (row) => [unitRow(row)] },
    { path: "currencies.csv", rows: (row) => [currencyUnitRow(row)] },
  ],
  currencies: [{ path: "currencies.csv", rows: (row) => [currencyRow(row)] }],
  countries: [{ path: "countries.csv", rows: (row) => [countryRow(row)] }],
  sectors: [{ path: "sectors.csv", rows: (row) => [sectorRow(row)] }],
  sector_crosswalk: [{ path: "sector-crosswalk.csv", rows: (row) => [crosswalkRow(row)] }],
  refrigerant_components: [{ path: "refrigerant-blends.csv", rows: (row) => [componentRow(row)] }],
  sector_crosswalk_bea: [{ path: "sector-crosswalk-bea.csv", rows: (row) => [beaCrosswalkRow(row)] }],
  price_indices: [{ path: "price-indices.csv", rows: (row) => [priceIndexRow(row)] }],
  usd_rates: [{ path: "exchange-rates/yearly-world-bank.csv", rows: (row) => [usdRateRow(row)] }],
  warming_potentials: [{ path: "gwp.csv", rows: (row) => [potentialRow(row)] }],
  exchange_rates: [
    { path: "exchange-rates/daily.csv", rows: dailyRateRows },
    { path: "exchange-rates/annual-average.csv", rows: (row) => [annualRateRow(row)] },
  ],
  stand_ins: [{ path: "stand-ins.csv", rows: (row) => [standInRow(row)] }],
  publications: [{ path: "publications.csv", rows: (row) => [publicationRow(row)] }],
  ler_codes: [{ path: "ler-codes.csv", rows: (row) => [lerCodeRow(row)] }],
  rd_codes: [{ path: "rd-codes.csv", rows: (row) => [rdCodeRow(row)] }],
  vehicle_fuels: [{ path: "vehicle-fuels.csv", rows: (row) => [vehicleFuelRow(row)] }],
  unknown_vehicles: [{ path: "unknown-vehicles.csv", rows: (row) => [unknownVehicleRow(row)] }],
  transport_combinations: [{ path: "transport-combinations.csv", rows: (row) => [combinationRow(row)] }],
  transport_operation_categories: [{ path: "transport-operation-categories.csv", rows: (row) => [tocRow(row)] }],
  logistics_fuels: [{ path: "logistics-fuels.csv", rows: (row) => [logisticsFuelRow(row)] }],
  grid_losses: [{ path: "grid-losses.csv", rows: (row) => [gridLossRow(row)] }],
  fuel_properties: [{ path: "fuel-properties.csv", rows: fuelPropertyRows }],
};

const WAIT_MAX = "60s";

/**
 * Writes the catalogue files to the database and publishes FactorsChanged. It skips files with a known digest and writes
 * only rows that differ. An advisory lock serializes processes that start at the same time.
 */
export async function loadCatalogue(db: Db, source: CatalogueSource): Promise<string[]> {
  const files = await catalogueFiles(source);
  return db.asService(NIL_ID, async ({ tx, emit }) => {
    // The first load takes seconds, and other processes wait for it.
    await tx`select set_config('statement_timeout', ${WAIT_MAX}, true), set_config('lock_timeout', ${WAIT_MAX}, true)`;
    await tx`select pg_advisory_xact_lock(hashtextextended('factors catalogue', 0))`;
    const stale = await stalePaths(tx, files);
    if (stale.size === 0) return [];

    const changed = [...(await writeTables(tx, files, stale)), ...(await writeFactors(tx, files, stale))];
    await checkStandIns(tx);
    await storeDigests(tx, files);
    if (changed.length > 0) {
      await tx`update catalogue_version set version = version + 1`;
      // After later loads, autovacuum updates the statistics.
      if (stale.size === files.length) await tx`call analyze_catalogue()`;
      emit(FactorsChangedSchema, { categories: changed });
    }
    return changed;
  });
}

/** Paths of files that are new, changed or removed since the last load. */
async function stalePaths(tx: Tx, files: readonly CatalogueFile[]): Promise<Set<string>> {
  const known = new Map(
    (await tx<{ path: string; digest: string }[]>`select path, digest from catalogue_files`).map((row) => [
      row.path,
      row.digest,
    ]),
  );
  const changed = files.filter(({ path, digest }) => known.get(path) !== digest).map(({ path }) => path);
  const here = new Set<string>(files.map(({ path }) => path));
  return new Set([...changed, ...[...known.keys()].filter((path) => !here.has(path))]);
}

async function writeTables(tx: Tx, files: readonly CatalogueFile[], stale: ReadonlySet<string>): Promise<string[]> {
  const changed: string[] = [];
  for (const [table, parts] of Object.entries(TABLE_SOURCES) as [PlainTable, (typeof TABLE_SOURCES)[PlainTable]][]) {
    if (!parts.some(({ path }) => stale.has(path))) continue;
    const rows = parts.flatMap((part) => parseCsv(textOf(files, part.path)).flatMap(part.rows));
    if ((await replaceRows(tx, table, rows)) > 0) changed.push(table);
  }
  return changed;
}

/** A dataset is one file, so only changed files are read. The dataset of a removed file is empty. */
async function writeFactors(tx: Tx, files: readonly CatalogueFile[], stale: ReadonlySet<string>): Promise<string[]> {
  const removed = [...stale].filter((path) => !files.some((file) => file.path === path));
  const sets = new Map<string, CatalogueFactor[]>(removed.map((path) => [datasetOf(path), []]));
  for (const file of files) {
    if (file.table !== "factors" || !stale.has(file.path)) continue;
    sets.set(datasetOf(file.path), parseCsv(file.text).flatMap(factorsOf(file)));
  }
  return sets.size === 0 ? [] : [...(await writeRevisions(tx, sets))];
}

const datasetOf = (path: string) => basename(path, ".csv");

/** Files of factors with a format of their own. */
const FACTORS_OF: Readonly<Record<string, (row: CsvRow) => CatalogueFactor[]>> = {
  "materials.csv": materialFactors,
  "spend-uk-sic-2022.csv": naceSpendFactors,
  "share-alike/spend-figaro-2023.csv": naceSpendFactors,
  "share-alike/spend-open-ceda-2025.csv": countrySpendFactors,
};

function factorsOf({ path, dataset }: CatalogueFile): (row: CsvRow) => CatalogueFactor[] {
  if (dataset !== undefined) return libraryFactors(dataset);
  return FACTORS_OF[path] ?? spendFactors;
}

/** A dataset without a row would stand in for any year, unseen. */
async function checkStandIns(tx: Tx): Promise<void> {
  const [missing] = await tx<{ dataset: string; category: string }[]>`
    select dataset, category from (select distinct on (id) * from factors order by id, revision desc) newest
    where not retired and not exists (
      select from stand_ins s where (s.dataset, s.category) in
        ((newest.dataset, newest.category), ('', newest.category), (newest.dataset, '')))
    limit 1`;
  if (missing) throw new Error(`stand-ins.csv has no row for ${missing.dataset} and ${missing.category}`);
}

async function storeDigests(tx: Tx, files: readonly CatalogueFile[]): Promise<void> {
  await tx`delete from catalogue_files`;
  await tx`
    insert into catalogue_files (path, digest)
    select * from unnest(${files.map(({ path }) => path)}::text[], ${files.map(({ digest }) => digest)}::text[])`;
}

function textOf(files: readonly CatalogueFile[], path: string): string {
  const file = files.find((candidate) => candidate.path === path);
  if (file === undefined) throw new Error(`the catalogue has no file ${path}`);
  return file.text;
}
