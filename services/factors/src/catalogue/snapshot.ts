import type { Tx } from "@emissions/kit/db/transactions";
import type { FactorGas } from "@emissions/proto/factors/v1/selection_service";
import type { RateTable } from "../exchange_rate/rules.ts";
import { readPaged } from "../paged.ts";
import { plainText } from "../plain-text.ts";
import { inTurns } from "../turns.ts";
import { type Codes, indexCodes, readCodes } from "./codes.ts";
import { type Editions, indexEditions } from "./editions.ts";
import { type Energy, indexEnergy, selectFuelProperties, selectGridLosses } from "./energy.ts";
import { LibraryFactor } from "./factor.ts";
import { type Freight, readFreight } from "./freight.ts";
import { type PriceTable, priceTable } from "./prices.ts";
import {
  type BeaRow,
  type CountryRow,
  type LibraryRow,
  selectBea,
  selectCountries,
  selectCrosswalk,
  selectCurrencies,
  selectEditions,
  selectFactors,
  selectPriceIndices,
  selectRates,
  selectSectorEditions,
  selectSectors,
  selectStandIns,
  selectUnits,
  selectUsdRates,
  selectVersion,
  type UnitRow,
} from "./queries.ts";
import { rateTable } from "./rates.ts";
import { indexRefrigerants, REFRIGERANTS, selectComponents, selectPotentials } from "./refrigerants.ts";
import { indexSectors, type SectorIndex, type SectorRow } from "./sectors.ts";
import { type FindStandIn, indexStandIns } from "./stand-ins.ts";

/** The whole catalogue in memory. */
export interface Snapshot extends Codes, Energy {
  version: number;
  /** Sorted by type, then name. */
  units: readonly UnitRow[];
  unitsById: ReadonlyMap<string, UnitRow>;
  unitsByCode: ReadonlyMap<string, UnitRow>;
  countries: readonly CountryRow[];
  countriesByCode: ReadonlyMap<string, CountryRow>;
  currencies: ReadonlySet<string>;
  rates: RateTable;
  prices: PriceTable;
  sectors: SectorIndex;
  /** The BEA sector of each NAICS code. */
  beaByNaics: ReadonlyMap<string, BeaRow>;
  /** Of all classifications and editions. */
  sectorRows: readonly SectorRow[];
  /** Keyed by category, scheme and key: see `factorKey`. */
  factors: ReadonlyMap<string, readonly LibraryFactor[]>;
  /** Meaning and limits of the years of a dataset and category. */
  standInOf: FindStandIn;
  /** The gases of one unit of a factor. Empty for all but refrigerants. */
  gasesOf: GasesOf;
  editions: Editions;
  freight: Freight;
  /** The key by normalized material name, and by the key itself. */
  materials: ReadonlyMap<string, string>;
}

type GasesOf = (factor: Pick<LibraryRow, "category" | "key">) => readonly FactorGas[];

export const factorKey = (category: string, scheme: string, key: string) => `${category} ${scheme} ${key}`;

/** The rows of all tables. Nothing is computed from them while their transaction is open. */
export type CatalogueRows = Awaited<ReturnType<typeof readRows>>;

/** A row of rates has thousands of values. */
const RATE_ROWS = 10;

export async function readRows(tx: Tx) {
  return {
    version: await selectVersion(tx),
    factors: await readPaged(tx, selectFactors(tx)),
    rates: await readPaged(tx, selectRates(tx), RATE_ROWS),
    sectors: await readPaged(tx, selectSectors(tx)),
    sectorEditions: await readPaged(tx, selectSectorEditions(tx)),
    crosswalk: await readPaged(tx, selectCrosswalk(tx)),
    bea: await readPaged(tx, selectBea(tx)),
    units: await selectUnits(tx),
    currencies: await selectCurrencies(tx),
    countries: await selectCountries(tx),
    usdRates: await selectUsdRates(tx),
    prices: await selectPriceIndices(tx),
    standIns: await selectStandIns(tx),
    editions: await selectEditions(tx),
    codes: await readCodes(tx),
    potentials: await selectPotentials(tx),
    components: await selectComponents(tx),
    gridLosses: await selectGridLosses(tx),
    fuelProperties: await selectFuelProperties(tx),
    freight: await readFreight(tx),
  };
}

