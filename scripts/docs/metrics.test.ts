import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { metricsUsed } from "../../tests/support/metrics-used.ts";
import { metricNames, OBSERVABILITY_PATH, observabilityDocument } from "./metrics.ts";

it("docs/observability.md has every metric of the code (npm run docs)", () => {
  expect(readFileSync(OBSERVABILITY_PATH, "utf8")).toBe(observabilityDocument());
});

it("names of metrics are different, and follow Prometheus", () => {
  expect(new Set(metricNames).size).toBe(metricNames.length);
  expect(metricNames.filter((name) => !/^[a-z][a-z0-9_]*$/.test(name))).toEqual([]);
});

it("rules and dashboards use only metrics of the code", () => {
  expect(metricsUsed().size).toBeGreaterThan(30);
  expect([...metricsUsed()].filter((name) => !metricNames.includes(name))).toEqual([]);
});
