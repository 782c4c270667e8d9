import { expect, it } from "vitest";
import { digits, rounded } from "./digits.ts";

it.each([
  ["12345678901234567890.123456789012345678901234567890", "12,345,678,901,234,567,890.123456789012345678901234567890"],
  ["0.10", "0.10"],
  ["-1234.5", "-1,234.5"],
  ["1.25e-7", "0.000000125"],
  ["1.25E+3", "1,250"],
  ["0", "0"],
  ["no number", "no number"],
])("shows all digits of %s", (text, shown) => {
  expect(digits(text, "en")).toBe(shown);
});

it("uses the signs of the locale", () => {
  expect(digits("1234567.5", "es")).toBe("1.234.567,5");
  expect(digits("1234.5", "es")).toBe("1234,5");
});

it.each([
  ["9.9995", "10"],
  ["0.0004", "0"],
  ["-0.0005", "-0.001"],
  ["-0.0001", "0"],
  ["12345678901234567890.12345", "12345678901234567890.123"],
  ["7", "7"],
])("rounds the digits of %s to three places", (text, shown) => {
  expect(rounded(text, 3)).toBe(shown);
});
