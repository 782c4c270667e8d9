import { refusalIn } from "@emissions/kit/wire/errors";
import { describe, expect, it } from "vitest";
import { METRICS_MAX, PERIOD_DAYS_MAX, readCompleteConfig, readConfig } from "./config.ts";

const ORGANIZATION = "01920000-0000-7000-8000-000000000001";
const OTHER = "01920000-0000-7000-8000-000000000002";
const AT = ["body", "widgets", "0", "config"];

const metric = (over: object = {}) => ({
  id: "emissions",
  category: "emissions",
  filters: {},
  aggregation: { organizations: [{ id: ORGANIZATION }] },
  ...over,
});
const period = { start_date: "2025-01-01", end_date: "2025-12-31" };
const config = (over: object = {}) => ({
  metrics: [metric()],
  periodicity: "month",
  periods: [period],
  unit: "tCO2e",
  ...over,
});

function violationsOf(read: () => unknown): string[] {
  try {
    read();
  } catch (error) {
    return refusalIn(error as never)!.violations.map(({ loc, type }) => `${loc.slice(AT.length).join(".")} ${type}`);
  }
  return [];
}

describe("the config of a widget", () => {
  it("names its organizations and categories once, and ignores unknown keys", () => {
    const upper = { organizations: [{ id: ORGANIZATION.toUpperCase() }, { id: OTHER }], facilities: [{ id: OTHER }] };
    const read = readConfig(config({ metrics: [metric(), metric({ aggregation: upper })], colour: 7 }), AT);
    expect(read.organizationIds).toEqual([ORGANIZATION, OTHER]);
    expect(read.categories).toEqual(["emissions"]);
    expect(read.metrics.map(({ facilityIds }) => facilityIds)).toEqual([null, [OTHER]]);
    expect(read).toMatchObject({ periodicity: "month", unit: "tCO2e", periods: [{ endDate: "2025-12-31" }] });
  });

  it("may lack keys where it is stored, and not where it is calculated", () => {
    expect(readConfig({}, AT)).toMatchObject({ metrics: [], periods: [], periodicity: null, unit: null });
    expect(violationsOf(() => readCompleteConfig({}, AT))).toEqual(
      ["metrics", "periods", "periodicity", "unit"].map((name) => `${name} value_error.missing`),
    );
    expect(violationsOf(() => readCompleteConfig(config({ metrics: [], periods: [] }), AT))).toEqual(
      ["metrics", "periods"].map((name) => `${name} value_error.list.min_items`),
    );
  });

  it("is refused with all violations at once, below its location", () => {
    const wrong = config({
      metrics: [
        metric({ id: "", category: 7, filters: [], aggregation: { organizations: [] } }),
        metric({ aggregation: { organizations: [{ id: "x" }, {}], facilities: [{ id: null }] } }),
        "x",
      ],
      periods: [
        { start_date: "2025-02-30" },
        { start_date: "2025-02-01", end_date: "2025-01-31" },
        { start_date: "2000-01-01", end_date: "2025-01-31" },
      ],
      periodicity: "week",
      unit: null,
    });
    expect(violationsOf(() => readConfig(wrong, AT))).toEqual([
      "metrics.0.id value_error.any_str.min_length",
      "metrics.0.category type_error.string",
      "metrics.0.filters type_error.dict",
      "metrics.0.aggregation.organizations value_error.list.min_items",
      "metrics.1.aggregation.organizations.0.id type_error.uuid",
      "metrics.1.aggregation.organizations.1.id value_error.missing",
      "metrics.1.aggregation.facilities.0.id type_error.none.not_allowed",
      "metrics.2 type_error.dict",
      "periods.0.start_date value_error.date",
      "periods.0.end_date value_error.missing",
      "periods.1.end_date value_error.date_range",
      "periods.2.end_date value_error.date_range",
      "periodicity type_error.enum",
      "unit type_error.none.not_allowed",
    ]);
  });

  it.each([
    ["no object", [], " type_error.dict"],
    ["null", null, " type_error.none.not_allowed"],
    ["metrics that are no list", { metrics: {} }, "metrics type_error.list"],
    [
      "a metric without aggregation",
      { metrics: [{ id: "a", category: "b" }] },
      "metrics.0.aggregation value_error.missing",
    ],
    ["an inherited key", Object.create({ metrics: 7 }), undefined],
    ["too many metrics", { metrics: Array(METRICS_MAX + 1).fill(metric()) }, "metrics value_error.list.max_items"],
    ["a long id", { metrics: [metric({ id: "x".repeat(101) })] }, "metrics.0.id value_error.any_str.max_length"],
  ])("that is or has %s", (_, wrong, expected) => {
    expect(violationsOf(() => readConfig(wrong, AT))).toEqual(expected === undefined ? [] : [expected]);
  });

  it("may name a period of the longest length", () => {
    const days = { start_date: "2015-01-01", end_date: "2025-01-08" };
    expect(PERIOD_DAYS_MAX).toBe(3_660);
    expect(violationsOf(() => readConfig({ periods: [days] }, AT))).toEqual([]);
  });

  it("is refused with an organization outside the allowed ones", () => {
    const sent = config({ metrics: [metric(), metric({ aggregation: { organizations: [{ id: OTHER }] } })] });
    expect(violationsOf(() => readConfig(sent, AT, new Set([ORGANIZATION])))).toEqual([
      "metrics.1.aggregation.organizations.0.id value_error.organization",
    ]);
  });
});
