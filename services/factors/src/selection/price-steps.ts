import { type CountryPrices, currencyOf, indexChange } from "../catalogue/prices.ts";
import type { LibraryRow } from "../catalogue/queries.ts";
import type { Snapshot } from "../catalogue/snapshot.ts";
import { exchangeInYear, exchangeOn, type Step } from "./conversion.ts";

/** An amount of money that was paid on a day. */
export interface Amount {
  currency: string;
  day: string;
  /** Country of the supplier. Empty if it is unknown. */
  country: string;
}

type Prices = Pick<Snapshot, "prices" | "rates">;
type SpendFactor = Pick<LibraryRow, "unit" | "priceYear" | "priceBasis" | "pricePerPurchaserPrice" | "source">;

type SpendFactorOfYear = SpendFactor & { priceYear: number };

/** The country whose prices a currency measures. The euro measures those of each of its countries. */
const COUNTRY_OF_CURRENCY: Readonly<Record<string, string>> = { USD: "US", GBP: "GB" };

/** The basis of an invoice. */
const PURCHASER = "purchaser";

/** From the amount to the currency, the price year and the price basis of the factor. Null if a rate is missing. */
export function priceSteps(prices: Prices, amount: Amount, factor: SpendFactorOfYear): Step[] | null {
  const steps =
    yearOf(amount) === factor.priceYear
      ? exchangeInYear(prices.rates, { from: amount.currency, to: factor.unit }, factor.priceYear)
      : (deflatedBeforeExchange(prices, amount, factor) ?? deflatedAfterExchange(prices, amount, factor));
  return steps && [...steps, ...basisSteps(factor)];
}

const yearOf = ({ day }: Amount) => Number(day.slice(0, 4));

/** For an amount in the currency of the supplier's country: its index, then the average rate of the price year. */
function deflatedBeforeExchange({ prices, rates }: Prices, amount: Amount, factor: SpendFactorOfYear): Step[] | null {
  const country = prices.get(amount.country);
  if (country === undefined || currencyOf(country, yearOf(amount)) !== amount.currency) return null;
  const deflation = deflationOf(country, amount, factor);
  const exchange = exchangeInYear(rates, { from: amount.currency, to: factor.unit }, factor.priceYear);
  return deflation && exchange && [deflation, ...exchange];
}

/**
 * For an amount in another currency, because the index of the supplier's country does not measure it: the rate of the day
 * to the currency of the factor, then the index of that currency's country.
 */
function deflatedAfterExchange({ prices, rates }: Prices, amount: Amount, factor: SpendFactorOfYear): Step[] | null {
  const code = COUNTRY_OF_CURRENCY[factor.unit] ?? amount.country;
  const country = prices.get(code);
  const exchange = exchangeOn(rates, { from: amount.currency, to: factor.unit }, amount.day);
  if (country === undefined || exchange === null) return null;
  const deflation = deflationOf(country, { ...amount, currency: factor.unit, country: code }, factor);
  return deflation && [...exchange, deflation];
}

function deflationOf(prices: CountryPrices, amount: Amount, { priceYear }: SpendFactorOfYear): Step | null {
  const { currency, country } = amount;
  const change = indexChange(prices, yearOf(amount), priceYear);
  if (change === null) return null;
  const unchanged = change.fromYear === change.toYear;
  return {
    fromUnit: currency,
    toUnit: currency,
    multiplyBy: unchanged ? "1" : change.to.value,
    divideBy: unchanged ? "1" : change.from.value,
    priceIndex: { ...change, country },
    marks: {
      priceYearGap: Math.abs(yearOf(amount) - priceYear),
      ...(change.carriedForward && { rateCarriedForward: true }),
    },
  };
}

/** From the purchaser price, which an invoice has, to the basis of the factor, if a ratio is published. */
function basisSteps({ unit, priceBasis, pricePerPurchaserPrice, source }: SpendFactor): Step[] {
  if (pricePerPurchaserPrice === null || priceBasis === null || priceBasis === PURCHASER) return [];
  const priceConversion = { toBasis: priceBasis, source };
  return [{ fromUnit: unit, toUnit: unit, multiplyBy: pricePerPurchaserPrice, divideBy: "1", priceConversion }];
}

/** True if the amount and the factor have different price bases, and no ratio is published. */
export const basisDiffers = ({ priceBasis, pricePerPurchaserPrice }: SpendFactor): boolean =>
  priceBasis !== null && priceBasis !== PURCHASER && pricePerPurchaserPrice === null;
