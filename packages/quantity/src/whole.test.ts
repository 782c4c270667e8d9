import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse, plain } from "./decimal.ts";
import { decimalText, fraction, roundText, textOf } from "./oracle.ts";
import { spread, toWhole, wholeText } from "./whole.ts";

/** A result has at most 12 decimals of a kilogram. */
const kilograms = () => decimalText(42).map((text) => roundText(text, 12));
const days = () => fc.integer({ min: 1, max: 36_525 });

describe("a result as an integer", () => {
  it("is the same number, and converts back", () => {
    fc.assert(
      fc.property(kilograms(), (text) => {
        const whole = toWhole(parse(text));
        expect(textOf({ n: whole, d: 10n ** 12n })).toBe(textOf(fraction(text)));
        expect(plain(parse(wholeText(whole)))).toBe(plain(parse(text)));
      }),
    );
  });

  it.each([
    ["-0.000000000001", -1n],
    ["-0.5", -500_000_000_000n],
    ["12", 12_000_000_000_000n],
    ["0", 0n],
  ])("of %s kg is %s", (text, whole) => {
    expect(toWhole(parse(text))).toBe(whole);
  });

  it("is refused for an unrounded number", () => {
    expect(() => toWhole(parse("0.0000000000001"))).toThrow(RangeError);
  });
});

describe("spread", () => {
  const all = (total: bigint, days: number) => {
    const { each, last } = spread(total, days);
    return [...Array.from({ length: days - 1 }, () => each), last];
  };

  it("adds up to the total exactly, with one sign for all days", () => {
    fc.assert(
      fc.property(kilograms(), fc.integer({ min: 1, max: 1_000 }), (text, days) => {
        const total = toWhole(parse(text));
        const shares = all(total, days);
        expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(total);
        for (const share of shares) expect(share * total).toBeGreaterThanOrEqual(0n);
      }),
      { numRuns: 300 },
    );
  });

  it("gives the last day at most one step per day more than the others", () => {
    fc.assert(
      fc.property(kilograms(), days(), (text, days) => {
        const { each, last } = spread(toWhole(parse(text)), days);
        const more = last - each;
        expect(more > -BigInt(days) && more < BigInt(days)).toBe(true);
      }),
    );
  });

  it("gives the opposite total opposite parts", () => {
    fc.assert(
      fc.property(kilograms(), days(), (text, days) => {
        const total = toWhole(parse(text));
        const [brought, taken] = [spread(total, days), spread(-total, days)];
        expect([brought.each + taken.each, brought.last + taken.last]).toEqual([0n, 0n]);
      }),
    );
  });

  it("leaves the rest to the last day", () => {
    expect(all(toWhole(parse("1")), 3).map(wholeText)).toEqual(["0.333333333333", "0.333333333333", "0.333333333334"]);
    expect(all(-5n, 3)).toEqual([-1n, -1n, -3n]);
    expect(all(7n, 1)).toEqual([7n]);
  });
});
