import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, dayNumber, daysFrom, daysIn, isDay, numberedDay, PERIOD_DAYS_MAX, weekdaysIn } from "./period.ts";

const day = () => fc.integer({ min: 0, max: 40_000 }).map((offset) => addDays("1970-01-01", offset));

const days = fc
  .tuple(fc.integer({ min: 0, max: 9_999 }), fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 32 }))
  .map(([year, month, day]) => [String(year).padStart(4, "0"), ...[month, day].map((n) => String(n).padStart(2, "0"))])
  .map((parts) => parts.join("-"));
const texts = fc.string({ unit: fc.constantFrom(..."0123456789-/: T+٣"), minLength: 9, maxLength: 11 });

/** JavaScript reads 31 February as a day in March. */
function isThere(text: string): boolean {
  const read = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().slice(0, 10) === text && text >= "0001-01-01";
}

describe("isDay", () => {
  it("accepts calendar days from year 1 in ten characters, and nothing else", () => {
    const odd = fc.constantFrom("2024-02-29", "2100-02-29", "0000-01-01", "2025-1-01");
    const isJudgedRight = (text: string) => isDay(text) === isThere(text);
    fc.assert(fc.property(fc.oneof(days, texts, odd), isJudgedRight), { numRuns: 3_000 });
    expect(isDay("2025-02-28")).toBe(true);
  });

  it.each([
    ["2024-02-29", true],
    ["2023-02-29", false],
    ["1900-02-29", false],
    ["2000-02-29", true],
    ["2024-13-01", false],
    ["2024-00-10", false],
    ["2024-04-31", false],
    ["2024-4-1", false],
    ["20240401", false],
    ["2024-04-01T00:00:00Z", false],
    ["", false],
  ])("%j: %s", (text, right) => {
    expect(isDay(text)).toBe(right);
  });
});

describe("days", () => {
  it("counts both ends", () => {
    expect(daysIn("2024-01-01", "2024-01-01")).toBe(1);
    expect(daysIn("2024-01-01", "2024-12-31")).toBe(366);
    expect(daysIn("2023-01-01", "2023-12-31")).toBe(365);
  });

  it("refuses reversed, too long and invalid periods", () => {
    expect(() => daysIn("2024-01-02", "2024-01-01")).toThrow(RangeError);
    expect(() => daysIn("2024-01-01", addDays("2024-01-01", PERIOD_DAYS_MAX))).toThrow(RangeError);
    expect(() => daysIn("2024-02-30", "2024-03-01")).toThrow(RangeError);
  });

  it("agrees with Date on each day of 400 years, after which the calendar repeats, and on days of all years", () => {
    const check = (number: number) => {
      const text = new Date(number * 86_400_000).toISOString().slice(0, 10);
      if (dayNumber(text) !== number) expect([text, dayNumber(text)]).toEqual([text, number]);
    };
    for (let number = 0; number < 146_097; number++) check(number);
    for (let number = -719_528; number < 2_932_897; number += 97) check(number);
    expect([numberedDay(2_932_896), dayNumber("0000-01-01")]).toEqual(["9999-12-31", -719_528]);
  });

  it("numbers days in order, and converts numbers back", () => {
    fc.assert(
      fc.property(day(), fc.integer({ min: -30_000, max: 30_000 }), (start, days) => {
        expect(numberedDay(dayNumber(start) + days)).toBe(addDays(start, days));
      }),
    );
    expect(dayNumber("1970-01-02")).toBe(1);
  });

  it("adds days consistently with counting them", () => {
    fc.assert(
      fc.property(day(), fc.integer({ min: -3_000, max: 3_000 }), (start, days) => {
        expect(daysFrom(start, addDays(start, days))).toBe(days);
      }),
    );
  });
});

describe("weekdaysIn", () => {
  const weekdays = fc.uniqueArray(fc.integer({ min: 0, max: 6 }));

  it("counts the days with any of the weekdays, as a walk over the period does", () => {
    const isEqual = (start: string, length: number, named: number[]) => {
      const all = Array.from({ length }, (_, offset) => new Date(`${addDays(start, offset)}T00:00:00Z`));
      const counted = all.filter((one) => named.includes((one.getUTCDay() + 6) % 7)).length;
      return weekdaysIn(start, addDays(start, length - 1), named) === counted;
    };
    fc.assert(fc.property(day(), fc.integer({ min: 1, max: 400 }), weekdays, isEqual));
  });

  it("counts a weekday once, and none without weekdays", () => {
    expect(weekdaysIn("2025-01-01", "2025-07-01", [0, 1, 2, 3, 4])).toBe(130);
    expect(weekdaysIn("2025-01-06", "2025-01-06", [0, 0])).toBe(1);
    expect(weekdaysIn("2025-01-06", "2025-01-12", [])).toBe(0);
  });
});
