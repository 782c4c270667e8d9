import { expect, it } from "vitest";
import { numberCell } from "./cells.ts";
import { builtInKind, kindOfFormat } from "./formats.ts";

it.each(["mmm-yy", "yyyy\\-mm", "mm/yyyy", "[$-C0A]mmmm\\ yyyy;@", 'mmmm" de "yyyy'])(
  "the format %s shows a month",
  (code) => {
    expect(kindOfFormat(code)).toBe("month");
  },
);

it.each(["dd/mm/yyyy", "d-mmm", "mm:ss", "yyyy", "h:mm AM/PM", "yyyy-mm-dd hh:mm"])("%s shows none", (code) => {
  expect(kindOfFormat(code)).toBe("date");
});

it("a month is a day that says so, and a day of another format is not", () => {
  expect([numberCell("45717", builtInKind(17), 1900), numberCell("45717", builtInKind(14), 1900)]).toEqual([
    { day: "2025-03-01", isMonth: true },
    { day: "2025-03-01" },
  ]);
});
