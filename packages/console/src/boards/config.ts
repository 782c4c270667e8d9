import type { InputOf } from "@emissions/client";
import type { Widget } from "./read.ts";

export type Config = InputOf<"calculateWidget">["body"];
export type ConfigMetric = Config["metrics"][number];
export type Period = Config["periods"][number];
export type Periodicity = Config["periodicity"];
export type Unit = Config["unit"];
type Aggregation = ConfigMetric["aggregation"];

export const METRICS_MAX = 20;
export const PERIODS_MAX = 24;
/** Organizations or facilities of a metric. */
export const SERIES_MAX = 100;
export const PERIODICITIES = ["month", "quarter", "year", "total"] as const satisfies readonly Periodicity[];

const isFilled = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length > 0;

/** The config of a widget with figures. Null for one without, such as a text. The service has checked its form. */
export function calculable({ config }: Widget): Config | null {
  const { metrics, periods, periodicity, unit } = config;
  return isFilled(metrics) && isFilled(periods) && periodicity && unit ? (config as unknown as Config) : null;
}

/** The organizations or facilities that have a series each. `mixed` metrics were stored by another program, with aggregations of their own. */
export type Grouping =
  | { by: "organizations"; ids: readonly string[] }
  | { by: "facilities"; ids: readonly string[]; organizationId: string }
  | { by: "mixed" };

/** The grouping that all metrics share. */
export function groupingOf(metrics: readonly ConfigMetric[], own: string): Grouping {
  const [first, ...rest] = metrics.map(({ aggregation }) => aggregation);
  if (first === undefined) return { by: "organizations", ids: [own] };
  if (rest.some((other) => JSON.stringify(other) !== JSON.stringify(first))) return { by: "mixed" };
  const organizations = first.organizations.map(({ id }) => id);
  return first.facilities?.length
    ? { by: "facilities", ids: first.facilities.map(({ id }) => id), organizationId: organizations[0]! }
    : { by: "organizations", ids: organizations };
}

const references = (ids: readonly string[]) => ids.map((id) => ({ id }));

/** The aggregation of a metric. Metrics of a mixed widget keep their own. */
export function aggregationOf(grouping: Grouping, metric: ConfigMetric, own: string): Aggregation {
  if (grouping.by === "organizations") return { organizations: references(grouping.ids) };
  if (grouping.by === "facilities")
    return { organizations: references([grouping.organizationId]), facilities: references(grouping.ids) };
  const isNew = metric.aggregation.organizations.length === 0;
  return isNew ? { organizations: references([own]) } : metric.aggregation;
}

/** The same days one year earlier, to compare. The last day of February stays the last one. */
export function yearBefore({ start_date, end_date }: Period): Period {
  const shifted = (day: string) => {
    const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
    const last = new Date(Date.UTC(year - 1, month, 0)).getUTCDate();
    const isLast = date === new Date(Date.UTC(year, month, 0)).getUTCDate();
    return new Date(Date.UTC(year - 1, month - 1, isLast ? last : date)).toISOString().slice(0, 10);
  };
  return { start_date: shifted(start_date), end_date: shifted(end_date) };
}

export const wholeYear = (year: number): Period => ({ start_date: `${year}-01-01`, end_date: `${year}-12-31` });
