import { assert, constantFrom, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { guardFormulas, unguardFormulas } from "./formulas.ts";

const texts = string({ unit: constantFrom(..."=+-@'\"; \t\r\n,ax\uff1d\u00a0"), maxLength: 12 });

/** The cells of one csv field in a locale with this separator, if no quote of the file counts. */
const cells = (text: string, separator: string) => text.split(new RegExp(`[${separator}\r\n]`));

describe("a text in a csv file", () => {
  it.each([
    ["=1+1", "'=1+1"],
    ["  -5", "'  -5"],
    ["'=a", "''=a"],
    ["\uff1dx", "'\uff1dx"],
    ["\tx", "'\tx"],
    ["x;=1+1", "x;'=1+1"],
    ['x; ""=1+1', `x;' ""=1+1`],
    ["x\t@y;+z", "x\t'@y;'+z"],
    ["two\r\n=lines", "two\r\n'=lines"],
    ["a-b; c=d, =e", "a-b; c=d, =e"],
    ["electricity; wastes", "electricity; wastes"],
  ])("%j is %j", (text, expected) => {
    expect(guardFormulas(text)).toBe(expected);
  });

  it("begins no formula in any cell of any locale", () => {
    assert(
      property(texts, (text) => {
        for (const separator of [";", "\t"])
          for (const cell of cells(guardFormulas(text), separator)) expect(cell).not.toMatch(/^["\s]*[=+\-@\uff1d]/);
      }),
    );
  });

  it("is the same text again after an import", () => {
    assert(
      property(texts, (text) => {
        expect(unguardFormulas(guardFormulas(text))).toBe(text);
      }),
    );
  });

  it("takes time that grows with its length", () => {
    for (const part of [";", "\t", "' ", ';"', "\n'"]) {
      const text = part.repeat(500_000);
      expect(unguardFormulas(guardFormulas(text))).toBe(text);
    }
  });
});
