import type { Tx } from "@emissions/kit/db/transactions";
import type { PublishedEdition } from "./editions.ts";
import type { EditionRow } from "./sector-editions.ts";
import type { CrosswalkRow, SectorRow } from "./sectors.ts";
import type { StandInRow } from "./stand-ins.ts";

export interface UnitRow {
  id: string;
  code: string;
  name: string;
  type: string;
  dimension: string;
  numerator: string | null;
  denominator: string | null;
  purposes: string[];
}

export interface CurrencyRow {
  code: string;
  fixedUnitsPerEuro: string | null;
  fixedFrom: string | null;
  fixedSource: string | null;
}

export interface RateRow {
  currency: string;
  kind: "daily" | "annual_average";
  days: string[];
  rates: string[];
}

/** Units of the currency per US dollar, by year. */
export interface UsdRateRow {
  currency: string;
  years: number[];
  rates: string[];
}

/** All values of one country, in the order of the years. An empty text means "not published". */
export interface PriceIndexRow {
  country: string;
  years: number[];
  currencies: string[];
  gdpDeflators: string[];
  consumerPrices: string[];
  /** True for consumer prices that are derived from a published change. */
  derived: boolean[];
}

export interface BeaRow {
  naicsCode: string;
  beaCode: string;
  /** False if the sector stands for the industry without being the same. */
  isSame: boolean;
}

export interface CountryRow {
  code: string;
  name: string;
  region: string;
  subregion: string;
}

/** Kilograms per unit of activity. */
export interface GasColumns {
  co2e: string | null;
  co2: string | null;
  ch4: string | null;
  n2o: string | null;
  biogenicCo2: string | null;
}

/** One stored revision of a factor, without its values. */
export interface FactorRow {
  id: string;
  revision: number;
  category: string;
  scheme: string;
  key: string;
  name: string;
  region: string;
  year: number;
  unit: string;
  /** Priority of its dataset. The lower number wins. */
  priority: number;
  /** Name of the publication. */
  source: string;
}

/** A stored revision of a factor, with the values that calculations use and explanations show. */
export interface LibraryRow extends FactorRow, GasColumns {
  /** Name of the file in the catalogue. */
  dataset: string;
  /** Year of publication. */
  sourceYear: number;
  method: string;
  gwpSet: string;
  licence: string;
  note: string;
  groupPath: string;
  sourceKey: string;
  uncertaintyPercent: string | null;
  /** Only for spend factors. */
  priceYear: number | null;
  priceBasis: string | null;
  pricePerPurchaserPrice: string | null;
}

export async function selectVersion(tx: Tx): Promise<number> {
  const [row] = await tx<[{ version: number }]>`select version from catalogue_version`;
  return row.version;
}

export const selectUnits = (tx: Tx) => tx<UnitRow[]>`
  select id, code, name, type, dimension, numerator, denominator, purposes from units order by type collate "C", name collate "C"`;

export const selectCurrencies = (tx: Tx) => tx<CurrencyRow[]>`
  select code, fixed_units_per_euro, fixed_from, fixed_source from currencies order by code`;

/** One row per currency and kind. One row per rate (85,000 rows) would take ten times as long. */
export const selectRates = (tx: Tx) => tx<RateRow[]>`
  select currency, kind, array_agg(day::text order by day) as days, array_agg(units_per_euro::text order by day) as rates
  from effective_rates group by currency, kind`;

export const selectUsdRates = (tx: Tx) => tx<UsdRateRow[]>`
  select currency, array_agg(year::int order by year) as years, array_agg(units_per_usd::text order by year) as rates
  from usd_rates group by currency`;

export const selectPriceIndices = (tx: Tx) => tx<PriceIndexRow[]>`
  select country, array_agg(year::int order by year) as years,
         array_agg(coalesce(currency, '') order by year) as currencies,
         array_agg(coalesce(gdp_deflator::text, '') order by year) as gdp_deflators,
         array_agg(coalesce(consumer_prices::text, '') order by year) as consumer_prices,
         array_agg(coalesce(consumer_prices_basis = 'derived', false) order by year) as derived
  from effective_prices group by country`;

export const selectBea = (tx: Tx) => tx<BeaRow[]>`
  select naics_code, bea_code, match = 'same' as is_same from sector_crosswalk_bea order by naics_code`;

export const selectCountries = (tx: Tx) => tx<CountryRow[]>`
  select code, name, region, subregion from countries order by code`;

export const selectSectors = (tx: Tx) => tx<SectorRow[]>`
  select scheme, code, level, title from sectors order by scheme, code`;

export const selectSectorEditions = (tx: Tx) => tx<EditionRow[]>`
  select scheme, code, level, title, reading, match, meaning from sector_editions order by scheme, code`;

export const selectCrosswalk = (tx: Tx) => tx<CrosswalkRow[]>`
  select nace_code, naics_code, match = 'same' as is_same from sector_crosswalk order by nace_code`;

export const selectStandIns = (tx: Tx) => tx<StandInRow[]>`
  select dataset, category, year_means, earlier_max, later_max, origin, losses_included from stand_ins
  order by dataset, category`;

export const selectEditions = (tx: Tx) => tx<PublishedEdition[]>`
  select id, publisher, title, version, printed_on, published_on, file_name, bytes, sha256, url, licence, retrieved_on,
         reading, correction, superseded_by, follows, datasets, tables
  from editions order by id collate "C"`;

/** The newest revision of every factor that is not retired. */
export const selectFactors = (tx: Tx) => tx<LibraryRow[]>`
  select id, revision, category, scheme, key, name, region, year, unit, method,
         co2e, co2, ch4, n2o, biogenic_co2, gwp_set, source, licence, note,
         group_path, source_key, uncertainty_percent, priority, dataset, source_year, price_year, price_basis,
         price_per_purchaser_price
  from (select distinct on (id) * from factors order by id, revision desc) newest
  where not retired`;
