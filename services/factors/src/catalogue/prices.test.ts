import { describe, expect, it } from "vitest";
import { currencyOf, indexChange, priceTable } from "./prices.ts";

const croatia = priceTable([
  {
    country: "HR",
    years: [2021, 2022, 2023, 2024],
    currencies: ["HRK", "", "EUR", ""],
    gdpDeflators: ["90", "95", "100", ""],
    consumerPrices: ["80", "", "100", "104"],
    derived: [false, false, false, true],
  },
]).get("HR")!;

it.each([
  { year: 2019, currency: "HRK" },
  { year: 2022, currency: "HRK" },
  { year: 2023, currency: "EUR" },
  { year: 2025, currency: "EUR" },
])("the currency of $year is $currency, which applies from its first year on", ({ year, currency }) => {
  expect(currencyOf(croatia, year)).toBe(currency);
});

describe("the change of prices to 2023", () => {
  it.each([
    { from: 2021, is: ["gdp_deflator", 2021, "90", false] },
    { from: 2022, is: ["gdp_deflator", 2022, "95", false] },
    { from: 2024, is: ["consumer_prices", 2024, "104", false] },
    { from: 2025, is: ["consumer_prices", 2024, "104", true] },
    { from: 2019, is: ["gdp_deflator", 2021, "90", true] },
  ])("from $from is by $is", ({ from, is }) => {
    const change = indexChange(croatia, from, 2023)!;
    expect([change.kind, change.fromYear, change.from.value, change.carriedForward]).toEqual(is);
    expect(change.to.value).toBe("100");
  });

  it("is unknown for a year without an index", () => {
    expect(indexChange(croatia, 2021, 2030)).toBeNull();
  });
});
