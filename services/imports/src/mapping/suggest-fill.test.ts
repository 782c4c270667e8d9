import { describe, expect, it } from "vitest";
import type { Cell } from "../table/table.ts";
import { templateOf } from "../template/templates.ts";
import { suggestMapping } from "./suggest.ts";
import { suggestFill } from "./suggest-fill.ts";

function suggest(templateId: string, columns: string[], ...samples: Cell[][]) {
  const template = templateOf(templateId)!;
  const suggestions = suggestMapping({ template, columns, samples });
  const { fill, notes, suggestions: changed } = suggestFill({ template, columns, samples, suggestions });
  const mapping = Object.fromEntries(changed.map((one) => [one.sourceColumn, one.targetColumn]));
  return { fill, mapping, notes: Object.fromEntries([...notes].map(([column, { code }]) => [column, code])) };
}
const both = (column: string) => ({
  start_date: { column, as: "period_start" },
  end_date: { column, as: "period_end" },
});

describe("a file with one column of time", () => {
  it.each<[string, Cell[]]>([
    ["Mes", ["enero 2025", "febrero 2025"]],
    ["Period", ["2025-Q1", "2025-Q2"]],
    ["Year", ["2024", "2025"]],
    ["Billing month", [{ number: "202501" }, { number: "202502" }]],
    ["Month", [{ day: "2025-01-01", isMonth: true }]],
    ["Desde", ["01/2025", "02/2025"]],
  ])("%s begins and ends the rows", (name, texts) => {
    const rows = texts.map((text) => [text, "350", "kWh"]);
    const { fill, mapping, notes } = suggest("invoices", [name, "Consumo", "Unidad"], ...rows);
    expect([fill, mapping[name], notes]).toEqual([both(name), null, {}]);
  });

  it("of days is asked, because a bill has rarely one day", () => {
    const rows = [
      ["2025-01-31", "350"],
      ["2025-02-28", "340"],
    ];
    const { fill, mapping, notes } = suggest("invoices", ["Start date", "kWh"], ...rows);
    expect([mapping["Start date"], fill]).toEqual(["start_date", { end_date: { column: "Start date", as: "value" } }]);
    expect(notes).toEqual({ "Start date": "ONE_DAY_PERIOD" });
  });

  it("of numbers that no header calls a time has no proposal", () => {
    expect(suggest("invoices", ["Reference", "kWh"], ["2025", "350"], ["2024", "340"]).fill).toEqual({});
  });
});

it("two columns of time, and templates with one day, have no proposal", () => {
  const two = suggest("invoices", ["Start date", "End date", "kWh"], ["2025-01-01", "2025-01-31", "350"]);
  const mixed = suggest("invoices", ["Month", "Invoice date", "kWh"], ["2025-01", "2025-02-03", "350"]);
  const one = suggest("purchases", ["Month", "Amount"], ["2025-01", "100"]);
  expect([two.fill, mixed.fill, one.fill]).toEqual([{}, {}, {}]);
});
