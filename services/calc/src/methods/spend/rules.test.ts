import { parse, plain } from "@emissions/quantity/decimal";
import {
  decimalText,
  type Fraction,
  fraction,
  over,
  round,
  significant,
  textOf,
  times,
} from "@emissions/quantity/oracle";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate } from "../evaluate.fixture.ts";
import { activity } from "../method.fixture.ts";
import { spendBased } from "./rules.ts";

const rate = () => fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 7n }), fc.integer({ min: 0, max: 5 })).map(scaled);
const share = () => fc.tuple(fc.bigInt({ min: 0n, max: 10_000n }), fc.constant(4)).map(scaled);

describe("spend-based", () => {
  it.each([
    { what: "the factor's own currency", amount: "1000", from: "1", to: "1", factor: "0.353", kg: "353" },
    { what: "another currency", amount: "1000", from: "162.5", to: "1.08", factor: "0.353", kg: "2.346092307692" },
    {
      what: "a part recycled",
      amount: "1000",
      from: "162.5",
      to: "1.08",
      factor: "0.353",
      recycled: "0.2",
      kg: "2.346092307692",
    },
    {
      what: "older prices",
      amount: "1000",
      index: { from: "131.507202", to: "127.957434718697" },
      factor: "0.96822",
      kg: "942.084886296469",
    },
    {
      what: "a producer price",
      amount: "1000",
      to: "1.08127",
      priceShare: "0.8563989562",
      factor: "0.5",
      kg: "462.999249685187",
    },
    { what: "all recycled", amount: "1000", from: "1", to: "1", factor: "0.353", recycled: "1", kg: "353" },
    { what: "a refund", amount: "-10", from: "1", to: "1", factor: "0.5", kg: "-5" },
    { what: "a tie", amount: "0.000000000001", from: "1", to: "1", factor: "0.5", kg: "0" },
    {
      what: "a tie above an odd digit",
      amount: "0.000000000003",
      from: "1",
      to: "1",
      factor: "0.5",
      kg: "0.000000000002",
    },
  ])("$what: $amount is $kg kg CO2e", ({ kg, ...figures }) => {
    expect(plain(spendBased.calculate(activity(figures)).part.co2e)).toBe(kg);
  });

  it("agrees with exact fractions, and the formula with numbers gives the same result", () => {
    fc.assert(
      fc.property(decimalText(9), rate(), rate(), decimalText(6), share(), (amount, from, to, factor, recycled) => {
        const { part, formulaWithNumbers } = spendBased.calculate(activity({ amount, from, to, factor, recycled }));
        const euros = from === "1" ? fraction(amount) : significant(over(fraction(amount), fraction(from)), 34);
        const exact = times(times(euros, fraction(to)), fraction(factor));
        const [calculation, result] = formulaWithNumbers.split(" = ") as [string, string];
        expect(plain(part.co2e)).toBe(textOf(round(exact, 12)));
        expect(result).toBe(textOf(exact));
        expect(evaluate(calculation)).toBe(result);
      }),
      { numRuns: 10_000 },
    );
  });

  it("puts the numbers in the order of the formula", () => {
    const result = spendBased.calculate(activity({ amount: "12.5", from: "162.5", to: "1.08", factor: "0.4" }));
    expect(result.formula).toBe("(amount / rate_JPY) * rate_USD * factor");
    expect(result.formulaWithNumbers).toMatch(/^\(12\.5 \/ 162\.5\) \* 1\.08 \* 0\.4 = 0\.0332307692/);
  });

  it("agrees with exact fractions where the prices are of another year and another basis", () => {
    fc.assert(
      fc.property(
        decimalText(9),
        rate(),
        rate(),
        rate(),
        rate(),
        share(),
        (amount, from, to, older, newer, priceShare) => {
          const figures = { amount, from, to, index: { from: older, to: newer }, priceShare, factor: "0.353" };
          const { part, formulaWithNumbers } = spendBased.calculate(activity(figures));
          const quotient = (value: Fraction, by: string) =>
            by === "1" ? value : significant(over(value, fraction(by)), 34);
          const deflated = quotient(times(fraction(amount), fraction(newer)), older);
          const dollars = times(quotient(deflated, from), fraction(to));
          const exact = times(times(dollars, fraction(priceShare)), fraction("0.353"));
          const [calculation, result] = formulaWithNumbers.split(" = ") as [string, string];
          expect(plain(part.co2e)).toBe(textOf(round(exact, 12)));
          expect([result, evaluate(calculation)]).toEqual([textOf(exact), textOf(exact)]);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it("names index, average rates and price basis in the formula", () => {
    const { conversions, ...rest } = activity({
      amount: "1000",
      index: { from: "131.5", to: "127.9" },
      from: "2",
      to: "1.08",
      priceShare: "0.85",
    });
    const inYear = conversions.map((step) => (step.fromUnit === step.toUnit ? step : { ...step, rateYear: 2023 }));
    expect(spendBased.calculate({ ...rest, conversions: inYear }).formula).toBe(
      "((amount * index_2023 / index_2024) / rate_JPY_2023) * rate_USD_2023 * price_per_purchaser_price * factor",
    );
  });

  it("has no mass of a gas that the factor does not have", () => {
    const { part, published } = spendBased.calculate(activity({ amount: "10", factor: "0.5", ch4: "0.01" }));
    expect(published).toBe(true);
    expect(part).toMatchObject({ scope: 3, part: "purchase", co2: null, n2o: null, biogenicCo2: null });
    expect(plain(part.ch4!)).toBe("0.1");
  });

  it.each([
    { what: "a rate of zero", figures: { from: "0" } },
    { what: "a factor without values", figures: { factor: null } },
    { what: "a result out of the range of the columns", figures: { amount: "1e30", factor: "1" } },
  ])("refuses $what", ({ figures }) => {
    expect(() => spendBased.calculate(activity(figures))).toThrow(RangeError);
  });
});

it("reads a number of sixty digits exactly", () => {
  const amount = `0.${"0".repeat(28)}${"7".repeat(31)}`;
  const { formulaWithNumbers } = spendBased.calculate(activity({ amount, factor: "0.1" }));
  expect(formulaWithNumbers).toBe(`${amount} * 0.1 = ${plain(parse(amount).times("0.1"))}`);
});

function scaled([whole, decimals]: [bigint, number]): string {
  const text = whole.toString().padStart(decimals + 1, "0");
  const point = text.length - decimals;
  return plain(parse(decimals === 0 ? text : `${text.slice(0, point)}.${text.slice(point)}`));
}
