/** A rate is carried forward over weekends and holidays; a currency that is no longer quoted, only so long. */
const GAP_DAYS_MAX = 10;
/** The euro began; before it nothing was worth so many euros. */
const EURO_FROM = "1999-01-01";
const DAY_MS = 86_400_000;

/** Days in order, each with its rate in the same place: units of the currency for one euro. */
export interface DailyRates {
  days: readonly string[];
  rates: readonly string[];
}

export interface FixedRate {
  rate: string;
  /** The day on which the euro replaced the currency. */
  from: string;
  source: string;
}

/** Every rate that is known. Rates are exact decimals as published. */
export interface RateTable {
  daily: ReadonlyMap<string, DailyRates>;
  /** By currency, then by year. */
  annual: ReadonlyMap<string, ReadonlyMap<number, string>>;
  fixed: ReadonlyMap<string, FixedRate>;
  firstDay: string;
  lastDay: string;
}

export interface Rate {
  currency: string;
  rate: string;
  /** The day of publication; the first day of the year of an average; the day of adoption of a fixed rate. */
  day: string;
  kind: "daily" | "fixed" | "annual_average";
  source: string;
}

/** The rate of a day, or null when nobody published one that may stand for it. */
export function rateOn(table: RateTable, currency: string, day: string): Rate | null {
  if (currency === "EUR") return { currency, rate: "1", day, kind: "fixed", source: "The euro is the base." };
  const fixed = table.fixed.get(currency);
  if (fixed !== undefined && day >= fixed.from) return fixedRate(currency, fixed);
  const quoted = day < table.firstDay ? annualRate(table, currency, day) : dailyRate(table, currency, day);
  if (quoted !== null) return quoted;
  // Before its country joined, a currency without quotation was close to the rate at which it did.
  return fixed !== undefined && day >= EURO_FROM ? fixedRate(currency, fixed) : null;
}

const fixedRate = (currency: string, { rate, from, source }: FixedRate): Rate => ({
  currency,
  rate,
  day: from,
  kind: "fixed",
  source,
});

function dailyRate({ daily, lastDay }: RateTable, currency: string, day: string): Rate | null {
  const quoted = daily.get(currency);
  if (quoted === undefined) return null;
  const index = lastAtOrBefore(quoted.days, day);
  const published = quoted.days[index];
  if (published === undefined) return null;
  const stillQuoted = quoted.days.at(-1) === lastDay;
  if (!stillQuoted && daysBetween(published, day) > GAP_DAYS_MAX) return null;
  return { currency, rate: quoted.rates[index]!, day: published, kind: "daily", source: "ECB euro reference rates" };
}

function annualRate({ annual, firstDay }: RateTable, currency: string, day: string): Rate | null {
  // The daily rates begin on the first banking day of a year: the days before it belong to the average before.
  const year = Math.min(Number(day.slice(0, 4)), Number(firstDay.slice(0, 4)) - 1);
  const rate = annual.get(currency)?.get(year);
  if (rate === undefined) return null;
  const source = `ECB euro reference rates, mean of ${year}`;
  return { currency, rate, day: `${year}-01-01`, kind: "annual_average", source };
}

/** Place of the last day that is not after the given one, or -1. */
function lastAtOrBefore(days: readonly string[], day: string): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (days[middle]! <= day) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS;
