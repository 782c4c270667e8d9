import type { MessageInitShape } from "@bufbuild/protobuf";
import { enumNumber, enumText } from "@emissions/kit/wire/enum";
import {
  type CalculateWidgetRequest,
  type WidgetDataSchema,
  type WidgetFilters,
  type WidgetMetric,
  type WidgetMetricDefinitionSchema,
  WidgetNullReason,
  WidgetPeriodicitySchema,
  WidgetUnitSchema,
} from "@emissions/proto/calc/v1/widget_service";
import type { WidgetFigures } from "./calculate.ts";
import { type Metric, perUnitOf } from "./metrics.ts";

/** The config of a request as the JSON that a dashboard would store. Unknown enum values become texts that are refused. */
export const toConfig = ({ metrics, periodicity, periods, unit }: CalculateWidgetRequest) => ({
  metrics: metrics.map(toMetric),
  periodicity: enumText(WidgetPeriodicitySchema, periodicity),
  periods: periods.map(({ startDate, endDate }) => ({ start_date: startDate, end_date: endDate })),
  unit: enumText(WidgetUnitSchema, unit),
});

const toMetric = ({ id, category, filters, aggregation }: WidgetMetric) => ({
  id,
  category,
  filters: filters === undefined ? {} : toFilters(filters),
  aggregation: {
    organizations: (aggregation?.organizations ?? []).map((organization) => ({ id: organization.id })),
    ...(aggregation &&
      aggregation.facilities.length > 0 && { facilities: aggregation.facilities.map(({ id }) => ({ id })) }),
  },
});

/** An empty list is the same as no filter, so metrics that do not allow the filter accept it. */
const toFilters = ({ scopes, categories, ghgCategories }: WidgetFilters) =>
  Object.fromEntries(
    Object.entries({ scopes, categories, ghg_categories: ghgCategories }).filter(([, values]) => values.length > 0),
  );

export const toData = ({ unit, periodicity, series }: WidgetFigures): MessageInitShape<typeof WidgetDataSchema> => ({
  unit: enumNumber(WidgetUnitSchema, unit),
  periodicity: enumNumber(WidgetPeriodicitySchema, periodicity),
  series: series.map(({ metricId, organizationId, facilityId, perUnit, points }) => ({
    metricId,
    organizationId,
    ...(facilityId !== null && { facilityId }),
    ...(perUnit !== null && { perUnit: enumNumber(WidgetUnitSchema, perUnit) }),
    points: points.map(({ startDate, endDate, value }) => ({
      periodStart: startDate,
      periodEnd: endDate,
      ...(value === null ? { nullReason: WidgetNullReason.DIVISION_BY_ZERO } : { value: { value } }),
    })),
  })),
});

export function toDefinition(metric: Metric): MessageInitShape<typeof WidgetMetricDefinitionSchema> {
  const { id, category, names, units, filters } = metric;
  const perUnit = perUnitOf(metric);
  return {
    id,
    category,
    names,
    units: units.map((unit) => enumNumber(WidgetUnitSchema, unit)),
    filters: [...filters],
    ...(perUnit !== null && { perUnit: enumNumber(WidgetUnitSchema, perUnit) }),
  };
}
