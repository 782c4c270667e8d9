import { expect, it } from "vitest";
import { kilograms } from "./grams.ts";

it.each([
  ["0", "0.000"],
  ["1", "0.001"],
  ["1.50", "0.00150"],
  ["0.00000012345678901234567", "0.00000000012345678901234567"],
  ["12345.6", "12.3456"],
  ["000123456", "123.456"],
  ["-2.5", "-0.0025"],
])("%s g are %s kg", (grams, kg) => expect(kilograms(grams)).toBe(kg));

it.each(["", "1e-3", "NaN", "1,5", ".5", "1."])('refuses "%s"', (grams) =>
  expect(() => kilograms(grams)).toThrow(/plain decimal/),
);
