import type { MessageInitShape } from "@bufbuild/protobuf";
import type { FuelPropertySchema } from "@emissions/proto/factors/v1/selection_service";
import { Decimal, plain } from "@emissions/quantity/decimal";
import type { IndexChange } from "../catalogue/prices.ts";
import type { Marks } from "../catalogue/sectors.ts";
import { type Rate, type RateTable, rateOn } from "../exchange_rate/rules.ts";
import { latestYearlyRates, type YearlyRate, yearlyRate } from "../exchange_rate/yearly.ts";

/** The dimension of currencies. They convert by the rate of a day, all other units by a constant ratio. */
export const CURRENCY = "currency";

export interface UnitRatio {
  code: string;
  dimension: string;
  /** One unit is numerator / denominator base units; null for currencies. */
  numerator: string | null;
  denominator: string | null;
}

/** Converts a quantity to another unit: quantity * multiplyBy / divideBy. */
export interface Step {
  fromUnit: string;
  toUnit: string;
  multiplyBy: string;
  divideBy: string;
  rate?: Rate;
  /** Set for a step between mass, volume and energy of a fuel. */
  fuelProperty?: MessageInitShape<typeof FuelPropertySchema>;
  /** A change of the price level, by the index of a country. */
  priceIndex?: IndexChange & { country: string };
  /** A change from purchaser prices to another basis. */
  priceConversion?: { toBasis: string; source: string };
  /** Set if the conversion makes the result fit less well. */
  marks?: Marks;
}

const product = (a: string, b: string): string => plain(new Decimal(a).times(b));

export const converts = (from: UnitRatio, to: UnitRatio): boolean => from.dimension === to.dimension;

/** The steps between two units of one dimension. Empty for equal units. Null if a rate is missing. */
export function conversion(from: UnitRatio, to: UnitRatio, table: RateTable, day: string): Step[] | null {
  if (from.code === to.code) return [];
  if (from.dimension === CURRENCY) return exchangeOn(table, { from: from.code, to: to.code }, day);
  return [
    {
      fromUnit: from.code,
      toUnit: to.code,
      // The quotient of the two ratios as one fraction, so that only one division rounds.
      multiplyBy: product(from.numerator!, to.denominator!),
      divideBy: product(from.denominator!, to.numerator!),
    },
  ];
}

interface Currencies {
  from: string;
  to: string;
}

/** By the rates of a day. If a currency has none, then by yearly averages, which both must have for the same year. */
export function exchangeOn(table: RateTable, { from, to }: Currencies, day: string): Step[] | null {
  if (from === to) return [];
  const daily = [rateOn(table, from, day), rateOn(table, to, day)] as const;
  if (daily[0] !== null && daily[1] !== null) return exchange(daily[0], daily[1]);
  const yearly = latestYearlyRates(table, [from, to], Number(day.slice(0, 4)));
  if (yearly === null) return null;
  const isOlder = yearly[0]!.year !== Number(day.slice(0, 4));
  const marks = { yearlyRate: true, ...(isOlder && { rateCarriedForward: true }) };
  return withMarks(exchange(yearly[0]!.rate, yearly[1]!.rate), marks);
}

/** By the average rates of exactly one year. */
export function exchangeInYear(table: RateTable, { from, to }: Currencies, year: number): Step[] | null {
  if (from === to) return [];
  const rates = [from, to].flatMap((currency): YearlyRate | [] => yearlyRate(table, currency, year) ?? []);
  if (rates.length < 2) return null;
  const steps = exchange(rates[0]!.rate, rates[1]!.rate);
  return rates.some(({ official }) => official) ? withMarks(steps, { yearlyRate: true }) : steps;
}

const withMarks = (steps: readonly Step[], marks: Marks) => steps.map((step) => ({ ...step, marks }));

/** Rates are units per euro, so a currency conversion has the euro as its intermediate step. */
function exchange(from: Rate, to: Rate): Step[] {
  const steps: Step[] = [];
  if (from.currency !== "EUR") {
    const { currency, rate } = from;
    steps.push({ fromUnit: currency, toUnit: "EUR", multiplyBy: "1", divideBy: rate, rate: from });
  }
  if (to.currency !== "EUR") {
    const { currency, rate } = to;
    steps.push({ fromUnit: "EUR", toUnit: currency, multiplyBy: rate, divideBy: "1", rate: to });
  }
  return steps;
}
