import fc from "fast-check";
import { expect, it } from "vitest";
import { isDay } from "./checks.ts";

const days = fc
  .tuple(fc.integer({ min: 0, max: 9_999 }), fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 32 }))
  .map(([year, month, day]) => [String(year).padStart(4, "0"), ...[month, day].map((n) => String(n).padStart(2, "0"))])
  .map((parts) => parts.join("-"));
const texts = fc.string({ unit: fc.constantFrom(..."0123456789-/: T+٣"), minLength: 9, maxLength: 11 });

/** JavaScript reads days that are none as the next month. */
function isThere(text: string): boolean {
  const read = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().slice(0, 10) === text && text >= "0001-01-01";
}

it("a day is one of the calendar, written as ten characters", () => {
  const odd = fc.constantFrom("2024-02-29", "2100-02-29", "0000-01-01", "2025-1-01");
  const isJudgedRight = (text: string) => isDay(text) === isThere(text);
  fc.assert(fc.property(fc.oneof(days, texts, odd), isJudgedRight), { numRuns: 3_000 });
  expect(isDay("2025-02-28")).toBe(true);
});
