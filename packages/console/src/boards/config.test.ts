import { expect, it } from "vitest";
import { aggregationOf, type ConfigMetric, groupingOf, yearBefore } from "./config.ts";

const metric = (aggregation: ConfigMetric["aggregation"]): ConfigMetric => ({ id: "m", category: "c", aggregation });
const [OWN, BELOW, PLANT] = ["own", "below", "plant"];

it.each([
  ["organizations", { organizations: [{ id: OWN }, { id: BELOW }] }],
  ["facilities", { organizations: [{ id: BELOW }], facilities: [{ id: PLANT }] }],
] as const)("a grouping by %s is written as it was read", (by, aggregation) => {
  const stored = metric(aggregation as unknown as ConfigMetric["aggregation"]);
  const grouping = groupingOf([stored, stored], OWN);
  expect(grouping.by).toBe(by);
  expect(aggregationOf(grouping, metric({ organizations: [] }), OWN)).toEqual(aggregation);
});

it("metrics with aggregations of their own keep them", () => {
  const [first, second] = [metric({ organizations: [{ id: OWN }] }), metric({ organizations: [{ id: BELOW }] })];
  const grouping = groupingOf([first, second], OWN);
  expect(aggregationOf(grouping, second, OWN)).toEqual(second.aggregation);
  expect(aggregationOf(grouping, metric({ organizations: [] }), OWN)).toEqual({ organizations: [{ id: OWN }] });
});

it.each([
  ["2025-01-01", "2025-12-31", "2024-01-01", "2024-12-31"],
  ["2025-02-28", "2025-02-28", "2024-02-29", "2024-02-29"],
  ["2024-02-15", "2024-02-29", "2023-02-15", "2023-02-28"],
])("the period %s to %s is compared with the year before", (start, end, from, to) => {
  expect(yearBefore({ start_date: start, end_date: end })).toEqual({ start_date: from, end_date: to });
});
