import { expect, it } from "vitest";
import { decimalOf, writtenDecimal } from "./decimals.ts";

it.each([
  ["12345678901234567890.123456789", "en", "12345678901234567890.123456789"],
  [" 17,25 ", "es", "17.25"],
  ["40", "es", "40"],
  ["-1.5", "en", "-1.5"],
])("reads %s in %s with all digits", (text, locale, value) => {
  expect(decimalOf(text, locale)).toBe(value);
});

it.each([
  ["1,250", "en"],
  ["1.250", "es"],
  ["1.2.3", "en"],
  ["1e3", "en"],
  ["", "en"],
  [".5", "en"],
  ["much", "en"],
])("does not guess what %s means in %s", (text, locale) => {
  expect(decimalOf(text, locale)).toBeNull();
});

it("writes a decimal so that it can be read again", () => {
  expect(writtenDecimal("1234.50", "es")).toBe("1234,50");
  expect(decimalOf(writtenDecimal("1234.50", "es"), "es")).toBe("1234.50");
});
