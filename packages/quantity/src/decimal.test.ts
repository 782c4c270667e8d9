import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Decimal, DIGITS, divide, parse, plain, roundKg } from "./decimal.ts";
import { decimalText, divideText, roundText } from "./oracle.ts";

const RUNS = { numRuns: 3_000 };

describe("parse", () => {
  it.each(["", "-", ".", "NaN", "Infinity", "-Infinity", "0x1f", "1e", "1e99999", " 1", "1 ", "1_000", "1,5", "--1"])(
    "refuses %j",
    (text) => {
      expect(() => parse(text)).toThrow(RangeError);
    },
  );

  it.each([
    ["1".repeat(61), false],
    ["1".repeat(60), true],
    [`0.${"0".repeat(59)}1`, true],
    [`0.${"0".repeat(60)}1`, false],
    ["1e60", false],
    ["1e59", true],
    ["1e-61", false],
    ["9".repeat(201), false],
  ])("accepts at most 60 digits: %s", (text, fits) => {
    expect(text.length > 0 && fit(text)).toBe(fits);
  });

  it.each([
    ["1e3", "1000"],
    ["12.50", "12.5"],
    ["-0", "0"],
    ["+.5", "0.5"],
    ["1E-7", "0.0000001"],
    ["007.", "7"],
    ["0.12345678901234567890123", "0.12345678901234567890123"],
  ])("reads %s as %s", (text, shortest) => {
    expect(plain(parse(text))).toBe(shortest);
  });

  it("parses the output of plain", () => {
    fc.assert(
      fc.property(decimalText(60), (text) => {
        expect(plain(parse(plain(parse(text))))).toBe(plain(parse(text)));
        expect(parse(text).eq(parse(plain(parse(text))))).toBe(true);
      }),
      RUNS,
    );
  });
});

describe("divide", () => {
  it("agrees with integer arithmetic at 34 significant digits", () => {
    fc.assert(
      fc.property(decimalText(40), decimalText(40), (a, b) => {
        fc.pre(!parse(b).isZero());
        expect(plain(divide(parse(a), parse(b)))).toBe(divideText(a, b, DIGITS.quotient));
      }),
      RUNS,
    );
  });

  it("rounds a tie to the even digit", () => {
    expect(plain(divide(parse(`${"1".repeat(34)}5`), parse("10")))).toBe(`${"1".repeat(33)}2`);
    expect(plain(divide(parse(`${"2".repeat(34)}5`), parse("10")))).toBe("2".repeat(34));
  });

  it("refuses zero", () => {
    expect(() => divide(new Decimal(1), new Decimal(0))).toThrow(RangeError);
  });

  it("answers a number of the exact type", () => {
    const third = divide(new Decimal(1), new Decimal(3));
    expect(plain(third.times(third))).toHaveLength(2 + 68);
  });
});

describe("arithmetic", () => {
  it("is exact for the longest product of a calculation", () => {
    const long = "7".repeat(60);
    const product = [long, long, long, long].reduce((total, text) => total.times(text), new Decimal(1));
    expect(plain(product)).toBe(String(BigInt(long) ** 4n));
  });
});

describe("roundKg", () => {
  it("agrees with integer arithmetic at 12 decimals, half-even", () => {
    fc.assert(
      fc.property(decimalText(60), (text) => {
        expect(plain(roundKg(parse(text)))).toBe(roundText(text, DIGITS.kilogram));
      }),
      RUNS,
    );
  });

  it.each([
    ["0.0000000000005", "0"],
    ["0.0000000000015", "0.000000000002"],
    ["0.0000000000025", "0.000000000002"],
    ["-0.0000000000015", "-0.000000000002"],
    ["0.00000000000050000001", "0.000000000001"],
  ])("rounds %s to %s", (text, rounded) => {
    expect(plain(roundKg(parse(text)))).toBe(rounded);
  });
});

function fit(text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}
