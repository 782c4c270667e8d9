import type { ImportColumn } from "@emissions/client/types";
import { describe, expect, it } from "vitest";
import { choiceOf, choicesOf, choose, missingColumns, PERIOD } from "./choices.ts";
import type { SourceColumn } from "./read.ts";

const MONTHS = {
  start_date: { column: "Month", as: "period_start" },
  end_date: { column: "Month", as: "period_end" },
} as const;

describe("a column of months", () => {
  it("replaces the columns that filled both days", () => {
    const before = { mapping: { From: "start_date", To: "end_date", Use: "base_quantity" }, fill: {} };
    const after = choose(before, "Month", PERIOD);
    expect(after).toEqual({ mapping: { Use: "base_quantity" }, fill: MONTHS });
    expect(choiceOf("Month", after)).toBe(PERIOD);
  });

  it("fills no day when it means something else", () => {
    expect(choose({ mapping: {}, fill: MONTHS }, "Month", "invoice_id")).toEqual({
      mapping: { Month: "invoice_id" },
      fill: {},
    });
  });

  it("keeps the last day when another column has the first one", () => {
    const { fill } = choose({ mapping: {}, fill: MONTHS }, "From", "start_date");
    expect(fill).toEqual({ end_date: MONTHS.end_date });
  });
});

it("takes of a saved mapping what the columns of the file have, whatever their writing", () => {
  const columns = [{ source_column: "MONTH:" }, { source_column: "Use (kWh)" }] as SourceColumn[];
  const fill = { ...MONTHS, type: { value: "water" }, cups: { column: "Meter", as: "value" } } as const;
  expect(choicesOf({ mapping: { use_kwh: "base_quantity", Site: "facility_id" }, fill }, columns)).toEqual({
    mapping: { "Use (kWh)": "base_quantity" },
    fill: {
      start_date: { column: "MONTH:", as: "period_start" },
      end_date: { column: "MONTH:", as: "period_end" },
      type: { value: "water" },
    },
  });
});

it("asks for no unit that a header states", () => {
  const template = ["base_quantity", "unit_id", "type"].map((key) => ({ key, required: true }) as ImportColumn);
  const source = (unit: string | null) =>
    [{ source_column: "Use (kWh)", target_column: "base_quantity", unit }] as SourceColumn[];
  const choices = { mapping: { "Use (kWh)": "base_quantity" }, fill: {} };
  const missing = (unit: string | null) => missingColumns(template, source(unit), choices).map(({ key }) => key);
  expect([missing("kWh"), missing(null)]).toEqual([["type"], ["unit_id", "type"]]);
});
