import { basename } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Db, Tx } from "@emissions/kit/db/transactions";
import { NIL_ID } from "@emissions/kit/process/id";
import { FactorsChangedSchema } from "@emissions/proto/factors/v1/selection_service";
import { readPaged } from "../paged.ts";
import { inTurns } from "../turns.ts";
import { lerCodeRow, rdCodeRow, unknownVehicleRow, vehicleFuelRow } from "./codes.ts";
import { type CsvRow, parseCsv } from "./csv.ts";
import { fuelPropertyRows, gridLossRow } from "./energy.ts";
import { type CatalogueFactor, libraryFactors, materialFactors } from "./factors.ts";
import { type CatalogueFile, type CatalogueSource, catalogueFiles } from "./files.ts";
import { combinationRow, logisticsFuelRow, tocRow } from "./freight.ts";
import { type NewestRevision, type Revisions, revisionsOf, selectNewest, writeRevisions } from "./revisions.ts";
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
  editionRow,
  potentialRow,
  priceIndexRow,
  sectorEditionRow,
  sectorRow,
  standInRow,
  unitRow,
  usdRateRow,
} from "./rows.ts";
import { countrySpendFactors, naceSpendFactors, purchaserSpendFactors, spendFactors } from "./spend.ts";
import { lockCatalogue, raiseVersion, WAIT_MAX } from "./state.ts";
import { columnsOf, type PlainTable, replaceRows } from "./tables.ts";

/** The source files of each table. Units and rates have two. */
const TABLE_SOURCES: Record<PlainTable, readonly { path: string; rows: (row: CsvRow) => Cell[][] }[]> = {
  units: [
    { path: "units.csv", rows: (row) => [unitRow(row)] },
    { path: "currencies.csv", rows: (row) => [currencyUnitRow(row)] },
  ],
  currencies: [{ path: "currencies.csv", rows: (row) => [currencyRow(row)] }],
  countries: [{ path: "countries.csv", rows: (row) => [countryRow(row)] }],
  sectors: [{ path: "sectors.csv", rows: (row) => [sectorRow(row)] }],
  sector_editions: [{ path: "sector-editions.csv", rows: (row) => [sectorEditionRow(row)] }],
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
  editions: [{ path: "editions.csv", rows: (row) => [editionRow(row)] }],
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

/** Other processes may load another catalogue meanwhile. */
const ATTEMPTS_MAX = 5;

/**
 * Writes the catalogue files to the database and publishes FactorsChanged. It skips files with a known digest and writes
 * only rows that differ. Rows are computed before the transaction that writes them: the database ends one that is idle
 * for long, as on a slow machine. An advisory lock serializes processes that start at the same time, and what another
 * one has written meanwhile is computed again. The lock of a killed process ends at once, also during a statement.
 */
export async function loadCatalogue(db: Db, source: CatalogueSource): Promise<string[]> {
  const files = await catalogueFiles(source);
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    const stored = await readStored(db, files);
    if (stored.stale.size === 0) return [];
    const changed = await write(db, { files, stored, changes: await changesOf(files, stored) });
    if (changed !== null) return changed;
  }
  throw new Error(`other processes changed the catalogue ${ATTEMPTS_MAX} times during the load`);
}

interface State {
  version: number;
  digests: Record<string, string>;
}

interface Stored {
  state: State;
  /** Paths of files that are new, changed or removed since the last load. */
  stale: ReadonlySet<string>;
  /** The newest revisions of the datasets among them. */
  newest: readonly NewestRevision[];
}

interface Changes {
  tables: ReadonlyMap<PlainTable, string[]>;
  revisions: Revisions | null;
}

function readStored(db: Db, files: readonly CatalogueFile[]): Promise<Stored> {
  return db.asService(NIL_ID, async ({ tx }) => {
    await tx`set transaction isolation level repeatable read`;
    await tx`select set_config('statement_timeout', ${WAIT_MAX}, true)`;
    const state = await selectState(tx);
    const stale = stalePaths(files, state.digests);
    const datasets = staleDatasets(files, stale);
    const newest = datasets.length === 0 ? [] : await readPaged(tx, selectNewest(tx, datasets));
    return { state, stale, newest };
  });
}

