import { parse, plain } from "@emissions/quantity/decimal";
import {
  decimalText,
  fraction,
  minus,
  over,
  plus,
  round,
  significant,
  textOf,
  times,
} from "@emissions/quantity/oracle";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate } from "../evaluate.fixture.ts";
import { activity } from "../method.fixture.ts";
import { averageData, closedLoop } from "./rules.ts";

/** Four decimals, from 0.0001 to 1. */
const share = () =>
  fc.integer({ min: 1, max: 10_000 }).map((n) => (n === 10_000 ? "1" : `0.${n.toString().padStart(4, "0")}`));
const whole = () => fc.bigInt({ min: 1n, max: 10n ** 9n }).map(String);

describe("average data", () => {
  it.each([
    { what: "the factor's own unit", quantity: "12", multiplyBy: "1", divideBy: "1", kg: "22.2" },
    { what: "a larger unit", quantity: "2.5", multiplyBy: "1000", divideBy: "1", kg: "4625" },
    { what: "a unit with a repeating decimal", quantity: "1", multiplyBy: "1", divideBy: "3", kg: "0.616666666667" },
  ])("$what: $quantity is $kg kg CO2e", ({ quantity, multiplyBy, divideBy, kg }) => {
    const conversions = [{ fromUnit: "t", toUnit: "kg", multiplyBy: parse(multiplyBy), divideBy: parse(divideBy) }];
    const result = averageData.calculate({ ...activity({ amount: quantity, factor: "1.85" }), conversions });
    expect(plain(result.part.co2e)).toBe(kg);
  });

  it("agrees with exact fractions, and the formula with numbers gives the same result", () => {
    fc.assert(
      fc.property(decimalText(9), whole(), whole(), decimalText(8), (quantity, multiplyBy, divideBy, factor) => {
        const conversions = [
          { fromUnit: "lb", toUnit: "kg", multiplyBy: parse(multiplyBy), divideBy: parse(divideBy) },
        ];
        const result = averageData.calculate({ ...activity({ amount: quantity, factor }), conversions });
        const multiplied = times(fraction(quantity), fraction(multiplyBy));
        const converted = divideBy === "1" ? multiplied : significant(over(multiplied, fraction(divideBy)), 34);
        const exact = times(converted, fraction(factor));
        expect(plain(result.part.co2e)).toBe(textOf(round(exact, 12)));
        expect(evaluate(result.formulaWithNumbers.split(" = ")[0]!)).toBe(textOf(exact));
      }),
      { numRuns: 5_000 },
    );
  });

  it("converts gases by the set of the organization when the factor publishes no CO2e", () => {
    fc.assert(
      fc.property(decimalText(12), decimalText(12), decimalText(12), (amount, co2, ch4) => {
        const result = averageData.calculate(activity({ amount, factor: null, co2, ch4, gwpSet: "AR5" }));
        const perUnit = plus(fraction(co2), times(fraction(ch4), fraction("28")));
        expect(plain(result.part.co2e)).toBe(textOf(round(times(fraction(amount), perUnit), 12)));
        expect(plain(result.part.ch4!)).toBe(textOf(round(times(fraction(amount), fraction(ch4)), 12)));
        expect(result.published).toBe(false);
        expect(result.part.n2o).toBeNull();
      }),
    );
  });

  it("with a recycled share is the primary rest and the closed-loop share, each exact", () => {
    fc.assert(
      fc.property(decimalText(9), decimalText(6), decimalText(6), share(), (quantity, primary, loop, recycled) => {
        const rest = averageData.calculate(activity({ amount: quantity, factor: primary, recycled }));
        const part = closedLoop.calculate(activity({ amount: quantity, factor: loop, recycled }));
        const kept = minus(fraction("1"), fraction(recycled));
        const restKg = times(times(fraction(quantity), fraction(primary)), kept);
        const partKg = times(times(fraction(quantity), fraction(loop)), fraction(recycled));
        expect(plain(rest.part.co2e)).toBe(textOf(round(restKg, 12)));
        expect(plain(part.part.co2e)).toBe(textOf(round(partKg, 12)));
        expect(evaluate(part.formulaWithNumbers.split(" = ")[0]!)).toBe(textOf(partKg));
      }),
    );
  });

  it("with a recycled share has the same rest of each gas", () => {
    const figures = { amount: "8", co2: "2", ch4: "0.5", biogenicCo2: "0.25", recycled: "0.25" };
    const { co2, ch4, biogenicCo2 } = averageData.calculate(activity(figures)).part;
    expect([co2, ch4, biogenicCo2].map((mass) => plain(mass!))).toEqual(["12", "3", "1.5"]);
  });

  it("names the share in both formulas", () => {
    const conversions = [{ fromUnit: "t", toUnit: "kg", multiplyBy: parse("1000"), divideBy: parse("1") }];
    const figures = { amount: "2.5", factor: "1.85", recycled: "0.2" };
    const formulas = [averageData, closedLoop].map((method) => {
      return method.calculate({ ...activity(figures), conversions }).formula;
    });
    expect(formulas).toEqual([
      "quantity * multiply_by * factor * (1 - recycled_share)",
      "quantity * recycled_share * multiply_by * factor",
    ]);
  });

  it.each(["1.01", "-0.01"])("refuses the share %s", (recycled) => {
    expect(() => averageData.calculate(activity({ recycled }))).toThrow(RangeError);
  });

  it("names the warming potentials in the formula", () => {
    const result = averageData.calculate(
      activity({ amount: "2", factor: null, co2: "2.5", ch4: "0.0001", n2o: "0.00002" }),
    );
    expect(result.formula).toBe("quantity * (co2 * gwp_co2 + ch4 * gwp_ch4 + n2o * gwp_n2o)");
    expect(result.formulaWithNumbers).toBe("2 * (2.5 * 1 + 0.0001 * 27.9 + 0.00002 * 273) = 5.0165");
  });
});
