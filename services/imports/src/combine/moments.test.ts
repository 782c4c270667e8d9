import { describe, expect, it } from "vitest";
import type { Cell } from "../table/table.ts";
import { dayText } from "./days.ts";
import { createMomentReader, type MomentStyle } from "./moments.ts";

const STYLE: MomentStyle = {
  at: 0,
  timeAt: 1,
  order: "day_first",
  dateSystem: 1900,
  isMixed: false,
  isTimed: true,
  isUtc: false,
  numberedMinutes: 60,
  marks: "end",
  timeZone: null,
};

/** The day with the minutes, or the code of the error. */
function read(cells: readonly Cell[], style: Partial<MomentStyle> = {}): string {
  const timeAt = cells.length > 1 ? 1 : null;
  const moment = createMomentReader({ ...STYLE, timeAt, ...style })(cells);
  return "error" in moment ? moment.error.code : `${dayText(moment.day)} ${moment.minute}`;
}

describe("the end of an interval", () => {
  it.each<[Cell[], string]>([
    [["27/10/2024", "1"], "2024-10-27 60"],
    [["27/10/2024", "24"], "2024-10-27 1440"],
    [["27/10/2024", "25"], "2024-10-27 1500"],
    [["2024/10/27", "24:00"], "2024-10-27 1440"],
    [["27/10/2024", { number: "3" }], "2024-10-27 180"],
    // The last hour of October.
    [["2024/11/01 00:00"], "2024-10-31 1440"],
    [["01/11/2024", "0"], "2024-10-31 1440"],
    [[{ day: "2024-11-01" }], "2024-10-31 1440"],
    [[{ day: "2024-10-31", time: "13:30:00" }], "2024-10-31 810"],
  ])("%j is of %s", (cells, moment) => expect(read(cells)).toBe(moment));

  it.each<Cell[][]>([[["28/10/2024", "25"]], [["27/10/2024", "26"]], [["27/10/2024", "noon"]], [["27/10/2024", ""]]])(
    "%j is asked",
    (cells) => expect(read(cells)).toBe("value_error.interval.time"),
  );
});

describe("the beginning of an interval", () => {
  it.each<[Cell[], string]>([
    [["2024-10-27", "00:00"], "2024-10-27 0"],
    [["10/27/2024", "1:00 PM"], "2024-10-27 780"],
    [["10/27/2024", "12:15 a.m."], "2024-10-27 15"],
    [["2024-10-27T01:30:00+01:00"], "2024-10-27 90"],
    [["2024-10-27T23:30:00Z"], "2024-10-27 1410"],
  ])("%j is of %s", (cells, moment) => expect(read(cells, { marks: "start", order: "month_first" })).toBe(moment));

  it("is not 24:00, so hours of 1 to 24 are asked", () => {
    expect(read(["27/09/2024", "24"], { marks: "start" })).toBe("value_error.interval.time");
  });

  it("has its interval in the number, where a day has 48 or 96 of them", () => {
    expect(read(["27/09/2024", "96"], { numberedMinutes: 15 })).toBe("2024-09-27 1440");
    expect(read(["27/09/2024", "2"], { numberedMinutes: 30 })).toBe("2024-09-27 60");
  });
});

it("is asked if nobody says what the times mark, and if the day has two readings", () => {
  expect(read(["27/10/2024", "1"], { marks: null })).toBe("value_error.interval.marks");
  expect(read(["03/04/2024", "1"], { order: null })).toBe("value_error.date.ambiguous");
  expect(read(["27/10/2024"])).toBe("value_error.interval.time");
  expect(read(["27/10/2024"], { isTimed: false, marks: null })).toBe("2024-10-27 null");
});

describe("a time zone", () => {
  it("gives local days of times in UTC, with and without an offset in the cell", () => {
    const madrid = { marks: "start", timeZone: "Europe/Madrid" } as const;
    expect(read(["2024-09-30T22:00:00Z"], madrid)).toBe("2024-10-01 0");
    expect(read(["2024-10-31T23:30:00Z"], madrid)).toBe("2024-11-01 30");
    expect(read(["2024-09-30 22:15"], { ...madrid, isUtc: true })).toBe("2024-10-01 15");
    expect(read(["2024-09-30T22:00:00Z"], { ...madrid, marks: "end" })).toBe("2024-09-30 1440");
  });

  it("is refused for times without an offset", () => {
    expect(read(["2024-09-30 22:15"], { marks: "start", timeZone: "Europe/Madrid" })).toBe("value_error.interval.time");
  });
});
