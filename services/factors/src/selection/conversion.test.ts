import { describe, expect, it } from "vitest";
import type { RateTable } from "../exchange_rate/rules.ts";
import { conversion, type UnitRatio } from "./conversion.ts";

const table: RateTable = {
  daily: new Map([
    ["USD", { days: ["2024-01-15"], rates: ["1.0945"] }],
    ["JPY", { days: ["2024-01-15"], rates: ["159.67"] }],
  ]),
  annual: new Map(),
  usd: new Map(),
  fixed: new Map(),
  firstDay: "2024-01-15",
  lastDay: "2024-01-15",
};
const physical = (code: string, dimension: string, numerator: string, denominator = "1"): UnitRatio => ({
  code,
  dimension,
  numerator,
  denominator,
});
const money = (code: string): UnitRatio => ({ code, dimension: "currency", numerator: null, denominator: null });
const steps = (from: UnitRatio, to: UnitRatio) =>
  conversion(from, to, table, "2024-01-15")?.map(({ fromUnit, toUnit, multiplyBy, divideBy, rate }) =>
    [fromUnit, toUnit, multiplyBy, divideBy, rate?.day ?? ""].join(" "),
  );

describe("the conversion of units", () => {
  it.each([
    { what: "nothing for the same unit", from: physical("kg", "mass", "1"), to: physical("kg", "mass", "1"), done: [] },
    {
      what: "a ratio",
      from: physical("lb", "mass", "0.45359237"),
      to: physical("t", "mass", "1000"),
      done: ["lb t 0.45359237 1000 "],
    },
    {
      what: "a fraction without rounding",
      from: physical("GJ", "energy", "2500", "9"),
      to: physical("MJ", "energy", "5", "18"),
      done: ["GJ MJ 45000 45 "],
    },
    { what: "a rate from the euro", from: money("EUR"), to: money("USD"), done: ["EUR USD 1.0945 1 2024-01-15"] },
    { what: "a rate to the euro", from: money("JPY"), to: money("EUR"), done: ["JPY EUR 1 159.67 2024-01-15"] },
    {
      what: "two rates with the euro between",
      from: money("JPY"),
      to: money("USD"),
      done: ["JPY EUR 1 159.67 2024-01-15", "EUR USD 1.0945 1 2024-01-15"],
    },
  ])("is $what", ({ from, to, done }) => expect(steps(from, to)).toEqual(done));

  it("fails without a rate", () => {
    expect(conversion(money("AED"), money("USD"), table, "2024-01-15")).toBeNull();
    expect(conversion(money("EUR"), money("AED"), table, "2024-01-15")).toBeNull();
  });
});
