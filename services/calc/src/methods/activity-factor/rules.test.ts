import { parse, plain } from "@emissions/quantity/decimal";
import { describe, expect, it } from "vitest";
import { activity } from "../method.fixture.ts";
import { activityFactor } from "./rules.ts";

describe("an activity with a library factor", () => {
  it("is the quantity in the factor's unit, times the factor", () => {
    const conversions = [{ fromUnit: "MWh", toUnit: "kWh", multiplyBy: parse("1000"), divideBy: parse("1") }];
    const gas = { ...activity({ amount: "3", factor: "0.18296", lookedUpIn: "fuels" }), conversions };
    const { part, formulaWithNumbers, published } = activityFactor.calculate(gas);
    expect(plain(part.co2e)).toBe("548.88");
    expect(formulaWithNumbers).toBe("3 * 1000 * 0.18296 = 548.88");
    expect(published).toBe(true);
  });

  it("names the published value behind a conversion", () => {
    const step = (value: string, multiplyBy: string, divideBy: string) => {
      return { fromUnit: "kWh", toUnit: "kWh", multiplyBy: parse(multiplyBy), divideBy: parse(divideBy), value };
    };
    const lost = { ...activity({ amount: "96", factor: "0.5" }), conversions: [step("loss_percent", "4", "96")] };
    const { formula, formulaWithNumbers } = activityFactor.calculate(lost);
    expect(formula).toBe("(quantity * loss_percent / (100 - loss_percent)) * factor");
    expect(formulaWithNumbers).toBe("(96 * 4 / 96) * 0.5 = 2");
    const burned = { ...lost, conversions: [step("gross_calorific_value", "1", "50")] };
    expect(activityFactor.calculate(burned).formula).toBe("(quantity / gross_calorific_value) * factor");
  });

  it("converts gases to CO2e when the source publishes no CO2e", () => {
    const wood = activity({ factor: null, ch4: "0.126", n2o: "0.063", biogenicCo2: "1640", lookedUpIn: "fuels" });
    const { part, formula, published } = activityFactor.calculate({ ...wood, conversions: [] });
    expect(plain(part.co2e)).toBe("20.7144");
    expect([part.co2, plain(part.biogenicCo2!)]).toEqual([null, "1640"]);
    expect([formula, published]).toEqual(["quantity * (ch4 * gwp_ch4 + n2o * gwp_n2o)", false]);
  });

  it.each([
    { lookedUpIn: "fuels", emissionScope: [1, "combustion"] },
    { lookedUpIn: "vehicle_fuels", emissionScope: [1, "combustion"] },
    { lookedUpIn: "vehicle_distance", emissionScope: [1, "combustion"] },
    { lookedUpIn: "refrigerants", emissionScope: [1, "leakage"] },
    { lookedUpIn: "fuels_upstream", emissionScope: [3, "upstream"] },
    { lookedUpIn: "vehicle_distance_upstream", emissionScope: [3, "upstream"] },
    { lookedUpIn: "electricity_location", emissionScope: [2, "consumption"] },
    { lookedUpIn: "electricity_residual_mix", emissionScope: [2, "consumption"] },
    { lookedUpIn: "electricity_supplier", emissionScope: [2, "consumption"] },
    { lookedUpIn: "electricity_upstream", emissionScope: [3, "upstream"] },
    { lookedUpIn: "electricity_losses", emissionScope: [3, "losses"] },
    { lookedUpIn: "electricity_losses_upstream", emissionScope: [3, "losses_upstream"] },
    { lookedUpIn: "heat", emissionScope: [2, "consumption"] },
    { lookedUpIn: "heat_losses", emissionScope: [3, "losses"] },
    { lookedUpIn: "waste", emissionScope: [3, "treatment"] },
    { lookedUpIn: "waste_materials", emissionScope: [3, "treatment"] },
    { lookedUpIn: "water_supply", emissionScope: [3, "supply"] },
    { lookedUpIn: "water_treatment", emissionScope: [3, "treatment"] },
    { lookedUpIn: "freight", emissionScope: [3, "transport"] },
    { lookedUpIn: "passenger_transport", emissionScope: [3, "travel"] },
    { lookedUpIn: "hotel_stays", emissionScope: [3, "travel"] },
    { lookedUpIn: "homeworking", emissionScope: [3, "activity"] },
  ])("by $lookedUpIn belongs to $emissionScope", ({ lookedUpIn, emissionScope }) => {
    const { part } = activityFactor.calculate(activity({ lookedUpIn }));
    expect([part.scope, part.part]).toEqual(emissionScope);
  });
});
