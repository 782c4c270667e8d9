import { type Check, refuse } from "@emissions/kit/wire/checks";
import {
  CATEGORY_LENGTH_MAX,
  type CompleteConfig,
  METRIC_ID_LENGTH_MAX,
  type WidgetMetric,
  type WidgetPeriod,
} from "./config.ts";
import { CATEGORIES, GHG_CATEGORIES, type Metric, type MetricFilter, metricOf } from "./metrics.ts";
import { pointsOf } from "./points.ts";
import type { EmissionsQuery } from "./queries.ts";
import { type JsonObject, VIOLATIONS_MAX } from "./reader.ts";

/** Points of one answer. */
export const POINTS_MAX = 10_000;

/** A metric of a config, with its definition. */
export interface Selected extends EmissionsQuery {
  metric: Metric;
}

export interface Selection {
  metrics: Selected[];
  points: WidgetPeriod[];
}

/** Longest list of a filter. */
const FILTER_VALUES_MAX = 50;

const PERMITTED: Readonly<Record<MetricFilter, readonly (string | number)[]>> = {
  scopes: [1, 2, 3],
  categories: CATEGORIES,
  ghg_categories: GHG_CATEGORIES,
};

/**
 * The figures that a config selects. Throws all violations at once, at locations below `at`: a metric that does not exist, or
 * whose category, filters or units are others, several organizations with facilities, and more than `POINTS_MAX` points.
 */
export function selectionOf(config: CompleteConfig, at: readonly string[]): Selection {
  const found: Check[] = [];
  const refusal = (loc: readonly string[], type: string, msg: string) => {
    if (found.length < VIOLATIONS_MAX) found.push({ loc: [...at, ...loc], type, msg });
  };
  const metrics = config.metrics.map((sent, index) => selectedOf(sent, ["metrics", String(index)], refusal));
  if (metrics.some((selected) => selected !== null && !selected.metric.units.includes(config.unit)))
    refusal(["unit"], "value_error.unit_not_allowed", "not a unit of all metrics");
  const points = config.periods.flatMap((period) => pointsOf(period, config.periodicity));
  const series = config.metrics.reduce(
    (sum, { organizationIds, facilityIds }) => sum + (facilityIds ?? organizationIds).length,
    0,
  );
  if (points.length * series > POINTS_MAX)
    refusal(["periods"], "value_error.list.max_items", `the figures have more than ${POINTS_MAX} points`);
  refuse(found);
  return { metrics: metrics as Selected[], points };
}

type Refusal = (loc: readonly string[], type: string, msg: string) => void;

function selectedOf(sent: WidgetMetric, loc: readonly string[], refusal: Refusal): Selected | null {
  const { id, category, organizationIds, facilityIds, filters } = sent;
  const metric = metricOf(id.slice(0, METRIC_ID_LENGTH_MAX));
  if (facilityIds !== null && organizationIds.length > 1) {
    const msg = "only one organization is allowed with facilities";
    refusal([...loc, "aggregation", "organizations"], "value_error.list.max_items", msg);
  }
  if (metric === undefined) {
    refusal([...loc, "id"], "value_error.metric", "not a metric");
    return null;
  }
  // Views are granted by category, so a config must not name another one than that of its figures.
  if (category.slice(0, CATEGORY_LENGTH_MAX) !== metric.category)
    refusal([...loc, "category"], "value_error.metric_category", `the category of the metric is ${metric.category}`);
  if (metric.isPerEmployee && facilityIds !== null)
    refusal([...loc, "aggregation", "facilities"], "value_error.extra", "contracts name no facility");
  const { emissions } = metric;
  const of = readFilters(filters, { metric, loc: [...loc, "filters"], refusal });
  return {
    metric,
    organizationIds,
    facilityIds,
    scopes: emissions?.scope ? [emissions.scope] : of("scopes"),
    categories: emissions?.category ? [emissions.category] : of("categories"),
    ghgCategories: emissions?.ghgCategory ? [emissions.ghgCategory] : of("ghg_categories"),
  };
}

interface Filtered {
  metric: Metric;
  loc: readonly string[];
  refusal: Refusal;
}

/** Checks the filters of a metric. An unknown one is refused: without it the figures would be others. */
function readFilters(filters: JsonObject, { metric, loc, refusal }: Filtered) {
  const allowed: readonly string[] = metric.filters;
  for (const name of Object.keys(filters)) {
    if (!allowed.includes(name)) refusal([...loc, name], "value_error.extra", "not a filter of the metric");
    else checkFilter(filters[name], PERMITTED[name as MetricFilter], { loc: [...loc, name], refusal });
  }
  // An empty filter selects everything.
  return <T extends string | number>(name: MetricFilter): T[] | null => {
    const values = Object.hasOwn(filters, name) ? filters[name] : undefined;
    return Array.isArray(values) && values.length > 0 ? ([...new Set(values)] as T[]) : null;
  };
}

function checkFilter(
  values: unknown,
  permitted: readonly (string | number)[],
  { loc, refusal }: Pick<Filtered, "loc" | "refusal">,
): void {
  if (!Array.isArray(values)) refusal(loc, "type_error.list", "value is not a valid list");
  else if (values.length > FILTER_VALUES_MAX)
    refusal(loc, "value_error.list.max_items", `ensure this value has at most ${FILTER_VALUES_MAX} items`);
  else {
    for (const [index, value] of values.entries()) {
      if (permitted.includes(value)) continue;
      const msg = `value is not a valid enumeration member; permitted: ${permitted.join(", ")}`;
      refusal([...loc, String(index)], "type_error.enum", msg);
    }
  }
}
