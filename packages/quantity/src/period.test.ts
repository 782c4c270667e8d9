import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Decimal, DIGITS, parse, plain, ZERO } from "./decimal.ts";
import { decimalText } from "./oracle.ts";
import { addDays, daysFrom, daysIn, isDay, monthsIn, PERIOD_DAYS_MAX, spread } from "./period.ts";

const day = () => fc.integer({ min: 0, max: 40_000 }).map((offset) => addDays("1970-01-01", offset));
const period = () =>
  fc.tuple(day(), fc.integer({ min: 0, max: 1_000 })).map(([s, days]) => [s, addDays(s, days)] as const);

describe("isDay", () => {
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

  it("refuses a reversed, an endless and an impossible period", () => {
    expect(() => daysIn("2024-01-02", "2024-01-01")).toThrow(RangeError);
    expect(() => daysIn("2024-01-01", addDays("2024-01-01", PERIOD_DAYS_MAX))).toThrow(RangeError);
    expect(() => daysIn("2024-02-30", "2024-03-01")).toThrow(RangeError);
  });

  it("adds and counts alike", () => {
    fc.assert(
      fc.property(day(), fc.integer({ min: -3_000, max: 3_000 }), (start, days) => {
        expect(daysFrom(start, addDays(start, days))).toBe(days);
      }),
    );
  });
});

describe("monthsIn", () => {
  it("names each month once, over the end of a year", () => {
    expect(monthsIn("2023-11-30", "2024-02-01")).toEqual(["2023-11", "2023-12", "2024-01", "2024-02"]);
    expect(monthsIn("2024-02-01", "2024-02-29")).toEqual(["2024-02"]);
  });

  it("covers every day of the period", () => {
    fc.assert(
      fc.property(period(), ([start, end]) => {
        const ofDays = new Set(spread(ZERO, start, end).map((share) => share.day.slice(0, 7)));
        expect(monthsIn(start, end)).toEqual([...ofDays]);
      }),
    );
  });
});

describe("spread", () => {
  it("adds up to the total exactly, one share for each day", () => {
    fc.assert(
      fc.property(decimalText(42), period(), (text, [start, end]) => {
        const total = parse(text);
        const shares = spread(total, start, end);
        const sum = shares.reduce((so, share) => so.plus(share.amount), ZERO);
        expect(plain(sum)).toBe(plain(total));
        expect(shares.map((share) => share.day)).toEqual([...new Set(shares.map((share) => share.day))].sort());
        expect(shares).toHaveLength(daysIn(start, end));
      }),
      { numRuns: 300 },
    );
  });

  it("gives every day but the last the same share of 12 decimals, and none the other sign", () => {
    fc.assert(
      fc.property(decimalText(30), period(), (text, [start, end]) => {
        const shares = spread(parse(text), start, end);
        const first = shares[0]!.amount;
        for (const share of shares.slice(0, -1)) expect(plain(share.amount)).toBe(plain(first));
        if (shares.length > 1) expect(first.decimalPlaces()).toBeLessThanOrEqual(DIGITS.kilogram);
        for (const share of shares) expect(share.amount.times(parse(text)).lt(0)).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it("adds up to the same days in whatever order totals come", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(decimalText(20), period()), { maxLength: 8 }), (parts) => {
        expect(sumOf(parts)).toEqual(sumOf([...parts].reverse()));
      }),
      { numRuns: 50 },
    );
  });

  it("leaves what cannot be shared to the last day", () => {
    expect(spread(new Decimal(1), "2024-01-30", "2024-02-01").map((share) => [share.day, plain(share.amount)])).toEqual(
      [
        ["2024-01-30", "0.333333333333"],
        ["2024-01-31", "0.333333333333"],
        ["2024-02-01", "0.333333333334"],
      ],
    );
  });
});

function sumOf(parts: [string, readonly [string, string]][]): Map<string, string> {
  const days = new Map<string, Decimal>();
  for (const [text, [start, end]] of parts) {
    for (const { day, amount } of spread(parse(text), start, end)) days.set(day, (days.get(day) ?? ZERO).plus(amount));
  }
  return new Map([...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([day, amount]) => [day, plain(amount)]));
}