export async function indexRows(rows: CatalogueRows): Promise<Snapshot> {
  const { units, countries, currencies, factors } = rows;
  const standInOf = indexStandIns(rows.standIns);
  const editions = indexEditions(rows.editions);
  const gasesOf = gasesBy(indexRefrigerants(rows.potentials, rows.components));
  const unitsByCode = new Map(units.map((unit) => [unit.code, unit]));
  return {
    version: rows.version,
    units: [...units],
    unitsById: new Map(units.map((unit) => [unit.id, unit])),
    unitsByCode,
    countries: [...countries],
    countriesByCode: new Map(countries.map((country) => [country.code, country])),
    currencies: new Set(currencies.map((currency) => currency.code)),
    rates: rateTable(rows.rates, rows.usdRates, currencies),
    prices: priceTable(rows.prices),
    sectors: indexSectors({
      rows: rows.sectors,
      crosswalk: rows.crosswalk,
      editions: rows.sectorEditions,
      figures: figuresOfIndustries(factors),
    }),
    beaByNaics: new Map(rows.bea.map((row) => [row.naicsCode, row])),
    sectorRows: [...rows.sectors, ...rows.sectorEditions],
    factors: await indexFactors(factors, { unitsByCode, standInOf, gasesOf, editions }),
    standInOf,
    editions,
    freight: rows.freight,
    gasesOf,
    materials: indexMaterials(factors),
    ...indexCodes(rows.codes),
    ...indexEnergy(rows.gridLosses, rows.fuelProperties, standInOf),
  };
}

const gasesBy =
  (gases: ReadonlyMap<string, readonly FactorGas[]>): GasesOf =>
  ({ category, key }) =>
    (category === REFRIGERANTS ? gases.get(key) : undefined) ?? [];

type Indexes = Pick<Snapshot, "unitsByCode" | "standInOf" | "gasesOf" | "editions">;

async function indexFactors(rows: readonly LibraryRow[], { unitsByCode, standInOf, gasesOf, editions }: Indexes) {
  const index = new Map<string, LibraryFactor[]>();
  const intern = stringInterner();
  await inTurns(rows, (row) => {
    intern(row);
    const key = factorKey(row.category, row.scheme, row.key);
    const others = index.get(key);
    const standIn = standInOf(row.dataset, row.category);
    if (standIn === undefined) throw new Error(`no rule of stand-ins for ${row.dataset} and ${row.category}`);
    const unitId = unitsByCode.get(row.unit)?.id ?? "";
    const factor = new LibraryFactor(row, {
      unitId,
      standIn,
      gases: gasesOf(row),
      edition: editions.currentOf(row),
    });
    if (others === undefined) index.set(key, [factor]);
    else others.push(factor);
  });
  return index;
}

/** Interns strings: thousands of rows have the same texts. This saves memory and speeds up comparisons. */
function stringInterner() {
  const texts = new Map<string, string>();
  return (row: LibraryRow) => {
    for (const column of REPEATED) {
      const text = row[column];
      const known = texts.get(text);
      if (known === undefined) texts.set(text, text);
      else row[column] = known;
    }
  };
}

const REPEATED = [
  ...(["dataset", "category", "scheme", "key", "name", "region", "unit", "method", "gwpSet"] as const),
  ...(["source", "licence", "note", "groupPath"] as const),
];

/** Kilograms of CO2e per unit of money, by NAICS industry. */
const figuresOfIndustries = (rows: readonly LibraryRow[]): Map<string, string> =>
  new Map(rows.flatMap(({ scheme, key, co2e }) => (scheme === "naics_2017" && co2e !== null ? [[key, co2e]] : [])));

function indexMaterials(rows: readonly LibraryRow[]): Map<string, string> {
  const materials = rows.filter((row) => row.category === "materials");
  return new Map(materials.flatMap((row) => [[plainText(row.name), row.key] as const, [row.key, row.key] as const]));
}
