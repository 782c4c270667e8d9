import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkNumber, checkRecord } from "./checks.ts";
import type { FactorValues } from "./values.ts";

const UNIT = "61743a63-ff70-459c-9567-5eee8f7dfd5c";

const record = (change: object = {}) => ({
  name: "Diesel",
  unitId: UNIT,
  tag: "simple",
  activityCategories: ["transport"],
  enabled: true,
  isBiogenic: false,
  renewablePercentage: null,
  uncertaintyGrade: "0",
  factors: [factor()],
  ...change,
});
const factor = (change: Partial<FactorValues> = {}): FactorValues => ({
  gas: "co2e",
  value: "2.50",
  startDate: "1970-01-01",
  endDate: null,
  ...change,
});
const found = (change: object) => checkRecord(record(change)).map(({ loc, type }) => `${loc.join(".")} ${type}`);

it("accepts a valid record", () => {
  expect(found({})).toEqual([]);
});

it.each([
  ["no name", { name: "" }, "body.name value_error.missing"],
  ["a long name", { name: "x".repeat(256) }, "body.name value_error.any_str.max_length"],
  ["NUL in a name", { name: "a\0" }, "body.name value_error.any_str.nul"],
  ["no unit", { unitId: "" }, "body.unit_id value_error.missing"],
  ["a unit by name", { unitId: "kg" }, "body.unit_id type_error.uuid"],
  ["no tag", { tag: "unspecified" }, "body.tag value_error.missing"],
  ["an unknown tag", { tag: "" }, "body.tag type_error.enum"],
  ["no category", { activityCategories: [] }, "body.activity_categories value_error.list.min_items"],
  [
    "too many categories",
    { activityCategories: Array.from({ length: 31 }, String) },
    "body.activity_categories value_error.list.max_items",
  ],
  ["a share above 1", { renewablePercentage: "1.01" }, "body.renewable_percentage value_error.number.not_le"],
  ["a share below 0", { renewablePercentage: "-0.1" }, "body.renewable_percentage value_error.number.not_ge"],
  ["an uncertainty below 0", { uncertaintyGrade: "-1" }, "body.uncertainty_grade value_error.number.not_ge"],
  [
    "an uncertainty of 16 digits",
    { uncertaintyGrade: "1".repeat(16) },
    "body.uncertainty_grade value_error.decimal.max_digits",
  ],
  ["too many factors", { factors: Array(31).fill(factor()) }, "body.factors value_error.list.max_items"],
  ["no gas", { factors: [factor({ gas: "unspecified" })] }, "body.factors.0.gas_type value_error.missing"],
  ["no value", { factors: [factor(), factor({ value: "" })] }, "body.factors.1.value value_error.missing"],
  ["NaN", { factors: [factor({ value: "NaN" })] }, "body.factors.0.value type_error.decimal"],
  ["an exponent", { factors: [factor({ value: "1e3" })] }, "body.factors.0.value type_error.decimal"],
  [
    "31 digits",
    { factors: [factor({ value: `0.${"0".repeat(30)}` })] },
    "body.factors.0.value value_error.decimal.max_digits",
  ],
  [
    "a first day that is none",
    { factors: [factor({ startDate: "2025-02-30" })] },
    "body.factors.0.start_date value_error.date",
  ],
  [
    "a last day before the year 1",
    { factors: [factor({ endDate: "0000-01-01" })] },
    "body.factors.0.end_date value_error.date",
  ],
])("refuses %s", (_what, change, expected) => {
  expect(found(change)).toEqual([expected]);
});

it("reports all violations together", () => {
  expect(found({ name: "", tag: "", factors: [factor({ gas: "" }), factor({ value: "-1" })] })).toEqual([
    "body.name value_error.missing",
    "body.tag type_error.enum",
    "body.factors.0.gas_type type_error.enum",
    "body.factors.1.value value_error.number.not_ge",
  ]);
});

describe("the days of a factor", () => {
  const day = fc
    .date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));

  it("end on or after the start, or are open-ended", () => {
    fc.assert(
      fc.property(day, fc.option(day), fc.constantFrom("co2e", "co2", "ch4", "n2o"), (startDate, endDate, gas) => {
        const expected =
          endDate === null || endDate >= startDate ? [] : ["body.factors.0.end_date end_date_before_start_date"];
        expect(found({ factors: [factor({ gas, startDate, endDate })] })).toEqual(expected);
      }),
    );
  });
});

describe("checkNumber", () => {
  it("accepts decimals of at most 30 digits only", () => {
    const digits = fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 40 })
      .map((list) => list.join(""));
    fc.assert(
      fc.property(digits, fc.nat(40), (text, behind) => {
        const whole = text.slice(0, Math.max(1, text.length - behind)).replace(/^0+(?=\d)/, "");
        const fraction = text.slice(Math.max(1, text.length - behind));
        const number = fraction === "" ? whole : `${whole}.${fraction}`;
        const fits = whole.length + fraction.length <= 30;
        expect(checkNumber("value", number, { digits: 30 })).toHaveLength(fits ? 0 : 1);
      }),
    );
  });

  it.each(["", " 1", "1 ", "+1", "0x1", "1_000", "1,5", ".5", "5.", "007", "Infinity", "1e5"])("refuses %j", (text) => {
    expect(checkNumber("value", text, { digits: 30 })).toMatchObject([{ type: "type_error.decimal" }]);
  });
});
