import { unitId } from "@emissions/quantity/catalogue-id";
import { CURRENCY } from "../selection/conversion.ts";
import { type CsvRow, list, text, textOrNull } from "./csv.ts";

/** A value of a row; rows have the order of the table columns. */
export type Cell = string | null;

/** A Postgres array literal. The items contain no comma. */
export const array = (items: readonly string[]) => `{${items.join(",")}}`;

export const unitRow = (row: CsvRow): Cell[] => [
  unitId(text(row, "code")),
  text(row, "code"),
  text(row, "name"),
  text(row, "type"),
  text(row, "dimension"),
  text(row, "to_base_numerator"),
  text(row, "to_base_denominator"),
  array(list(row, "purposes")),
];

/** A currency is also a unit, because amounts have currencies as units. */
export const currencyUnitRow = (row: CsvRow): Cell[] => [
  unitId(text(row, "code")),
  text(row, "code"),
  text(row, "name"),
  "fiat_currency",
  CURRENCY,
  null,
  null,
  array([]),
];

export const currencyRow = (row: CsvRow): Cell[] => [
  text(row, "code"),
  text(row, "official_name"),
  textOrNull(row, "withdrawn"),
  textOrNull(row, "fixed_units_per_euro"),
  textOrNull(row, "fixed_from"),
  textOrNull(row, "fixed_source"),
];

export const countryRow = (row: CsvRow): Cell[] =>
  ["code", "name", "region", "subregion"].map((column) => text(row, column));

export const sectorRow = (row: CsvRow): Cell[] =>
  ["scheme", "code", "level", "parent", "title"].map((column) => text(row, column));

export const sectorEditionRow = (row: CsvRow): Cell[] => [
  ...["scheme", "code", "level", "title", "reading", "match"].map((column) => text(row, column)),
  textOrNull(row, "meaning"),
];

export const crosswalkRow = (row: CsvRow): Cell[] => [
  text(row, "nace_rev2"),
  textOrNull(row, "naics_2017"),
  text(row, "match"),
  text(row, "basis"),
  text(row, "note"),
];

export const beaCrosswalkRow = (row: CsvRow): Cell[] =>
  ["naics_2017", "bea_2017", "match", "note"].map((column) => text(row, column));

export const priceIndexRow = (row: CsvRow): Cell[] => [
  text(row, "country"),
  text(row, "year"),
  ...["currency", "gdp_deflator", "consumer_prices", "consumer_prices_basis"].map((column) => textOrNull(row, column)),
];

export const usdRateRow = (row: CsvRow): Cell[] =>
  ["currency", "year", "units_per_usd", "country"].map((column) => text(row, column));

export const potentialRow = (row: CsvRow): Cell[] =>
  ["gas", "gwp_set", "gwp_100", "source", "source_year", "licence", "key", "kyoto"].map((column) => text(row, column));

export const componentRow = (row: CsvRow): Cell[] =>
  ["refrigerant", "component", "mass_percent", "kyoto"].map((column) => text(row, column));

export const standInRow = (row: CsvRow): Cell[] => [
  text(row, "dataset"),
  text(row, "category"),
  text(row, "year_means"),
  textOrNull(row, "earlier_max"),
  textOrNull(row, "later_max"),
  text(row, "origin"),
  text(row, "losses_included") || "false",
];

const EDITION_TEXTS = [
  ...["id", "publisher", "title", "version", "printed_on", "published_on", "file_name", "sha256", "url", "licence"],
  ...["retrieved_on", "correction", "superseded_by", "follows"],
];

export const editionRow = (row: CsvRow): Cell[] => [
  ...EDITION_TEXTS.map((column) => text(row, column)),
  textOrNull(row, "bytes"),
  textOrNull(row, "reading"),
  array(list(row, "datasets")),
  array(list(row, "tables")),
];

/** A row of the file is a day with one column per currency. */
export const dailyRateRows = ({ day, ...rates }: CsvRow): Cell[][] =>
  Object.entries(rates)
    .filter(([, rate]) => rate !== "")
    .map(([currency, rate]) => [currency, "daily", day!, rate]);

export const annualRateRow = (row: CsvRow): Cell[] => [
  text(row, "currency"),
  "annual_average",
  `${text(row, "year")}-01-01`,
  text(row, "units_per_euro"),
];
