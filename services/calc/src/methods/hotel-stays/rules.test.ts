import { plain } from "@emissions/quantity/decimal";
import { decimalText, fraction, round, textOf, times } from "@emissions/quantity/oracle";
import fc from "fast-check";
import { expect, it } from "vitest";
import { activity } from "../method.fixture.ts";
import { hotelStays } from "./rules.ts";

const stay = (roomNights: string, factor: string) => ({
  ...activity({ amount: roomNights, factor, category: "travels", lookedUpIn: "hotel_stays" }),
  conversions: [],
});

it("is room nights times the factor of a room night", () => {
  const { part, formula, formulaWithNumbers } = hotelStays.calculate(stay("6", "10.4"));
  expect([formula, formulaWithNumbers]).toEqual(["room_nights * factor", "6 * 10.4 = 62.4"]);
  expect([plain(part.co2e), part.scope, part.part]).toEqual(["62.4", 3, "travel"]);
});

it("agrees with exact fractions for any number of rooms and nights", () => {
  const count = () => fc.integer({ min: 1, max: 10_000 });
  fc.assert(
    fc.property(count(), count(), decimalText(9), (rooms, nights, factor) => {
      const { part } = hotelStays.calculate(stay(`${rooms * nights}`, factor));
      const exact = times(times(fraction(`${rooms}`), fraction(`${nights}`)), fraction(factor));
      expect(plain(part.co2e)).toBe(textOf(round(exact, 12)));
    }),
  );
});
