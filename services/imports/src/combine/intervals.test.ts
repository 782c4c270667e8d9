import { describe, expect, it } from "vitest";
import { dayNumber, dayText } from "./days.ts";
import { coverageOf, type Interval } from "./intervals.ts";

let rowNumber = 1;
const at = (day: string, minute: number | null, instant: number | null = null): Interval => ({
  day: dayNumber(day),
  minute,
  instant,
  rowNumber: ++rowNumber,
});

/** The intervals of one day. `hours` are those that begin them. */
const hoursOf = (day: string, hours: readonly number[]) => hours.map((hour) => at(day, hour * 60));
const upTo = (count: number, first = 0) => Array.from({ length: count }, (_, hour) => hour + first);

const found = (intervals: readonly Interval[]) => {
  const { minutes, doubled, missing, changed } = coverageOf(intervals);
  const byDay = (counts: ReadonlyMap<number, number>) =>
    Object.fromEntries([...counts].map(([day, count]) => [dayText(day), count]));
  return { minutes, doubled: doubled.length, missing: byDay(missing), changed: byDay(changed) };
};
const COMPLETE = { minutes: 60, doubled: 0, missing: {}, changed: {} };

describe("a day of 25 hours", () => {
  const day = "2024-10-27";
  it.each([
    ["has its hour 2 twice", hoursOf(day, [0, 1, 2, 2, ...upTo(21, 3)])],
    ["has hours 1 to 25", upTo(25, 1).map((hour) => at(day, hour * 60))],
    ["has offsets", upTo(25).map((hour) => at(day, (hour < 3 ? hour : hour - 1) * 60, hour * 60))],
  ])("is complete if it %s", (_, intervals) => {
    expect(found(intervals)).toEqual({ ...COMPLETE, changed: { [day]: 25 } });
  });

  it("is complete in North America on the first Sunday of November, in quarters of an hour", () => {
    const quarters = upTo(96).flatMap((number) => {
      const one = at("2024-11-03", number * 15);
      return number >= 4 && number < 8 ? [one, { ...one }] : [one];
    });
    expect(found(quarters)).toEqual({ ...COMPLETE, minutes: 15, changed: { "2024-11-03": 25 } });
  });

  it("has no other hour twice, nor a part of one", () => {
    expect(found(hoursOf(day, [...upTo(24), 14])).doubled).toBe(1);
    expect(found(hoursOf(day, [0, 1, 1, 2, 2, ...upTo(21, 3)])).doubled).toBe(2);
    const halves = upTo(48).map((number) => at(day, number * 30));
    expect(found([...halves, at(day, 120)]).doubled).toBe(1);
    expect(found([...halves, at(day, 120), at(day, 150)]).doubled).toBe(0);
  });
});

it("a day of 23 hours is complete, with its numbers in a row or without hour 2", () => {
  expect(found(hoursOf("2025-03-30", [0, 1, ...upTo(21, 3)]))).toEqual({ ...COMPLETE, changed: { "2025-03-30": 23 } });
  expect(found(hoursOf("2025-03-09", upTo(23, 1)))).toEqual({ ...COMPLETE, changed: { "2025-03-09": 23 } });
});

it("an hour twice on any other day is doubled, and names both rows", () => {
  const { doubled } = coverageOf(hoursOf("2024-10-26", [0, 1, 2, 2, ...upTo(21, 3)]));
  expect(doubled).toHaveLength(1);
  expect(doubled[0]!.second.rowNumber).toBe(doubled[0]!.first.rowNumber + 1);
});

it("the same instant is doubled on a day of 25 hours, too", () => {
  const intervals = [0, 60, 60, ...upTo(22, 2).map((hour) => hour * 60)];
  expect(found(intervals.map((instant) => at("2024-10-27", instant, instant))).doubled).toBe(1);
});

it("an interval that begins within another one is doubled", () => {
  expect(found([...hoursOf("2024-05-05", upTo(24)), at("2024-05-05", 630)]).doubled).toBe(2);
});

it("missing intervals are counted by day, and days without a row between the first and the last", () => {
  const intervals = [
    ...hoursOf("2024-05-01", upTo(20, 4)),
    ...hoursOf("2024-05-02", upTo(24)),
    ...hoursOf("2024-05-04", [...upTo(12), ...upTo(11, 13)]),
  ];
  expect(found(intervals)).toEqual({
    ...COMPLETE,
    missing: { "2024-05-01": 4, "2024-05-03": 24, "2024-05-04": 1 },
  });
});

it("rows of whole days have one for each day", () => {
  const days = ["2024-05-01", "2024-05-02", "2024-05-04"].map((day) => at(day, null));
  expect(found(days)).toEqual({ ...COMPLETE, minutes: 1_440, missing: { "2024-05-03": 1 } });
  expect(found([...days, at("2024-05-02", null)]).doubled).toBe(1);
  const weeks = ["2024-05-01", "2024-05-08", "2024-05-15"].map((day) => at(day, null));
  expect(coverageOf(weeks).minutes).toBe(7 * 1_440);
});
