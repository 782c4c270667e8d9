import { parse, plain } from "@emissions/quantity/decimal";
import { describe, expect, it } from "vitest";
import { activity } from "../method.fixture.ts";
import { activityFactor } from "./rules.ts";

describe("an activity priced from the library", () => {
  it("is the quantity in the factor's unit, times the factor", () => {
    const conversions = [{ fromUnit: "MWh", toUnit: "kWh", multiplyBy: parse("1000"), divideBy: parse("1") }];
    const gas = { ...activity({ amount: "3", factor: "0.18296", lookedUpIn: "fuels" }), conversions };
    const { part, formulaWithNumbers, published } = activityFactor.calculate(gas);
    expect(plain(part.co2e)).toBe("548.88");
    expect(formulaWithNumbers).toBe("3 * 1000 * 0.18296 = 548.88");
    expect(published).toBe(true);
  });

  it("weighs the gases that a source publishes without CO2e", () => {
    const wood = activity({ factor: null, ch4: "0.126", n2o: "0.063", biogenicCo2: "1640", lookedUpIn: "fuels" });
    const { part, formula, published } = activityFactor.calculate({ ...wood, conversions: [] });
    expect(plain(part.co2e)).toBe("20.7144");
    expect([part.co2, plain(part.biogenicCo2!)]).toEqual([null, "1640"]);
    expect([formula, published]).toEqual(["quantity * (ch4 * gwp_ch4 + n2o * gwp_n2o)", false]);
  });

  it.each([
    { lookedUpIn: "fuels", place: [1, "combustion"] },
    { lookedUpIn: "vehicle_fuels", place: [1, "combustion"] },
    { lookedUpIn: "vehicle_distance", place: [1, "combustion"] },
    { lookedUpIn: "refrigerants", place: [1, "leakage"] },
    { lookedUpIn: "fuels_upstream", place: [3, "upstream"] },
    { lookedUpIn: "vehicle_distance_upstream", place: [3, "upstream"] },
    { lookedUpIn: "electricity_location", place: [2, "consumption"] },
    { lookedUpIn: "electricity_residual_mix", place: [2, "consumption"] },
    { lookedUpIn: "electricity_supplier", place: [2, "consumption"] },
    { lookedUpIn: "electricity_upstream", place: [3, "upstream"] },
    { lookedUpIn: "electricity_losses", place: [3, "losses"] },
    { lookedUpIn: "electricity_losses_upstream", place: [3, "losses_upstream"] },
    { lookedUpIn: "heat", place: [2, "consumption"] },
    { lookedUpIn: "heat_losses", place: [3, "losses"] },
    { lookedUpIn: "waste", place: [3, "treatment"] },
    { lookedUpIn: "waste_materials", place: [3, "treatment"] },
    { lookedUpIn: "water_supply", place: [3, "supply"] },
    { lookedUpIn: "water_treatment", place: [3, "treatment"] },
    { lookedUpIn: "freight", place: [3, "transport"] },
    { lookedUpIn: "passenger_transport", place: [3, "travel"] },
    { lookedUpIn: "hotel_stays", place: [3, "travel"] },
    { lookedUpIn: "homeworking", place: [3, "activity"] },
  ])("by $lookedUpIn belongs to $place", ({ lookedUpIn, place }) => {
    const { part } = activityFactor.calculate(activity({ lookedUpIn }));
    expect([part.scope, part.part]).toEqual(place);
  });
});
