import { parse, plain } from "@emissions/quantity/decimal";
import { addDays } from "@emissions/quantity/period";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { PricingContext, StoredRecord } from "../records/kind.ts";
import { toInput } from "./input.ts";
import type { Commute } from "./row.ts";

const COMMUTE = {
  transportType: "car",
  vehicleSize: "medium",
  fuelType: "petrol",
  totalKm: "15",
  weeklyTravels: "[0,1,2,3,4]",
  telecommutingDays: "[]",
  dailyTrips: 1,
  carpool: false,
  hoursPerDay: "8",
  country: null,
};
const inputOf = (values: object) =>
  toInput({ ...COMMUTE, ...values } as Commute & StoredRecord, { organizationCountry: "ES" } as PricingContext);

/** Kilometres, and hours at home. */
function amountsOf(values: object): string[] {
  const { quantity, additionalParts = [] } = inputOf(values);
  const home = additionalParts.find(({ part }) => part === "telecommuting");
  return [quantity!.value!.value!, home?.quantity?.value?.value ?? "0"];
}

const sum = (amounts: readonly string[]) => plain(amounts.map(parse).reduce((all, one) => all.plus(one)));

/** Days of the week without repetition: those of travel first, then those at home. */
const pattern = fc
  .tuple(fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }), fc.nat({ max: 6 }))
  .map(([days, home]) => {
    const travels = Math.max(days.length - home, 1);
    const texts = [days.slice(0, travels), days.slice(travels)].map((part) => JSON.stringify(part));
    return { weeklyTravels: texts[0]!, telecommutingDays: texts[1]! };
  });
const usage = fc.record({
  totalKm: fc.integer({ min: 1, max: 9_999 }).map((hundredths) => plain(parse(`${hundredths}e-2`))),
  dailyTrips: fc.integer({ min: 1, max: 20 }),
  carpool: fc.boolean(),
  hoursPerDay: fc.constantFrom("8", "7.5", "0.25"),
});

it("the amounts of the parts of a period are exactly those of the whole", () => {
  const start = fc.integer({ min: 0, max: 20_000 }).map((offset) => addDays("1970-01-01", offset));
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 365 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(start, cuts, pattern, usage, (first, offsets, weekdays, how) => {
      const ends = offsets.sort((a, b) => a - b);
      const periods = ends.map((end, index) => ({
        startDate: addDays(first, index === 0 ? 0 : ends[index - 1]!),
        endDate: addDays(first, end - 1),
      }));
      const whole = amountsOf({ ...weekdays, ...how, startDate: first, endDate: periods.at(-1)!.endDate });
      const parts = periods.map((period) => amountsOf({ ...weekdays, ...how, ...period }));
      expect([0, 1].map((at) => sum(parts.map((amounts) => amounts[at]!)))).toEqual(whole);
    }),
  );
});

it("the amounts of the parts of a period with working days of a year add up to those of the whole", () => {
  const start = fc.integer({ min: 0, max: 20_000 }).map((offset) => addDays("1970-01-01", offset));
  const stated = fc.constantFrom({ daysPerYear: "235" }, { weeksPerYear: "46.5" });
  fc.assert(
    fc.property(
      start,
      fc.tuple(fc.nat(181), fc.nat(182)),
      pattern,
      usage,
      stated,
      (first, days, weekdays, how, year) => {
        const values = { ...weekdays, ...how, ...year };
        const [middle, last] = [addDays(first, days[0]), addDays(first, days[0] + 1 + days[1])];
        const whole = amountsOf({ ...values, startDate: first, endDate: last });
        const parts = [
          amountsOf({ ...values, startDate: first, endDate: middle }),
          amountsOf({ ...values, startDate: addDays(middle, 1), endDate: last }),
        ];
        for (const at of [0, 1]) {
          const difference = parse(sum(parts.map((amounts) => amounts[at]!))).minus(parse(whole[at]!));
          expect(difference.abs().lt("1e-20")).toBe(true);
        }
      },
    ),
  );
});
