import { parse, plain } from "@emissions/quantity/decimal";
import { expect, it } from "vitest";
import { LOSS_PERCENT } from "./apply-factor.ts";
import { energyProduction } from "./energy-production/rules.ts";
import { activity } from "./method.fixture.ts";

it("the formula of grid losses names the percent in both places", () => {
  const [multiplyBy, divideBy] = [parse("4.2"), parse("95.8")];
  const conversions = [{ fromUnit: "kWh", toUnit: "kWh", multiplyBy, divideBy, value: LOSS_PERCENT }];
  const figures = { ...activity({ amount: "1000", factor: "0.4" }), conversions };
  const { formula, formulaWithNumbers, part } = energyProduction.calculate(figures);
  expect(formula).toBe("(quantity * loss_percent / (100 - loss_percent)) * factor");
  expect(formulaWithNumbers).toMatch(/^\(1000 \* 4\.2 \/ 95\.8\) \* 0\.4 = 17\.536/);
  expect(plain(part.co2e)).toBe("17.536534446764");
});