async function selectState(tx: Tx): Promise<State> {
  const [row] = await tx<[State]>`
    select version, (select coalesce(jsonb_object_agg(path, digest), '{}') from catalogue_files) as digests
    from catalogue_version`;
  return row;
}

interface Load {
  files: readonly CatalogueFile[];
  stored: Stored;
  changes: Changes;
}

/** Writes nothing and answers with null if the stored catalogue is not the one that the changes were computed from. */
function write(db: Db, { files, stored, changes }: Load): Promise<string[] | null> {
  return db.asService(NIL_ID, async ({ tx, emit }) => {
    await lockCatalogue(tx);
    if (!isDeepStrictEqual(await selectState(tx), stored.state)) return null;

    const changed: string[] = [];
    for (const [table, columns] of changes.tables) {
      if ((await replaceRows(tx, table, columns)) > 0) changed.push(table);
    }
    if (changes.revisions !== null) {
      await writeRevisions(tx, changes.revisions);
      changed.push(...changes.revisions.changed);
    }
    await checkStandIns(tx);
    await storeDigests(tx, files);
    if (changed.length > 0) {
      await raiseVersion(tx);
      // After later loads, autovacuum updates the statistics.
      if (stored.stale.size === files.length) await tx`call analyze_catalogue()`;
      emit(FactorsChangedSchema, { categories: changed });
    }
    return changed;
  });
}

function stalePaths(files: readonly CatalogueFile[], known: State["digests"]): Set<string> {
  const changed = files.filter(({ path, digest }) => known[path] !== digest).map(({ path }) => path);
  const here = new Set<string>(files.map(({ path }) => path));
  return new Set([...changed, ...Object.keys(known).filter((path) => !here.has(path))]);
}

/** A removed file may have been a dataset. */
function staleDatasets(files: readonly CatalogueFile[], stale: ReadonlySet<string>): string[] {
  const tables = new Map(files.map(({ path, table }) => [path, table]));
  return [...stale].filter((path) => (tables.get(path) ?? "factors") === "factors").map(datasetOf);
}

async function changesOf(files: readonly CatalogueFile[], { stale, newest }: Stored): Promise<Changes> {
  const tables = new Map<PlainTable, string[]>();
  for (const [table, parts] of Object.entries(TABLE_SOURCES) as [PlainTable, (typeof TABLE_SOURCES)[PlainTable]][]) {
    if (!parts.some(({ path }) => stale.has(path))) continue;
    const rows: Cell[][] = [];
    for (const part of parts) await inTurns(parseCsv(textOf(files, part.path)), (row) => rows.push(...part.rows(row)));
    tables.set(table, columnsOf(table, rows));
  }
  const sets = await factorSets(files, stale);
  return { tables, revisions: sets.size === 0 ? null : await revisionsOf(sets, newest) };
}

/** A dataset is one file, so only changed files are read. The dataset of a removed file is empty. */
async function factorSets(files: readonly CatalogueFile[], stale: ReadonlySet<string>) {
  const sets = new Map<string, CatalogueFactor[]>(staleDatasets(files, stale).map((dataset) => [dataset, []]));
  for (const file of files) {
    if (file.table !== "factors" || !stale.has(file.path)) continue;
    const [toFactors, factors] = [factorsOf(file), sets.get(datasetOf(file.path))!];
    await inTurns(parseCsv(file.text), (row) => factors.push(...toFactors(row)));
  }
  return sets;
}

const datasetOf = (path: string) => basename(path, ".csv");

/** Files of factors with a format of their own. */
const FACTORS_OF: Readonly<Record<string, (row: CsvRow) => CatalogueFactor[]>> = {
  "materials.csv": materialFactors,
  "spend-uk-sic-2022.csv": naceSpendFactors,
  "share-alike/spend-figaro-2023.csv": naceSpendFactors,
  "share-alike/spend-figaro-purchaser-2023.csv": purchaserSpendFactors,
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
