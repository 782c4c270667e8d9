import { Decimal, plain } from "@emissions/quantity/decimal";
import { annualAverage, EURO_FROM, fixedRate, type Rate, type RateTable } from "./rules.ts";

/** A yearly rate applies to this number of later years, until the next one is published. */
const LATER_YEARS_MAX = 3;

export interface YearlyRate {
  rate: Rate;
  year: number;
  /** True for a currency without euro reference rates in that year: the rate is from the World Bank. */
  official: boolean;
}

/** The average rate of exactly one year. Null if none is known. */
export function yearlyRate(table: RateTable, currency: string, year: number): YearlyRate | null {
  const day = `${year}-01-01`;
  const found = (rate: Rate, official = false): YearlyRate => ({ rate, year, official });
  if (currency === "EUR") return found({ currency, rate: "1", day, kind: "fixed", source: "The euro is the base." });
  const fixed = table.fixed.get(currency);
  if (fixed !== undefined && day >= fixed.from) return found(fixedRate(currency, fixed));
  const average = annualAverage(table, currency, year);
  if (average !== null) return found(average);
  const official = officialRate(table, currency, year);
  if (official !== null) return found(official, true);
  return fixed !== undefined && day >= EURO_FROM ? found(fixedRate(currency, fixed)) : null;
}

/** The rate of the latest year up to the given one that all currencies have. Null if it is too old. */
export function latestYearlyRates(table: RateTable, currencies: readonly string[], year: number): YearlyRate[] | null {
  for (let back = 0; back <= LATER_YEARS_MAX; back += 1) {
    const rates = currencies.flatMap((currency) => yearlyRate(table, currency, year - back) ?? []);
    if (rates.length === currencies.length) return rates;
  }
  return null;
}

/** The World Bank publishes units per US dollar. The product with the euro rate of the dollar is exact. */
function officialRate(table: RateTable, currency: string, year: number): Rate | null {
  const perDollar = table.usd.get(currency)?.get(year);
  const dollar = annualAverage(table, "USD", year);
  if (perDollar === undefined || dollar === null) return null;
  return {
    currency,
    rate: plain(new Decimal(perDollar).times(dollar.rate)),
    day: dollar.day,
    kind: "annual_average",
    source: `World Bank official exchange rate, mean of ${year}: ${perDollar} ${currency} for 1 USD; ${dollar.source}: ${dollar.rate} USD for 1 EUR`,
  };
}
