import { create } from "@bufbuild/protobuf";
import { evaluate } from "@emissions/calc/methods/evaluate.fixture";
import { newId } from "@emissions/kit/process/id";
import { CalculationOutcome, PartOutcome } from "@emissions/proto/calc/v1/calculation_service";
import { CalorificBasis, LibrarySelectorSchema } from "@emissions/proto/factors/v1/selection_service";
import { parse, plain, roundKg } from "@emissions/quantity/decimal";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FactorsAndCalc, factorsAndCalc } from "./services.ts";

let services: FactorsAndCalc;
const org = newId();
beforeAll(async () => {
  services = await factorsAndCalc();
});
afterAll(() => services.drop());

const UPSTREAM = "energy_production";
const PARTS = [
  { part: "electricity_location_based", category: "electricity", library: "electricity_location", memo: true },
  { part: "electricity_generation", category: UPSTREAM, library: "electricity_upstream" },
  { part: "electricity_transmission_and_distribution", category: UPSTREAM, library: "electricity_losses" },
  { part: "electricity_losses_generation", category: UPSTREAM, library: "electricity_losses_upstream" },
];

interface Bill {
  country: string;
  year: number;
  gridZone?: string;
  quantity?: string;
}

/** An electricity invoice without a supplier, as the activity service sends it. */
async function bill({ country, year, gridZone = "", quantity = "10000" }: Bill) {
  const library = (category: string) => ({
    case: "library" as const,
    value: create(LibrarySelectorSchema, { category, key: "grid", country, gridZone }),
  });
  const unitId = services.unitId("kWh");
  const record = {
    category: "electricity",
    selector: library("electricity_residual_mix"),
    quantity,
    unitId,
    day: `${year}-06-30`,
    additionalParts: PARTS.map(({ library: category, ...part }) => ({
      ...part,
      quantity: { value: { value: quantity }, unitId },
      selector: { kind: library(category) },
      optional: true,
    })),
  };
  const [id] = await services.store(org, [record]);
  const calculation = await services.explain(org, id!);
  expect(calculation.status).toBe(CalculationOutcome.CALCULATED);
  return { ...calculation, partOf: (name: string) => calculation.parts.find(({ part }) => part === name)! };
}

const LOSSES = "electricity_transmission_and_distribution";
const kg = (co2e: { value: string } | undefined) => Number(co2e!.value);

describe("an electricity invoice", () => {
  it.each([
    // 10,000 kWh * 0.05357 kg of CO2 * 7.43784728673006 / 92.56215271326994
    { country: "FR", year: 2022, percent: "7.43784728673006 / 92.56215271326994", expected: 43.046263 },
    // 10,000 kWh * 0.38763 kg of CO2 * 4.54599627946503 / 95.45400372053497
    { country: "DE", year: 2022, percent: "4.54599627946503 / 95.45400372053497", expected: 184.608761 },
  ])("of $country has the losses of its grid", async ({ country, year, percent, expected }) => {
    const { partOf } = await bill({ country, year });
    const losses = partOf(LOSSES);
    expect(losses).toMatchObject({ status: PartOutcome.CALCULATED, category: UPSTREAM });
    expect(losses.formula).toMatch(/^\(quantity \* loss_percent \/ \(100 - loss_percent\)\) \* /);
    expect(losses.formulaWithNumbers).toContain(`(10000 * ${percent}) * `);
    expect(kg(losses.co2e)).toBeCloseTo(expected, 5);
    const [calculation] = losses.formulaWithNumbers!.split(" = ");
    expect(plain(roundKg(parse(evaluate(calculation!))))).toBe(losses.co2e!.value);
  });

  it.each(["DE", "US", "ES", "FR", "PL"])("of %s emits the same on both sides of New Year 2027", async (country) => {
    const [before, after] = await Promise.all([2026, 2027].map((year) => bill({ country, year })));
    const kilograms = ({ parts }: NonNullable<typeof before>) => parts.map(({ part, co2e }) => [part, co2e?.value]);
    expect(kilograms(after!)).toEqual(kilograms(before!));
    expect(kilograms(after!).filter(([, value]) => value === undefined)).toEqual([]);
  });

  it("of a zone differs from the average of the country, in all parts of the grid", async () => {
    const average = await bill({ country: "US", year: 2023 });
    const california = await bill({ country: "US", year: 2023, gridZone: "camx" });
    // 10,000 kWh * (CO2 + 28 * CH4 + 265 * N2O), and * 4.2 / 95.8 or * 4.1 / 95.9 for the losses.
    for (const [{ parts, partOf }, consumed, lost] of [
      [average, 3516.424953, 154.164768],
      [california, 1987.414969, 84.967689],
    ] as const) {
      expect(kg(parts[0]!.co2e)).toBeCloseTo(consumed, 4);
      expect(kg(partOf("electricity_location_based").co2e)).toBeCloseTo(consumed, 4);
      expect(kg(partOf(LOSSES).co2e)).toBeCloseTo(lost, 4);
    }
  });

  it("never has the upstream emissions of losses without the losses", async () => {
    const { parts } = await bill({ country: "TW", year: 2021 });
    const omitted = parts.filter(({ status }) => status === PartOutcome.LEFT_OUT).map(({ part }) => part);
    expect(omitted).toEqual(expect.arrayContaining([LOSSES, "electricity_losses_generation"]));
  });

  it("of Ireland is not marked for losses that its grid figure includes", async () => {
    const { fitness, partOf } = await bill({ country: "IE", year: 2021 });
    expect(partOf(LOSSES)).toMatchObject({ status: PartOutcome.LEFT_OUT, errorCode: "IN_GRID_FIGURE" });
    expect(fitness?.partsMissing).toBe(false);
  });
});

describe("a fuel", () => {
  const burned = async (basis: CalorificBasis, unit: string, quantity: string) => {
    const value = create(LibrarySelectorSchema, {
      category: "fuels",
      key: "wood_pellets",
      country: "GB",
      calorificBasis: basis,
    });
    const selector = { case: "library" as const, value };
    const record = { category: "combustion", selector, quantity, unitId: services.unitId(unit), day: "2025-06-30" };
    const [id] = await services.store(org, [record]);
    return services.explain(org, id!);
  };

  it("by gross energy is converted with its calorific value, which the formula names", async () => {
    const { formula, formulaWithNumbers, co2e, fitness } = await burned(CalorificBasis.GROSS, "kWh", "1000");
    expect(formula).toBe("((quantity * multiply_by / divide_by) / gross_calorific_value) * factor");
    expect(formulaWithNumbers).toMatch(/^\(\(1000 \* 9 \/ 2500\) \/ 18\.694\) \* 55\.19389 = /);
    expect(kg(co2e)).toBeCloseTo(10.628972, 6);
    expect(fitness?.calorificBasisAssumed).toBe(false);
  });

  it("by an energy that nobody called gross or net is read as gross and marked", async () => {
    const { co2e, fitness } = await burned(CalorificBasis.UNSPECIFIED, "kWh", "1000");
    expect([kg(co2e).toFixed(6), fitness?.calorificBasisAssumed]).toEqual(["10.628972", true]);
    expect((await burned(CalorificBasis.NET, "kWh", "1000")).formula).toBe("quantity * factor");
  });
});
