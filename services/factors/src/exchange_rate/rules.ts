/** A rate applies over weekends and holidays. For a currency that is no longer quoted, the limit is 10 days. */
const GAP_DAYS_MAX = 10;
/** Introduction of the euro. No earlier day has a rate. */
export const EURO_FROM = "1999-01-01";
const DAY_MS = 86_400_000;

/** Sorted days, and at the same indexes the rates: units of the currency per euro. */
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

/** All known rates, as published decimals. */
export interface RateTable {
  daily: ReadonlyMap<string, DailyRates>;
  /** By currency, then by year. */
  annual: ReadonlyMap<string, ReadonlyMap<number, string>>;
  /** World Bank, units per US dollar: by currency, then by year. Only for currencies without euro reference rates. */
  usd: ReadonlyMap<string, ReadonlyMap<number, string>>;
  fixed: ReadonlyMap<string, FixedRate>;
  firstDay: string;
  lastDay: string;
}

export interface Rate {
  currency: string;
  rate: string;
  /** Day of publication, first day of the year of an average, or day of the euro adoption. */
  day: string;
  kind: "daily" | "fixed" | "annual_average";
  source: string;
}

/** The rate of a day. Null if no published rate applies. */
export function rateOn(table: RateTable, currency: string, day: string): Rate | null {
  if (currency === "EUR") return { currency, rate: "1", day, kind: "fixed", source: "The euro is the base." };
  const fixed = table.fixed.get(currency);
  if (fixed !== undefined && day >= fixed.from) return fixedRate(currency, fixed);
  const quoted = day < table.firstDay ? annualRate(table, currency, day) : dailyRate(table, currency, day);
  if (quoted !== null) return quoted;
  // Before the adoption of the euro, an unquoted currency was close to its later fixed rate.
  return fixed !== undefined && day >= EURO_FROM ? fixedRate(currency, fixed) : null;
}

export interface RateSpan {
  /** Null for the euro, which needs no rate. */
  from: string | null;
  /** Null if the currency has a rate on the given day, as a rule today. */
  to: string | null;
}

/** The last days without a gap on which a currency has a rate. Null if it has none at all. */
export function rateSpan(table: RateTable, currency: string, today: string): RateSpan | null {
  if (currency === "EUR") return { from: null, to: null };
  const days = table.daily.get(currency)?.days ?? [];
  const years = [...(table.annual.get(currency)?.keys() ?? [])].sort((a, b) => a - b);
  const hasRate = (day: string) => rateOn(table, currency, day) !== null;
  // Rates can begin on one of these days only.
  const begins = [EURO_FROM, ...years.map((year) => `${year}-01-01`), ...days.slice(0, 1)].sort();
  const from = begins.findLast((day) => hasRate(day) && !hasRate(daysAfter(day, -1)));
  if (from === undefined) return null;
  if (hasRate(today)) return { from, to: null };
  const lastQuoted = days.at(-1);
  const to = lastQuoted === undefined ? `${years.at(-1)}-12-31` : daysAfter(lastQuoted, GAP_DAYS_MAX);
  return { from, to };
}

const daysAfter = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

export const fixedRate = (currency: string, { rate, from, source }: FixedRate): Rate => ({
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

function annualRate(table: RateTable, currency: string, day: string): Rate | null {
  // Daily rates start on the first banking day of a year. Earlier days of that year use the average of the year before.
  return annualAverage(table, currency, Math.min(Number(day.slice(0, 4)), Number(table.firstDay.slice(0, 4)) - 1));
}

/** The mean of the euro reference rates of a year. */
export function annualAverage({ annual }: RateTable, currency: string, year: number): Rate | null {
  const rate = annual.get(currency)?.get(year);
  if (rate === undefined) return null;
  const source = `ECB euro reference rates, mean of ${year}`;
  return { currency, rate, day: `${year}-01-01`, kind: "annual_average", source };
}

/** Index of the last day at or before the given one, or -1. */
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
