import { describe, expect, it } from "vitest";
import { type RateTable, rateOn, rateSpan } from "./rules.ts";

const table: RateTable = {
  daily: new Map([
    ["USD", { days: ["2015-01-02", "2015-01-05", "2024-06-07"], rates: ["1.2043", "1.1915", "1.0898"] }],
    ["RUB", { days: ["2015-01-02", "2022-03-01"], rates: ["70.461", "117.201"] }],
    ["ISK", { days: ["2018-02-01", "2024-06-07"], rates: ["125.7", "149.7"] }],
    ["HRK", { days: ["2015-01-02", "2022-12-30"], rates: ["7.6713", "7.5365"] }],
  ]),
  annual: new Map([
    ["USD", new Map([[2014, "1.3285"]])],
    ["ISK", new Map([[2008, "143.83"]])],
    ["SIT", new Map([[2003, "233.849"]])],
    ["HRK", new Map([[2014, "7.6344"]])],
  ]),
  usd: new Map(),
  fixed: new Map([
    ["HRK", { rate: "7.53450", from: "2023-01-01", source: "Regulation" }],
    ["DEM", { rate: "1.95583", from: "1999-01-01", source: "Regulation" }],
    ["GRD", { rate: "340.750", from: "2001-01-01", source: "Regulation" }],
    ["SIT", { rate: "239.640", from: "2007-01-01", source: "Regulation" }],
  ]),
  firstDay: "2015-01-02",
  lastDay: "2024-06-07",
};

describe("the days with a rate", () => {
  it.each([
    { what: "begin with the first average, and go on", currency: "USD", span: { from: "2014-01-01", to: null } },
    { what: "begin after a gap", currency: "ISK", span: { from: "2018-02-01", to: null } },
    { what: "end 10 days after the last quotation", currency: "RUB", span: { from: "2015-01-02", to: "2022-03-11" } },
    { what: "go on after the euro adoption", currency: "HRK", span: { from: "1999-01-01", to: null } },
    { what: "of the euro are all days", currency: "EUR", span: { from: null, to: null } },
    { what: "are none for a currency that was never quoted", currency: "AED", span: null },
  ])("$what: $currency", ({ currency, span }) => {
    expect(rateSpan(table, currency, "2024-07-01")).toEqual(span);
  });
});

describe("the exchange rate", () => {
  it.each([
    {
      what: "is the rate of the day",
      currency: "USD",
      day: "2015-01-05",
      rate: "1.1915",
      from: "2015-01-05",
      kind: "daily",
    },
    {
      what: "is the last rate before a weekend",
      currency: "USD",
      day: "2015-01-04",
      rate: "1.2043",
      from: "2015-01-02",
      kind: "daily",
    },
    {
      what: "is the newest rate for future days",
      currency: "USD",
      day: "2026-01-31",
      rate: "1.0898",
      from: "2024-06-07",
      kind: "daily",
    },
    {
      what: "applies for 10 days after the last quotation",
      currency: "RUB",
      day: "2022-03-11",
      rate: "117.201",
      from: "2022-03-01",
      kind: "daily",
    },
    {
      what: "is an average before the first daily rate",
      currency: "USD",
      day: "2014-07-01",
      rate: "1.3285",
      from: "2014-01-01",
      kind: "annual_average",
    },
    {
      what: "is the average of the year before on New Year",
      currency: "USD",
      day: "2015-01-01",
      rate: "1.3285",
      from: "2014-01-01",
      kind: "annual_average",
    },
    {
      what: "is a daily rate before the euro adoption",
      currency: "HRK",
      day: "2022-12-31",
      rate: "7.5365",
      from: "2022-12-30",
      kind: "daily",
    },
    {
      what: "is fixed after the euro adoption",
      currency: "HRK",
      day: "2023-01-01",
      rate: "7.53450",
      from: "2023-01-01",
      kind: "fixed",
    },
    {
      what: "is fixed without end",
      currency: "DEM",
      day: "2024-02-29",
      rate: "1.95583",
      from: "1999-01-01",
      kind: "fixed",
    },
    {
      what: "is fixed before the adoption if it was never quoted",
      currency: "GRD",
      day: "2000-06-01",
      rate: "340.750",
      from: "2001-01-01",
      kind: "fixed",
    },
    {
      what: "prefers an average to a later fixed rate",
      currency: "SIT",
      day: "2003-06-01",
      rate: "233.849",
      from: "2003-01-01",
      kind: "annual_average",
    },
    { what: "of the euro is 1", currency: "EUR", day: "1990-01-01", rate: "1", from: "1990-01-01", kind: "fixed" },
  ])("$what: $currency on $day", ({ currency, day, rate, from, kind }) => {
    expect(rateOn(table, currency, day)).toMatchObject({ currency, rate, day: from, kind });
  });

  it.each([
    { what: "a currency that is no longer quoted", currency: "RUB", day: "2022-03-12" },
    { what: "a currency that was never quoted", currency: "AED", day: "2024-01-15" },
    { what: "a mark before the euro", currency: "DEM", day: "1998-12-31" },
    { what: "a year without average", currency: "USD", day: "1998-05-01" },
  ])("is missing for $what", ({ currency, day }) => {
    expect(rateOn(table, currency, day)).toBeNull();
  });
});
