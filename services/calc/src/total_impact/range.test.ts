import { addDays, daysIn } from "@emissions/quantity/period";
import fc from "fast-check";
import { expect, it } from "vitest";
import { firstDays, firstOfMonth, splitByMonth, stepDays } from "./range.ts";

it.each([
  ["2024-01-01", "2024-12-31", "-", "2024-01-01 2024-12-31", "-"],
  ["2024-01-02", "2024-12-30", "2024-01-02 2024-01-31", "2024-02-01 2024-11-30", "2024-12-01 2024-12-30"],
  ["2024-02-01", "2024-02-29", "-", "2024-02-01 2024-02-29", "-"],
  ["2023-12-31", "2024-01-31", "2023-12-31 2023-12-31", "2024-01-01 2024-01-31", "-"],
  ["2024-02-02", "2024-02-29", "2024-02-02 2024-02-29", "-", "-"],
  ["2024-01-31", "2024-02-28", "2024-01-31 2024-02-28", "-", "-"],
  ["2024-03-05", "2024-03-05", "2024-03-05 2024-03-05", "-", "-"],
  ["0001-01-01", "9999-12-31", "-", "0001-01-01 9999-12-31", "-"],
  ["9999-11-30", "9999-12-31", "9999-11-30 9999-11-30", "9999-12-01 9999-12-31", "-"],
  ["9999-12-02", "9999-12-31", "9999-12-02 9999-12-31", "-", "-"],
])("divides %s to %s", (startDate, endDate, before, months, after) => {
  const parts = splitByMonth({ startDate, endDate });
  const text = ({ startDate: start, endDate: end }: typeof parts.before) => (start > end ? "-" : `${start} ${end}`);
  expect([text(parts.before), text(parts.months), text(parts.after)]).toEqual([before, months, after]);
});

it("names the months and the days whose steps apply", () => {
  expect(firstDays({ startDate: "9999-11-01", endDate: "9999-12-31" })).toEqual(["9999-11-01", "9999-12-01"]);
  const [before, after] = [
    { startDate: "2024-01-02", endDate: "2024-01-03" },
    { startDate: "2024-03-01", endDate: "2024-03-01" },
  ];
  expect(stepDays([before, after, before])).toEqual(["2024-01-01", "2024-01-02", "2024-01-03", "2024-03-01"]);
});

it("covers every day once, and months only as whole months", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_500 }), fc.integer({ min: 0, max: 730 }), (from, length) => {
      const startDate = addDays("2022-01-01", from);
      const { before, months, after } = splitByMonth({ startDate, endDate: addDays(startDate, length) });
      const parts = [before, months, after].filter((part) => part.startDate <= part.endDate);
      expect(parts.reduce((days, part) => days + daysIn(part.startDate, part.endDate), 0)).toBe(length + 1);
      expect(parts[0]!.startDate).toBe(startDate);
      for (const [index, part] of parts.slice(1).entries()) {
        expect(part.startDate).toBe(addDays(parts[index]!.endDate, 1));
      }
      if (months.startDate > months.endDate) return;
      expect(firstOfMonth(months.startDate)).toBe(months.startDate);
      expect(addDays(months.endDate, 1).slice(8)).toBe("01");
    }),
  );
});
