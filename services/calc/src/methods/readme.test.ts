import { create } from "@bufbuild/protobuf";
import { RecordInputSchema } from "@emissions/proto/activity/v1/record_events";
import { ResolutionSchema } from "@emissions/proto/factors/v1/selection_service";
import { parse, plain, roundKg } from "@emissions/quantity/decimal";
import { describe, expect, it } from "vitest";
import { calculate } from "../calculation/calculate.ts";
import type { ResolvedFactor } from "../factor/resolver.ts";
import { evaluate } from "./evaluate.fixture.ts";
import { type ExampleRow, readmes } from "./readme.fixture.ts";

const all = readmes();
const withTable = all.filter(({ rows }) => rows.length > 0);

it("exists for every method, with formula, units, source and example", () => {
  expect(withTable.map(({ method }) => method)).toEqual([
    "combustion",
    "electricity",
    "employees",
    "energy-production",
    "freight",
    "heat",
    "hotel-stays",
    "process",
    "recharges",
    "sold-products",
    "travels",
    "vehicles",
    "wastes",
    "water",
  ]);
  for (const { text } of all) {
    for (const must of [/^# /m, / {4}kg CO2e\s+=/, /\| Unit/, /^Source: /m, /Example/]) expect(text).toMatch(must);
  }
});

const PERIOD = { startDate: "2024-03-15", endDate: "2024-03-15" };

describe.each(withTable)("the example of $method", ({ method, rows, kg, biogenicKg }) => {
  const outcome = calculate(inputOf(rows), [{ ...PERIOD, answers: rows.map(answerOf) }]);

  it("gives the printed emissions of each part", () => {
    const impacts = outcome.result!.impacts.map(({ part, category, scope, co2e, counted }) => {
      return { part, category, scope, kg: plain(co2e), memo: !counted };
    });
    expect(impacts).toEqual(rows.map(({ part, category, scope, kg, memo }) => ({ part, category, scope, kg, memo })));
    const { co2e, biogenicCo2 } = outcome.result!;
    expect([plain(co2e), biogenicCo2 && plain(biogenicCo2)]).toEqual([kg, biogenicKg]);
  });

  it("prints the numbers like an explanation, and they can be recalculated", () => {
    for (const [index, { calculation, kg }] of rows.entries()) {
      expect(outcome.parts[index]!.emissions!.formulaWithNumbers.split(" = ")[0]).toBe(calculation);
      expect(plain(roundKg(parse(evaluate(calculation))))).toBe(kg);
    }
  });

  it("is calculated by the method itself", () => {
    expect(outcome.parts[0].method).toMatch(new RegExp(`^${method}/\\d+$`));
  });
});

it.each(all.filter(({ rows }) => rows.length === 0))("the example of $method can be recalculated", ({ text }) => {
  const example = text.slice(text.indexOf("\nExample:"));
  const sums = [...example.matchAll(/`([^`]+)`(?: is|,)\s+([\d.]+)\s+kg\s+CO2e/g)];
  expect(sums.length).toBeGreaterThan(0);
  for (const [, calculation, kg] of sums) expect(plain(roundKg(parse(evaluate(calculation!))))).toBe(kg);
});

function inputOf(rows: readonly ExampleRow[]) {
  const [main, ...additionalParts] = rows.map(({ category, lookedUpIn, quantity, unit, part, memo }) => ({
    part,
    category,
    quantity: { value: { value: quantity }, unitId: unit, unit },
    selector: { kind: { case: "library" as const, value: { category: lookedUpIn, key: "any" } } },
    memo,
  }));
  const { category, quantity, selector } = main!;
  const days = { referenceDate: "2025-01-31", startDate: "2025-01-01", endDate: "2025-01-31" };
  return create(RecordInputSchema, { ...days, category, quantity, selector, additionalParts, gwpSet: "AR5" });
}

function answerOf({ unit, multiplyBy, divideBy, factor, gases: composition, lookedUpIn }: ExampleRow): ResolvedFactor {
  const { biogenic_co2: biogenicCo2, ...gases } = factor;
  const values = Object.entries({ ...gases, ...(biogenicCo2 && { biogenicCo2 }) }).map(([gas, value]) => [
    gas,
    { value },
  ]);
  const answer = create(ResolutionSchema, {
    factor: {
      category: lookedUpIn,
      values: Object.fromEntries(values),
      gases: Object.entries(composition).map(([gas, [kilograms, gwp]]) => {
        const [gwpAr4, gwpAr5, gwpAr6] = [{ value: gwp }, { value: gwp }, { value: gwp }];
        return { gas, kilograms: { value: kilograms }, kyoto: true, gwpAr4, gwpAr5, gwpAr6 };
      }),
    },
    conversion: [{ fromUnit: unit, toUnit: unit, multiplyBy: { value: multiplyBy }, divideBy: { value: divideBy } }],
  });
  return { id: "", bytes: new Uint8Array(), answer };
}
