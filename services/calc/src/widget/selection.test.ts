import { refusalIn } from "@emissions/kit/wire/errors";
import { rulesOf } from "@emissions/kit/wire/fields";
import { InviteToProjectRequestSchema } from "@emissions/proto/activity/v1/project_service";
import { expect, it } from "vitest";
import { SCOPE_1_CATEGORIES, SCOPE_2_CATEGORIES, SCOPE_3_CATEGORIES } from "../methods/ghg-category.ts";
import { readCompleteConfig } from "./config.ts";
import { GHG_CATEGORIES, METRICS } from "./metrics.ts";
import { pointsOf } from "./points.ts";
import { selectionOf } from "./selection.ts";

it("the categories of all metrics are the views of invitations to projects", () => {
  const views = rulesOf(InviteToProjectRequestSchema.field.allowedViews)!.string!.in;
  expect([...new Set(METRICS.map(({ category }) => category))]).toEqual(views);
});

const [ONE, TWO] = ["01920000-0000-7000-8000-000000000001", "01920000-0000-7000-8000-000000000002"];

const metric = (over: object = {}) => ({
  id: "emissions",
  category: "emissions",
  aggregation: { organizations: [{ id: ONE }] },
  ...over,
});

function refusals(metrics: object[], over: object = {}): string[] {
  const period = { start_date: "2024-01-01", end_date: "2025-12-31" };
  const config = { metrics, periodicity: "month", periods: [period], unit: "tCO2e", ...over };
  try {
    selectionOf(readCompleteConfig(config, ["body"]), ["body"]);
  } catch (error) {
    return refusalIn(error as never)!.violations.map(({ loc, type }) => `${loc.slice(1).join(".")} ${type}`);
  }
  return [];
}

it("a widget is refused with all violations of its metrics at once", () => {
  const both = { organizations: [{ id: ONE }, { id: TWO }], facilities: [{ id: ONE }] };
  const found = refusals([
    metric({ id: "unknown" }),
    metric({ category: "wastes" }),
    metric({
      filters: { colour: 1, scopes: [4], categories: "wastes", ghg_categories: Array(51).fill("investments") },
    }),
    metric({ id: "emissions_wastes", category: "wastes", filters: { categories: ["water"] } }),
    metric({ id: "amount_wastes", category: "wastes" }),
    metric({ aggregation: both }),
  ]);
  expect(found).toEqual([
    "metrics.0.id value_error.metric",
    "metrics.1.category value_error.metric_category",
    "metrics.2.filters.colour value_error.extra",
    "metrics.2.filters.scopes.0 type_error.enum",
    "metrics.2.filters.categories type_error.list",
    "metrics.2.filters.ghg_categories value_error.list.max_items",
    "metrics.3.filters.categories value_error.extra",
    "metrics.5.aggregation.organizations value_error.list.max_items",
    "unit value_error.unit_not_allowed",
  ]);
});

it("a widget has at most 10,000 points", () => {
  const organizations = Array.from({ length: 100 }, (_, n) => ({
    id: `01920000-0000-7000-8000-${String(n).padStart(12, "0")}`,
  }));
  const period = { start_date: "2020-01-01", end_date: "2028-04-30" };
  const all = metric({ aggregation: { organizations } });
  expect(refusals([all], { periods: [period] })).toEqual([]);
  expect(refusals([all, metric()], { periods: [period] })).toEqual(["periods value_error.list.max_items"]);
});

it("every unit of every metric is accepted, and each metric has its own id and names", () => {
  for (const { id, category, units } of METRICS)
    for (const unit of units) expect([id, refusals([metric({ id, category })], { unit })]).toEqual([id, []]);
  expect(new Set(METRICS.map(({ id }) => id)).size).toBe(METRICS.length);
  for (const { names } of METRICS) expect(Object.values(names).every((name) => name.length > 0)).toBe(true);
  expect(new Set(GHG_CATEGORIES)).toEqual(
    new Set([...SCOPE_1_CATEGORIES, ...SCOPE_2_CATEGORIES, ...SCOPE_3_CATEGORIES]),
  );
});

it.each([
  ["month", "2024-01-31", "2024-03-01", ["2024-01-31 2024-01-31", "2024-02-01 2024-02-29", "2024-03-01 2024-03-01"]],
  ["quarter", "2024-11-15", "2025-01-02", ["2024-11-15 2024-12-31", "2025-01-01 2025-01-02"]],
  ["year", "2023-12-31", "2025-12-31", ["2023-12-31 2023-12-31", "2024-01-01 2024-12-31", "2025-01-01 2025-12-31"]],
  ["total", "2024-02-10", "2024-02-10", ["2024-02-10 2024-02-10"]],
  ["year", "9999-12-30", "9999-12-31", ["9999-12-30 9999-12-31"]],
] as const)(
  "the points of a %s are those of the calendar, within %s to %s",
  (periodicity, startDate, endDate, days) => {
    const points = pointsOf({ startDate, endDate }, periodicity);
    expect(points.map((point) => `${point.startDate} ${point.endDate}`)).toEqual(days);
  },
);
