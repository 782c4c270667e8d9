import { conflict, forbidden, notFound } from "@emissions/kit/wire/errors";
import { RECORD_VERSION } from "@emissions/kit/wire/headers";
import { serve } from "@emissions/kit/wire/services";
import {
  type Dashboard,
  DashboardDataNullReason,
  DashboardSchema,
  DashboardService,
  DashboardTemplateId,
  DashboardWidgetType,
} from "@emissions/proto/calc/v1/dashboard_service";
import { WidgetPeriodicity, WidgetUnit } from "@emissions/proto/calc/v1/widget_service";
import { describe, expect, it } from "vitest";
import { as } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { SAMPLE_ID, sample } from "../../test/samples.ts";

const { method } = DashboardService;
const all = "/v2/dashboard";
const one = `${all}/${SAMPLE_ID}`;
const dashboard = (json: object = {}) => sample(DashboardSchema, json as never);
type Call = { responseHeader: Headers };
const versioned = (reply: object, { responseHeader }: Call) => {
  responseHeader.set(RECORD_VERSION, "7");
  return reply;
};

const AWAY = { status: 503, code: "SERVICE_UNAVAILABLE", detail: "Try again in a moment." };
const service = {
  getDashboard: (_: object, call: Call) => versioned({ dashboard: dashboard({ revision: 7 }) }, call),
  updateDashboard: ({ widgets, layouts }: Dashboard, call: Call) =>
    versioned({ dashboard: { ...dashboard({ revision: 8 }), widgets, ...(layouts && { layouts }) } }, call),
  listDashboardData: () => ({
    data: {
      revision: 7,
      widgets: [
        { widgetId: "a", data: { unit: WidgetUnit.T_CO2E, periodicity: WidgetPeriodicity.TOTAL, series: [] } },
        { widgetId: "b", nullReason: DashboardDataNullReason.UNAVAILABLE, error: AWAY },
      ],
    },
  }),
  listDashboards: ({ after }: { after: string }) =>
    after === "" ? { dashboards: [dashboard()], next: SAMPLE_ID } : { dashboards: [dashboard(), dashboard()] },
};
const { app, calls } = await gateway({ handlers: [serve(DashboardService, service as never)] });

const send = (
  verb: "GET" | "POST" | "PATCH" | "DELETE",
  url: string,
  payload?: object | string,
  headers: Record<string, string> = {},
) =>
  app.inject({
    method: verb,
    url,
    headers: { ...as("editor"), ...headers, ...(payload !== undefined && { "content-type": "application/json" }) },
    ...(payload !== undefined && { payload: typeof payload === "string" ? payload : JSON.stringify(payload) }),
  });
const violationsIn = (answer: { json: () => { detail: { loc: string[]; type: string }[] } }) =>
  answer.json().detail.map(({ loc, type }) => `${loc.join(".")} ${type}`);

const widget = { id: "a", name: "Chart", config: {} };
const place = { i: "a", x: 0, y: 0, w: 1, h: 1 };

