import { type CountryPrices, currencyOf, type PriceSeries, type PriceTable } from "../catalogue/prices.ts";
import { isNear, isPositive, sameValue } from "./decimals.ts";
import { RATIO_MAX_OF_YEARS } from "./limits.ts";
import { Problems } from "./problems.ts";
import { type GivenTable, lineOf } from "./table.ts";

export interface GivenPrice {
  country: string;
  year: number;
  series: PriceSeries["kind"];
  value: string;
  basis: "published" | "derived";
  known?: string;
}

interface Options {
  thisYear: number;
  correct: boolean;
}

export interface NewPrices {
  prices: GivenPrice[];
  unchanged: number;
}

/** The columns of the catalogue's own file. */
const COLUMNS = ["country", "year", "currency", "gdp_deflator", "consumer_prices", "consumer_prices_basis"];
const YEAR_MIN = 1900;

type Row = GivenPrice & { row: number };

/** The price indices of a file that are not known. Throws for a file with any doubtful value. */
export function newPrices(table: GivenTable, known: PriceTable, options: Options): NewPrices {
  if (table.columns.join() !== COLUMNS.join()) throw new Error(`The columns are not ${COLUMNS.join(", ")}.`);
  const problems = new Problems();
  const values = table.rows.flatMap((_, row) => valuesOf(table, { row, known, options, problems }));
  problems.refuse();
  const found: NewPrices = { prices: [], unchanged: 0 };
  const series = Map.groupBy(values, ({ country, series }) => `${country} ${series}`);
  for (const ofSeries of series.values()) compareSeries(ofSeries, { known, options, found, problems });
  problems.refuse();
  return found;
}

interface Reading {
  row: number;
  known: PriceTable;
  options: Options;
  problems: Problems;
}

function valuesOf({ rows }: GivenTable, { row, known, options, problems }: Reading): Row[] {
  const [country, yearText, currency, deflator, consumer, basis] = rows[row] as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const year = Number(yearText);
  const prices = known.get(country);
  const add = (text: string) => problems.add(`${lineOf(row)}: ${text}`);
  if (prices === undefined) add(`"${country}" is no country with price indices`);
  else if (currency !== "" && currency !== currencyOf(prices, year)) {
    add(`the currency of ${country} is ${currencyOf(prices, year)} and not "${currency}": a release changes it`);
  }
  if (!/^\d{4}$/.test(yearText) || year < YEAR_MIN || year > options.thisYear) add(`"${yearText}" is no past year`);
  if ((consumer === "") !== (basis === "")) add("consumer_prices_basis goes with consumer_prices");
  else if (!["", "published", "derived"].includes(basis)) add(`the basis "${basis}" is not published or derived`);
  const common = { country, year, row };
  return [
    { ...common, series: "gdp_deflator", value: deflator, basis: "published" } as const,
    { ...common, series: "consumer_prices", value: consumer, basis: basis as GivenPrice["basis"] } as const,
  ].filter(({ series, value }) => {
    if (value !== "" && !isPositive(value)) add(`${series} is "${value}", which is no positive decimal`);
    return value !== "";
  });
}

interface Comparing {
  known: PriceTable;
  options: Options;
  found: NewPrices;
  problems: Problems;
}

/**
 * A publisher moves the base year of an index from time to time, which changes all values of a country. So a file must
 * repeat one known year of a series that it extends.
 */
function compareSeries(rows: readonly Row[], { known, options, found, problems }: Comparing): void {
  const { country, series } = rows[0]!;
  const values = knownValues(known.get(country)!, series);
  const all = new Map([...values].map(([year, { value }]) => [year, value]));
  const years = new Set<number>();
  for (const { row, ...price } of rows.toSorted((a, b) => a.year - b.year)) {
    const { year, value } = price;
    const at = `${lineOf(row)}: ${series} of ${country} in ${year}`;
    const knownValue = values.get(year)?.value;
    if (years.has(year)) problems.add(`${at} is there twice`);
    years.add(year);
    if (knownValue !== undefined && sameValue(knownValue, value)) {
      found.unchanged++;
      continue;
    }
    if (knownValue !== undefined && !options.correct) {
      problems.add(`${at} is ${value}, but ${knownValue} is known; --correct replaces it`);
    }
    const before = lastBefore(all, year);
    if (before !== null && !isNear(before.value, value, RATIO_MAX_OF_YEARS)) {
      problems.add(
        `${at} is ${value}, after ${before.value} in ${before.year}: more than a factor of ${RATIO_MAX_OF_YEARS}`,
      );
    }
    all.set(year, value);
    found.prices.push({ ...price, ...(knownValue !== undefined && { known: knownValue }) });
  }
  if (values.size > 0 && ![...years].some((year) => values.has(year))) {
    problems.add(`${series} of ${country} repeats no known year, so its base year may be another one`);
  }
}

const knownValues = ({ series }: CountryPrices, kind: PriceSeries["kind"]): PriceSeries["values"] =>
  series.find((each) => each.kind === kind)?.values ?? new Map();

function lastBefore(values: ReadonlyMap<number, string>, year: number) {
  const before = Math.max(...[...values.keys()].filter((known) => known < year));
  return Number.isFinite(before) ? { year: before, value: values.get(before)! } : null;
}
