import { create } from "@bufbuild/protobuf";
import {
  type CreateDashboardFromTemplateResponse,
  type CreateDashboardResponse,
  type Dashboard,
  DashboardService,
  DashboardTemplateIdSchema,
  DashboardWidgetTypeSchema,
  ListDashboardsResponseSchema,
} from "@emissions/proto/calc/v1/dashboard_service";
import { z } from "zod";
import type { Caller } from "../rest/call.ts";
import { unavailable } from "../rest/errors.ts";
import { enumOf, id, text, wholeNumber } from "../rest/fields.ts";
import { jsonObject } from "../rest/json-object.ts";
import { route } from "../rest/route.ts";

const { method } = DashboardService;
const WIDGETS_MAX = 100;
const TEXT_MAX = 255;
const COMMENT_MAX = 2_000;
/** Cells of the grid. */
const CELLS_MAX = 10_000;
/** Parts of a list, of 4 MiB at most. */
const PARTS_MAX = 64;
const LANGUAGE_LENGTH_MAX = 255;

const PROJECT = "01920000-0000-7000-8000-000000000001";
const ORGANIZATION = "01920000-0000-7000-8000-000000000002";

const Widget = z.strictObject({
  id: text(TEXT_MAX),
  name: text(TEXT_MAX),
  type: enumOf(DashboardWidgetTypeSchema).optional(),
  tab_id: z.string().max(TEXT_MAX).nullish(),
  config: jsonObject(),
});
const cells = (min: number) => wholeNumber(min, CELLS_MAX);
const Place = z.strictObject({ i: z.string(), x: cells(0), y: cells(0), w: cells(1), h: cells(1) });
const places = z.array(Place).max(WIDGETS_MAX).optional();
const Layouts = z.strictObject({ lg: places, md: places, sm: places, xs: places, xxs: places });
const Changes = z
  .strictObject({ widgets: z.array(Widget).max(WIDGETS_MAX).optional(), layouts: Layouts.optional() })
  .meta({
    examples: [
      {
        widgets: [
          {
            id: "wastes",
            name: "Waste by month",
            type: "bar",
            config: {
              metrics: [
                {
                  id: "emissions_wastes",
                  category: "wastes",
                  filters: {},
                  aggregation: { organizations: [{ id: ORGANIZATION }] },
                },
              ],
              periodicity: "month",
              periods: [{ start_date: "2025-01-01", end_date: "2025-12-31" }],
              unit: "tCO2e",
            },
          },
        ],
        layouts: { lg: [{ i: "wastes", x: 0, y: 0, w: 6, h: 4 }] },
      },
    ],
  });
const NewDashboard = z.strictObject({ project_id: id }).meta({ examples: [{ project_id: PROJECT }] });
const FromTemplate = z
  .strictObject({ project_id: id, template: enumOf(DashboardTemplateIdSchema) })
  .meta({ examples: [{ project_id: PROJECT, template: "carbon_footprint" }] });
const Comment = z.strictObject({ text: text(COMMENT_MAX) }).meta({ examples: [{ text: "December was estimated." }] });

const all = "/v2/dashboard";
const one = `${all}/{id}` as const;
const widgets = `${one}/widgets` as const;
const comments = `${widgets}/{widget_id}/comments` as const;
const widgetNames = { names: ["widget_id"] } as const;
const translated = {
  query: z.object({ language: z.string().max(LANGUAGE_LENGTH_MAX).optional() }),
  translates: true,
} as const;
const created = {
  status: 201,
  location: ({ dashboard }: CreateDashboardResponse | CreateDashboardFromTemplateResponse) => `${all}/${dashboard?.id}`,
  refuses: ["DASHBOARD_ALREADY_EXISTS", "DASHBOARD_LIMIT_REACHED", "NOT_FOUND"],
} as const;

/** The whole list, from as many calls as it takes. */
async function listAll(call: Caller) {
  const dashboards: Dashboard[] = [];
  let after = "";
  for (let part = 0; part < PARTS_MAX; part++) {
    const reply = await call(method.listDashboards, { after });
    dashboards.push(...reply.dashboards);
    after = reply.next;
    if (after === "") return create(ListDashboardsResponseSchema, { dashboards });
  }
  // No client takes a part for the whole.
  throw unavailable();
}

export const dashboardRoutes = [
  route(method.createDashboard, {
    ...created,
    http: `POST ${all}`,
    summary: "Create the dashboard of a project",
    body: NewDashboard,
  }),
  route(method.createDashboardFromTemplate, {
    ...created,
    ...translated,
    http: `POST ${all}/from-template`,
    summary: "Create the dashboard of a project from a template",
    body: FromTemplate,
  }),
  route(method.listDashboards, { http: `GET ${all}`, summary: "List dashboards", list: "bare" }, listAll),
  route(method.listDashboardTemplates, {
    ...translated,
    http: `GET ${all}/templates`,
    summary: "List the templates of dashboards",
    list: "bare",
  }),
  route(method.getDashboard, { http: `GET ${one}`, summary: "Get a dashboard" }),
  route(method.updateDashboard, {
    http: `PATCH ${one}`,
    summary: "Change a dashboard",
    body: Changes,
    versioned: true,
    refuses: ["DASHBOARD_NOT_OWNER", "DASHBOARD_LIMIT_REACHED"],
  }),
  route(method.deleteDashboard, {
    http: `DELETE ${one}`,
    summary: "Delete a dashboard",
    versioned: true,
    refuses: ["DASHBOARD_NOT_OWNER"],
  }),
  route(method.listDashboardWidgets, {
    http: `GET ${widgets}`,
    summary: "List the widgets of a dashboard",
    list: "bare",
  }),
  route(method.listDashboardData, {
    http: `GET ${one}/data`,
    summary: "List the figures of all widgets of a dashboard",
  }),
  route(method.getDashboardWidgetData, {
    ...widgetNames,
    http: `GET ${widgets}/{widget_id}/data`,
    summary: "Get the figures of a widget",
  }),
  route(method.createDashboardComment, {
    ...widgetNames,
    http: `POST ${comments}`,
    summary: "Comment on a widget",
    body: Comment,
    status: 201,
    refuses: ["DASHBOARD_NOT_OWNER", "COMMENT_LIMIT_REACHED"],
  }),
  route(method.listDashboardComments, {
    ...widgetNames,
    http: `GET ${comments}`,
    summary: "List the comments on a widget",
    list: "bare",
  }),
  route(method.deleteDashboardComment, {
    ...widgetNames,
    http: `DELETE ${comments}/{comment_id}`,
    summary: "Delete an own comment",
    refuses: ["DASHBOARD_NOT_OWNER", "COMMENT_NOT_AUTHOR"],
  }),
];
