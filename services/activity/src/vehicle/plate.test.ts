import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plateKey } from "./plate.ts";

describe("the key of a license plate", () => {
  it.each([
    { plates: ["1234 BCD", "1234bcd", "1234-BCD", " 1234.BCD ", "１２３４ＢＣＤ"], key: "1234BCD" },
    { plates: ["M-AB 123", "m ab123"], key: "MAB123" },
    { plates: ["MÜ A 1", "mü-a1", "MU\u0308 A1"], key: "MÜA1" },
    { plates: ["MU A 1"], key: "MUA1" },
    { plates: ["京A·12345"], key: "京A12345" },
    { plates: ["- -", "·"], key: "" },
  ])("is $key for each of $plates", ({ plates, key }) => {
    expect(plates.map(plateKey)).toEqual(plates.map(() => key));
  });

  it("is its own key", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 50 }), (plate) => {
        const key = plateKey(plate);
        expect(plateKey(key)).toBe(key);
      }),
    );
  });
});
