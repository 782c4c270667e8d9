import { expect, it } from "vitest";
import type { Cell } from "../table/table.ts";
import { periodConverter, periodOrDay } from "./periods.ts";
import { value } from "./values.ts";

const end = periodConverter("end");
const shown = (cell: Cell) => {
  const converted = end(cell);
  return converted === null ? null : "error" in converted ? converted.error.code : converted.value;
};

it.each<[string, Cell, string | null]>([
  ["a text", "marzo 2025", "2025-03-31"],
  ["a number of a year", { number: "2025" }, "2025-12-31"],
  ["a number of a month", { number: "202503" }, "2025-03-31"],
  ["a day that the sheet shows as a month", { day: "2025-03-01", isMonth: true }, "2025-03-31"],
  ["a day, which may stand for its month,", { day: "2025-03-01" }, "value_error.period.ambiguous"],
  ["a text of a day", "14/03/2025", "value_error.period.ambiguous"],
  ["a serial number of a day", { number: "45730" }, "value_error.period.ambiguous"],
  ["a short year", "03/25", "value_error.period.ambiguous"],
  ["a fraction", { number: "2025.5" }, "value_error.period"],
  ["another text", "spring", "value_error.period"],
  ["a flag", true, "value_error.period"],
  ["an error of the spreadsheet", { error: "CELL_ERROR" }, "CELL_ERROR"],
  ["an empty cell", null, null],
])("the last day of %s", (_, cell, expected) => {
  expect(shown(cell)).toBe(expected);
});

it("a text that replaces another may be a day", () => {
  const convert = periodOrDay("end", () => value("a day"));
  expect([convert("2025-03"), convert("2025-03-14"), convert({ day: "2025-03-14" })]).toEqual([
    value("2025-03-31"),
    value("a day"),
    value("a day"),
  ]);
});
