import type { RateTable } from "../exchange_rate/rules.ts";
import type { CurrencyRow, RateRow, UsdRateRow } from "./queries.ts";

export function rateTable(
  rows: readonly RateRow[],
  usdRates: readonly UsdRateRow[],
  currencies: readonly CurrencyRow[],
): RateTable {
  const daily = rows.filter((row) => row.kind === "daily");
  const annual = rows.filter((row) => row.kind === "annual_average");
  const years = ({ days, rates }: RateRow) => new Map(days.map((day, at) => [Number(day.slice(0, 4)), rates[at]!]));
  const withFixedRate = currencies.filter((currency) => currency.fixedUnitsPerEuro !== null);
  return {
    daily: new Map(daily.map(({ currency, days, rates }) => [currency, { days, rates }])),
    annual: new Map(annual.map((row) => [row.currency, years(row)])),
    usd: new Map(usdRates.map(({ currency, years, rates }) => [currency, new Map(zip(years, rates))])),
    fixed: new Map(
      withFixedRate.map(({ code, fixedUnitsPerEuro, fixedFrom, fixedSource }) => [
        code,
        { rate: fixedUnitsPerEuro!, from: fixedFrom!, source: fixedSource! },
      ]),
    ),
    firstDay: daily.map((row) => row.days[0]!).sort()[0] ?? "9999-12-31",
    lastDay:
      daily
        .map((row) => row.days.at(-1)!)
        .sort()
        .at(-1) ?? "",
  };
}

const zip = <A, B>(a: readonly A[], b: readonly B[]) => a.map((each, at) => [each, b[at]!] as const);
