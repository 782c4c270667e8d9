import fc from "fast-check";
import { expect, it } from "vitest";
import { overlapsIn } from "./overlaps.ts";

const day = fc.integer({ min: 10, max: 40 }).map((n) => `20${n}-01-01`);
const period = fc
  .tuple(day, fc.option(day))
  .map(([a, b]) => ({ startDate: b !== null && b < a ? b : a, endDate: b !== null && b < a ? a : b }));

it("overlaps are found exactly where two periods share a day", () => {
  fc.assert(
    fc.property(fc.array(period, { maxLength: 6 }), (periods) => {
      const shares = (a: number, b: number) => {
        const [one, two] = [periods[a]!, periods[b]!];
        const begins = (x: typeof one, y: typeof one) => x.endDate === null || y.startDate <= x.endDate;
        return begins(one, two) && begins(two, one);
      };
      const found = overlapsIn(periods);
      for (const overlap of found) expect(shares(overlap.at, overlap.with)).toBe(true);
      const isAny = periods.some((_, a) => periods.some((__, b) => a < b && shares(a, b)));
      expect(found.length > 0).toBe(isAny);
    }),
  );
});
