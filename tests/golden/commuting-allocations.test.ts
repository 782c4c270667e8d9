import { toInput } from "@emissions/activity/commuting_period/input";
import { evaluate, parse } from "@emissions/cli/verify/formula";
import { fraction, textOf } from "@emissions/cli/verify/fraction";
import { addDays } from "@emissions/quantity/period";
import fc from "fast-check";
import { expect, it } from "vitest";

type Arguments = Parameters<typeof toInput>;

const weekdays = fc
  .tuple(fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }), fc.nat({ max: 6 }))
  .map(([days, home]) => {
    const travels = Math.max(days.length - home, 1);
    const [weeklyTravels, telecommutingDays] = [days.slice(0, travels), days.slice(travels)].map((part) =>
      JSON.stringify(part),
    );
    return { weeklyTravels, telecommutingDays };
  });
const period = fc
  .tuple(fc.nat(20_000), fc.nat(365))
  .map(([first, days]) => ({ startDate: addDays("1970-01-01", first), endDate: addDays("1970-01-01", first + days) }));
const usage = fc.record({
  totalKm: fc.constantFrom("15", "0.8", "47.19"),
  dailyTrips: fc.integer({ min: 1, max: 20 }),
  carpool: fc.boolean(),
  hoursPerDay: fc.constantFrom("8", "7.5", "0.25"),
});
const year = fc.constantFrom({}, { daysPerYear: "47.5" }, { weeksPerYear: "46.5" });

it("the allocation of a commuting period gives its quantity to the last digit, because it divides once", () => {
  fc.assert(
    fc.property(weekdays, period, usage, year, (...values) => {
      const row = Object.assign({ transportType: "car", vehicleSize: null, fuelType: null, country: null }, ...values);
      const input = toInput(row as Arguments[0], { organizationCountry: "ES" } as Arguments[1]);
      for (const { allocation, quantity } of [input, ...input.additionalParts!])
        expect(textOf(evaluate(parse(allocation!)))).toBe(textOf(fraction(quantity!.value!.value!)));
    }),
    { numRuns: 500 },
  );
});
