import { WidgetPeriodicitySchema, WidgetService, WidgetUnitSchema } from "@emissions/proto/calc/v1/widget_service";
import { z } from "zod";
import { day, enumOf, id, wholeNumber } from "../rest/fields.ts";
import { READERS, route } from "../rest/route.ts";

const { calculateWidget, listWidgetMetrics } = WidgetService.method;
const METRICS_MAX = 20;
const PERIODS_MAX = 24;
const ORGANIZATIONS_MAX = 100;
const FACILITIES_MAX = 100;
const FILTER_VALUES_MAX = 50;
const SCOPES = { least: 1, most: 3 };

/** An object that may have unknown keys. */
const open = <S extends z.ZodRawShape>(shape: S) => z.object(shape).meta({ additionalProperties: true });
const reference = open({ id });
const names = z.array(z.string().max(64)).max(FILTER_VALUES_MAX).optional();

/** Unknown keys of a stored config are allowed, except for filters: without them the figures would be others. */
const Config = open({
  metrics: z
    .array(
      open({
        id: z.string().min(1).max(100),
        category: z.string().min(1).max(64),
        filters: z
          .strictObject({
            scopes: z.array(wholeNumber(SCOPES.least, SCOPES.most)).max(SCOPES.most).optional(),
            categories: names,
            ghg_categories: names,
          })
          .optional(),
        aggregation: open({
          organizations: z.array(reference).min(1).max(ORGANIZATIONS_MAX),
          facilities: z.array(reference).min(1).max(FACILITIES_MAX).optional(),
        }),
      }),
    )
    .min(1)
    .max(METRICS_MAX),
  periodicity: enumOf(WidgetPeriodicitySchema),
  periods: z
    .array(open({ start_date: day, end_date: day }))
    .min(1)
    .max(PERIODS_MAX),
  unit: enumOf(WidgetUnitSchema),
}).meta({
  examples: [
    {
      metrics: [
        {
          id: "emissions_scope_2",
          category: "scope_2",
          filters: {},
          aggregation: { organizations: [{ id: "01920000-0000-7000-8000-000000000001" }] },
        },
      ],
      periodicity: "month",
      periods: [{ start_date: "2025-01-01", end_date: "2025-12-31" }],
      unit: "tCO2e",
    },
  ],
});

export const widgetRoutes = [
  route(listWidgetMetrics, {
    http: "GET /v2/dashboard/metrics",
    summary: "List the metrics of widgets",
    list: "bare",
  }),
  route(calculateWidget, {
    http: "POST /v2/dashboard/widgets/calculate",
    summary: "Calculate the figures of a widget",
    body: Config,
    roles: READERS,
    dry: false,
  }),
];