describe("a dashboard", () => {
  it("is created for a project, and answered with its place", async () => {
    const answer = await send("POST", all, { project_id: SAMPLE_ID });
    expect([answer.statusCode, answer.headers.location]).toEqual([201, one]);
    expect(answer.json()).toMatchObject({
      id: SAMPLE_ID,
      widgets: [],
      layouts: { lg: [], md: [], sm: [], xs: [], xxs: [] },
    });
  });

  it("is created from a template in the language of the request", async () => {
    const body = { project_id: SAMPLE_ID, template: "logistics" };
    const answer = await send("POST", `${all}/from-template`, body, { "accept-language": "ca" });
    expect(answer.statusCode).toBe(201);
    expect(calls.lastRequest(method.createDashboardFromTemplate)).toMatchObject({
      projectId: SAMPLE_ID,
      template: DashboardTemplateId.LOGISTICS,
      language: "ca",
    });
  });

  it("is listed with all others as a bare array, from as many parts as there are", async () => {
    const answer = await send("GET", all);
    expect(answer.json()).toHaveLength(3);
    expect(calls.lastRequest(method.listDashboards).after).toBe(SAMPLE_ID);
  });

  it("is answered with its revision in the tag, which a change can name", async () => {
    const { etag } = (await send("GET", one)).headers;
    expect(etag).toMatch(/^"7\./);
    const changed = await send("PATCH", one, {}, { "if-match": String(etag) });
    expect(changed.statusCode).toBe(200);
    expect(calls.lastHeaders(method.updateDashboard).get("expected-versions")).toBe("7");
  });

  it("is answered with the figures of all widgets, and with the error of one that cannot be answered", async () => {
    const { json } = await send("GET", `${one}/data`);
    expect(json()).toEqual({
      revision: 7,
      widgets: [
        { widget_id: "a", data: { unit: "tCO2e", periodicity: "total", series: [] }, null_reason: null, error: null },
        { widget_id: "b", data: null, null_reason: "unavailable", error: AWAY },
      ],
    });
  });

  it("keeps the config of a widget as it was sent, with the digits of its numbers", async () => {
    const config = '{"z":1.50,"a":{"n":[12345678901234567890,1e2,0.1]},"metrics":[]}';
    const body = `{"widgets":[{"id":"A/b","name":"Chart","tab_id":null,"type":"kpi","config":${config}}]}`;
    const answer = await send("PATCH", one, body);
    expect(calls.lastRequest(method.updateDashboard)).toMatchObject({
      updateMask: { paths: ["widgets"] },
      widgets: [{ id: "A/b", type: DashboardWidgetType.KPI, config }],
    });
    expect(answer.payload).toContain(`"config":${config}`);
  });

  it.each([
    ["another field", { name: "A" }, "body.name value_error.extra"],
    ["the revision", { revision: 3, widgets: [] }, "body.revision value_error.extra"],
    ["the project", { project_id: SAMPLE_ID }, "body.project_id value_error.extra"],
    ["widgets that are null", { widgets: null }, "body.widgets type_error.none.not_allowed"],
    ["a widget without config", { widgets: [{ id: "a", name: "A" }] }, "body.widgets.0.config value_error.missing"],
    ["a widget without name", { widgets: [{ id: "a", config: {} }] }, "body.widgets.0.name value_error.missing"],
    ["a widget without id", { widgets: [{ name: "A", config: {} }] }, "body.widgets.0.id value_error.missing"],
    [
      "a long name",
      { widgets: [{ ...widget, name: "x".repeat(256) }] },
      "body.widgets.0.name value_error.any_str.max_length",
    ],
    ["another type", { widgets: [{ ...widget, type: "radar" }] }, "body.widgets.0.type type_error.enum"],
    ["a config that is a list", { widgets: [{ ...widget, config: [] }] }, "body.widgets.0.config type_error.dict"],
    ["a config that is a number", { widgets: [{ ...widget, config: 1.5 }] }, "body.widgets.0.config type_error.dict"],
    ["a field of a widget", { widgets: [{ ...widget, color: "red" }] }, "body.widgets.0.color value_error.extra"],
    ["another breakpoint", { layouts: { xl: [] } }, "body.layouts.xl value_error.extra"],
    [
      "a place without a widget",
      { layouts: { lg: [{ x: 0, y: 0, w: 1, h: 1 }] } },
      "body.layouts.lg.0.i value_error.missing",
    ],
    ["a place of width 0", { layouts: { lg: [{ ...place, w: 0 }] } }, "body.layouts.lg.0.w value_error.number.not_ge"],
    [
      "a place left of the grid",
      { layouts: { lg: [{ ...place, x: -1 }] } },
      "body.layouts.lg.0.x value_error.number.not_ge",
    ],
    ["half a cell", { layouts: { lg: [{ ...place, h: 1.5 }] } }, "body.layouts.lg.0.h type_error.integer"],
  ])("refuses a change with %s", async (_, body, violation) => {
    const before = calls.count(method.updateDashboard);
    const answer = await send("PATCH", one, body);
    expect(answer.statusCode).toBe(422);
    expect(violationsIn(answer)).toEqual([violation]);
    expect(calls.count(method.updateDashboard)).toBe(before);
  });

  it.each([
    ["missing", notFound("dashboard", "Not found."), 404, "NOT_FOUND", "Not found."],
    ["not their own", forbidden("DASHBOARD_NOT_OWNER", "Only the owning organization can modify the dashboard."), 403],
    ["changed meanwhile", conflict("PRECONDITION_FAILED", "changed"), 412],
  ])(
    "that is %s is refused in the shape of version 1",
    async (_, refusal, status, code = expect.any(String), detail = refusal.rawMessage) => {
      const refusing = await gateway({ failWith: () => refusal });
      const answer = await refusing.app.inject({ method: "DELETE", url: one, headers: as("editor") });
      expect([answer.statusCode, answer.json()]).toEqual([status, { code, detail }]);
    },
  );
});

describe("comments", () => {
  it("name their widget as it is written", async () => {
    const answer = await send("POST", `${one}/widgets/A%2Fb%20c/comments`, { text: "Hm" });
    expect(answer.statusCode).toBe(201);
    expect(calls.lastRequest(method.createDashboardComment)).toMatchObject({ widgetId: "A/b c", text: "Hm" });
  });

  it.each(["comments", "data"])("of a widget whose name no text can have are refused: %s", async (part) => {
    const answer = await app.inject({ url: `${one}/widgets/%00/${part}`, headers: as("viewer") });
    expect([answer.statusCode, violationsIn(answer)]).toEqual([422, ["path.widget_id value_error.any_str.nul"]]);
  });

  it("are neither blank nor longer than 2,000 characters", async () => {
    for (const text of [" ", "x".repeat(2_001)]) {
      const answer = await send("POST", `${one}/widgets/a/comments`, { text });
      expect(answer.statusCode).toBe(422);
    }
  });

  it("and dashboards are read by viewers, and changed by editors", async () => {
    const viewer = as("viewer");
    const changes = await Promise.all([
      app.inject({ method: "PATCH", url: one, headers: viewer, payload: {} }),
      app.inject({ method: "POST", url: `${one}/widgets/a/comments`, headers: viewer, payload: { text: "Hm" } }),
      app.inject({ url: `${one}/widgets/a/comments`, headers: viewer }),
      app.inject({ url: `${one}/widgets`, headers: viewer }),
    ]);
    expect(changes.map(({ statusCode }) => statusCode)).toEqual([403, 403, 200, 200]);
  });
});
