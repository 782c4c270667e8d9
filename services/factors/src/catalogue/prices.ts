import type { PriceIndexRow } from "./queries.ts";

/** Price indices and currencies of the countries. */
export type PriceTable = ReadonlyMap<string, CountryPrices>;

export interface CountryPrices {
  /** The currency of each known year, sorted. */
  currencies: readonly (readonly [year: number, currency: string])[];
  /** In the order of preference: business purchases follow the GDP deflator better than consumer prices. */
  series: readonly PriceSeries[];
}

export interface PriceSeries {
  kind: "gdp_deflator" | "consumer_prices";
  /** Sorted by year. */
  values: ReadonlyMap<number, IndexValue>;
}

export interface IndexValue {
  value: string;
  /** True if the source publishes only the change from the year before. */
  derived: boolean;
}

export const priceTable = (rows: readonly PriceIndexRow[]): PriceTable =>
  new Map(rows.map((row) => [row.country, { currencies: currenciesOf(row), series: seriesOf(row) }]));

const currenciesOf = ({ years, currencies }: PriceIndexRow) =>
  years.flatMap((year, at): [number, string][] => (currencies[at] ? [[year, currencies[at]]] : []));

function seriesOf({ years, gdpDeflators, consumerPrices, derived }: PriceIndexRow): PriceSeries[] {
  const valuesOf = (column: readonly string[], isDerived: (at: number) => boolean) =>
    new Map(
      years.flatMap((year, at): [number, IndexValue][] =>
        column[at] ? [[year, { value: column[at], derived: isDerived(at) }]] : [],
      ),
    );
  return [
    { kind: "gdp_deflator", values: valuesOf(gdpDeflators, () => false) },
    { kind: "consumer_prices", values: valuesOf(consumerPrices, (at) => derived[at] === true) },
  ];
}

/** The currency of a country in a year: that of the latest known year before, or else of the first known year. */
export function currencyOf({ currencies }: CountryPrices, year: number): string | null {
  const known = currencies.findLast(([from]) => from <= year) ?? currencies[0];
  return known?.[1] ?? null;
}

export interface IndexChange {
  kind: PriceSeries["kind"];
  /** Year of the value that applies to the amount. */
  fromYear: number;
  toYear: number;
  from: IndexValue;
  to: IndexValue;
  /** True if the index has no value for the year of the amount. */
  carriedForward: boolean;
}

/**
 * The change of prices between two years. The GDP deflator if it has both years, else consumer prices if they have both,
 * else the series with the nearest year. Null if no series has the year of the target.
 */
export function indexChange({ series }: CountryPrices, fromYear: number, toYear: number): IndexChange | null {
  const changes = series.flatMap(({ kind, values }): IndexChange[] => {
    const to = values.get(toYear);
    const nearest = nearestYear([...values.keys()], fromYear);
    if (to === undefined || nearest === null) return [];
    const carriedForward = nearest !== fromYear;
    return [{ kind, fromYear: nearest, toYear, from: values.get(nearest)!, to, carriedForward }];
  });
  const distance = (change: IndexChange) => Math.abs(change.fromYear - fromYear);
  // The sort is stable, so the order of preference decides between equal distances.
  return changes.sort((a, b) => distance(a) - distance(b))[0] ?? null;
}

/** The year itself, the latest before it, or the first one. */
const nearestYear = (years: readonly number[], year: number): number | null =>
  years.findLast((known) => known <= year) ?? years[0] ?? null;
