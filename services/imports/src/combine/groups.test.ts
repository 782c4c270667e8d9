import { describe, expect, it } from "vitest";
import { templateOf } from "../template/templates.ts";
import { numberConverter } from "../values/numbers.ts";
import { COMBINED_ROWS_MAX, createCombiner } from "./groups.ts";
import { createMomentReader } from "./moments.ts";

const amount = templateOf("invoices")!.columns.find(({ key }) => key === "base_quantity")!;

const combiner = () =>
  createCombiner({
    sum: "base_quantity",
    sumAt: 2,
    keysAt: [0],
    estimatedAt: 3,
    momentOf: createMomentReader({
      at: 1,
      timeAt: null,
      order: "year_first",
      dateSystem: 1900,
      isMixed: false,
      isTimed: true,
      isUtc: false,
      numberedMinutes: 60,
      marks: "start",
      timeZone: null,
    }),
    amountOf: numberConverter(amount, "."),
  });

function combined(lines: readonly string[]) {
  const made = combiner();
  for (const [at, line] of lines.entries()) {
    made.add({ rowNumber: at + 2, cells: line.split(",").map((cell) => cell || null) });
  }
  return made.rows();
}

const codes = (found: Record<string, { code: string }[]>) => (found.base_quantity ?? []).map(({ code }) => code);

describe("the rows of a month", () => {
  it("are one row for each meter, with the exact sum and the days that they cover", () => {
    const rows = combined([
      "A,2024-05-01 00:00,0.1,R",
      "B,2024-05-01 00:00,7,R",
      "A,2024-05-01 01:00,0.2,R",
      "A,2024-06-02 00:00,1e2,R",
    ]);
    expect(rows.map(({ rowNumber, cells, values }) => [rowNumber, cells[0], cells[2], values])).toEqual([
      [2, "A", { number: "0.3" }, { start_date: "2024-05-01", end_date: "2024-05-01" }],
      [3, "B", { number: "7" }, { start_date: "2024-05-01", end_date: "2024-05-01" }],
      [5, "A", { number: "100" }, { start_date: "2024-06-02", end_date: "2024-06-02" }],
    ]);
    expect(rows[0]!.notices.base_quantity![0]).toEqual({
      code: "rows_combined",
      message: "2 rows of 60 minutes add up to 0.3: 2024-05-01 00:00 to 2024-05-01 01:00",
    });
  });

  it("say what is empty, estimated and missing", () => {
    const [row] = combined(["A,2024-05-01 00:00,1,E", "A,2024-05-01 01:00,,Estimado", "A,2024-05-01 02:00,0E-20,Real"]);
    expect(row!.cells[2]).toEqual({ number: "1" });
    expect(codes(row!.notices)).toEqual(["rows_combined", "intervals_missing", "readings_empty", "readings_estimated"]);
    expect(row!.notices.base_quantity!.slice(1).map(({ message }) => message)).toEqual([
      "intervals missing: 21 (21 on 2024-05-01)",
      "rows without an amount: 1",
      "estimated amounts: 2",
    ]);
  });

  it("are refused with both row numbers if a time is there twice", () => {
    const [row] = combined(["A,2024-05-01 00:00,1,R", "A,2024-05-01 01:00,1,R", "A,2024-05-01 01:00,1,R"]);
    expect(row!.errors.base_quantity).toEqual([
      {
        code: "value_error.interval.doubled",
        message: "intervals are doubled or overlap: 2024-05-01 01:00 (rows 3 and 4)",
      },
    ]);
  });

  it("are refused with the first amount that is no number, and with their count", () => {
    const [row] = combined(["A,2024-05-01 00:00,n/a,R", "A,2024-05-01 01:00,$4,R", "A,2024-05-01 02:00,n/a,R"]);
    expect(codes(row!.errors)).toEqual(["type_error.decimal", "value_error.number.currency"]);
    expect(row!.errors.base_quantity![0]!.message).toBe('row 2: "n/a" is not a number (rows like it: 2)');
  });
});

it("rows without a readable time are a row of their own, which can only be deleted", () => {
  const rows = combined(["A,2024-05-01 00:00,1,R", "Total,,1,", "A,tomorrow,1,R"]);
  expect(rows.map(({ errors }) => Object.keys(errors))).toEqual([[], ["_row"], ["_row"]]);
});

it("times that are all UTC are said, because months are then those of UTC", () => {
  const [utc] = combined(["A,2024-05-01T00:00:00Z,1,R", "A,2024-05-01T01:00:00Z,1,R"]);
  expect(codes(utc!.notices)).toContain("times_in_utc");
  const [local] = combined(["A,2024-05-01T00:00:00Z,1,R", "A,2024-05-01T01:00:00+02:00,1,R"]);
  expect(codes(local!.notices)).not.toContain("times_in_utc");
});

it(`stops at more than ${COMBINED_ROWS_MAX} rows of months and meters`, () => {
  const made = combiner();
  const add = (meter: number) => made.add({ rowNumber: 2, cells: [`meter ${meter}`, "2024-05-01 00:00", "1", null] });
  for (let meter = 1; meter <= COMBINED_ROWS_MAX; meter++) expect(add(meter)).toBe(true);
  expect(add(0)).toBe(false);
});

/** `COMBINE_ROWS=200000` measures a whole file. */
const ROWS = Number(process.env.COMBINE_ROWS ?? 10_000);
const BUDGET_MS = Math.max(2_000, (8_000 * ROWS) / 200_000);

it(`combines ${ROWS} half-hours in less than ${BUDGET_MS} ms`, () => {
  const lines = Array.from({ length: ROWS }, (_, at) => {
    const time = new Date(Date.UTC(2010, 0, 1) + at * 1_800_000).toISOString();
    return `A,${time},${(at % 97) / 1_000},R`;
  });
  const begun = performance.now();
  const rows = combined(lines);
  expect(performance.now() - begun).toBeLessThan(BUDGET_MS);
  expect(rows.every(({ errors }) => Object.keys(errors).length === 0)).toBe(true);
});
