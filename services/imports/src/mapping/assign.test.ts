import { array, assert, integer, property } from "fast-check";
import { expect, it } from "vitest";
import { assignPairs } from "./assign.ts";

/** The greatest sum by trying all assignments. */
function bestSum(profits: readonly (readonly number[])[], used: readonly number[] = []): number {
  const [row, ...rest] = profits;
  if (row === undefined) return 0;
  const sums = row.map((profit, target) => (used.includes(target) ? 0 : profit + bestSum(rest, [...used, target])));
  return Math.max(bestSum(rest, used), ...sums);
}

const profits = (width: number) =>
  array(array(integer({ min: 0, max: 20 }), { minLength: width, maxLength: width }), { maxLength: 5 });

it.each([1, 3, 5])("finds the greatest sum of pairs with %i targets, and no target twice", (width) => {
  assert(
    property(profits(width), (rows) => {
      const assigned = assignPairs(rows);
      const used = assigned.filter((target) => target >= 0);
      expect(new Set(used).size).toBe(used.length);
      const sum = assigned.reduce((total, target, source) => total + (target < 0 ? 0 : rows[source]![target]!), 0);
      expect(sum).toBe(bestSum(rows));
    }),
    { numRuns: 50 },
  );
});

it("assigns no pair without profit, and nothing without targets", () => {
  expect(
    assignPairs([
      [0, 3],
      [0, 5],
    ]),
  ).toEqual([-1, 1]);
  expect(assignPairs([[], []])).toEqual([-1, -1]);
  expect(assignPairs([])).toEqual([]);
});
