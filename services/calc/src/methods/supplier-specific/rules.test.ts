import { plain } from "@emissions/quantity/decimal";
import { decimalText, fraction, plus, round, textOf, times } from "@emissions/quantity/oracle";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate } from "../evaluate.fixture.ts";
import { activity } from "../method.fixture.ts";
import { supplierSpecific } from "./rules.ts";

const own = (figures: Parameters<typeof activity>[0]) =>
  supplierSpecific.calculate(activity({ factor: null, ...figures }));

/** Kilograms with 33 decimals: a gram value of a gas may have 30. */
const tiny = fc
  .bigInt({ min: 0n, max: 10n ** 30n - 1n })
  .map((digits) => `0.000${digits.toString().padStart(30, "0")}`);
const mass = () => fc.oneof(tiny, decimalText(13));

describe("a custom factor", () => {
  const gases = { amount: "120", co2: "2.5", ch4: "0.0001", n2o: "0.00002" };
  const { co2, ...withoutCo2 } = gases;
  it.each([
    { what: "its CO2e", figures: { amount: "120", factor: "2.50" }, kg: "300" },
    { what: "its gases", figures: gases, kg: "300.99" },
    { what: "its gases under an older set", figures: { ...gases, gwpSet: "AR5" as const }, kg: "300.972" },
    { what: "the other gases when CO2 is biogenic", figures: { ...withoutCo2, biogenicCo2: co2 }, kg: "0.99" },
  ])("is applied by $what: $kg kg", ({ figures, kg }) => {
    expect(plain(own(figures).part.co2e)).toBe(kg);
  });

  it("reports biogenic CO2 apart from CO2e", () => {
    const { part } = own({ ...withoutCo2, biogenicCo2: co2 });
    expect([part.co2, plain(part.biogenicCo2!), plain(part.ch4!), plain(part.n2o!)]).toEqual([
      null,
      "300",
      "0.012",
      "0.0024",
    ]);
  });

  it("ignores a recycled share", () => {
    const result = own({ amount: "10", factor: "2", recycled: "0.5" });
    expect([plain(result.part.co2e), result.formula]).toEqual(["20", "quantity * factor"]);
  });

  it("agrees with exact fractions, and the formula with numbers gives the same result", () => {
    fc.assert(
      fc.property(decimalText(12), mass(), mass(), mass(), (amount, co2, ch4, n2o) => {
        const { part, formulaWithNumbers } = own({ amount, co2, ch4, n2o });
        const byGas = [times(fraction(ch4), fraction("27.9")), times(fraction(n2o), fraction("273"))];
        const exact = times(fraction(amount), byGas.reduce(plus, fraction(co2)));
        expect(plain(part.co2e)).toBe(textOf(round(exact, 12)));
        expect(evaluate(formulaWithNumbers.split(" = ")[0]!)).toBe(textOf(exact));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    { category: "purchases", emissionScope: [3, "purchase"] },
    { category: "capital_goods", emissionScope: [3, "purchase"] },
    { category: "wastes", emissionScope: [3, "treatment"] },
    { category: "combustion", emissionScope: [1, "combustion"] },
    { category: "process", emissionScope: [1, "process"] },
    { category: "recharge", emissionScope: [1, "leakage"] },
    { category: "electricity", emissionScope: [2, "consumption"] },
    { category: "heat", emissionScope: [2, "consumption"] },
  ])("of $category belongs to $emissionScope", ({ category, emissionScope }) => {
    const { part } = own({ factor: "1", category });
    expect([part.scope, part.part]).toEqual(emissionScope);
  });

  it.each([{ category: "something new" }, { factor: null }])("refuses %j", (figures) => {
    expect(() => own(figures)).toThrow(RangeError);
  });
});
