import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asWritten, compareDigits, type Digits, plain, readDigits } from "./digits.ts";

const read = (text: string) => {
  const digits = readDigits(text);
  return typeof digits === "string" ? digits : plain(digits);
};

it.each([
  ["0", "0"],
  ["-0.00", "0"],
  ["0e999999999999", "0"],
  ["1.50", "1.5"],
  ["100", "100"],
  ["1e3", "1000"],
  ["12.5e-3", "0.0125"],
  ["-1.2E+1", "-12"],
  ["0.1000000000000000055511151231", "0.1000000000000000055511151231"],
  ["9007199254740993", "9007199254740993"],
  ["1e400", "too many digits"],
  ["1e-400", "too many digits"],
  ["1e99999999999999999999", "too many digits"],
  [`1${"0".repeat(30)}`, "too many digits"],
  [".5", "not a number"],
  ["5.", "not a number"],
  ["+5", "not a number"],
  ["007", "not a number"],
  ["0x10", "not a number"],
  ["1_000", "not a number"],
  ["NaN", "not a number"],
  ["Infinity", "not a number"],
  [" 1", "not a number"],
  ["1\n", "not a number"],
  ["", "not a number"],
])("%s is read as %s", (text, expected) => {
  expect(read(text)).toBe(expected);
});

it("writes any double that fits as the same number, without an exponent", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }), (value) => {
      const text = read(String(value));
      if (text === "too many digits") return;
      expect(Number(text)).toBe(value === 0 ? 0 : value);
      expect(text).toMatch(/^-?\d+(\.\d*[1-9])?$/);
    }),
  );
});

it.each([
  ["2.50", "2.50"],
  ["-2.50", "-2.50"],
  ["-0.00", "0.00"],
  ["100", "100"],
  ["1.50e2", "150"],
  ["2.50e-1", "0.25"],
])("%s as it was written is %s", (text, expected) => {
  expect(asWritten(text, readDigits(text) as Digits)).toBe(expected);
});

describe("compareDigits", () => {
  it.each([
    ["1", "1.0000000000000000000001", -1],
    ["-2", "1", -1],
    ["10", "9.99", 1],
    ["0.5", "0.50", 0],
  ])("compares %s with %s", (a, b, sign) => {
    expect(Math.sign(compareDigits(readDigits(a) as Digits, readDigits(b) as Digits))).toBe(sign);
  });
});
