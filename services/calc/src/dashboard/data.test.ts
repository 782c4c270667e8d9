import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { EntityType, RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { DashboardDataNullReason } from "@emissions/proto/calc/v1/dashboard_service";
import { WidgetPeriodicity, WidgetUnit } from "@emissions/proto/calc/v1/widget_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { adminOf } from "@emissions/testkit/principals";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { inLibrary, purchase } from "../record/record.fixture.ts";
import { dashboardService, family } from "./dashboard.fixture.ts";

const service = await dashboardService();
afterAll(() => service.calc.drop());
const { calc, methods } = service;

let us: Principal;
let child: Principal;
let sibling: Principal;
let dashboardId: string;
let projectId: string;

const DAYS = { startDate: "2025-01-10", endDate: "2025-03-20" };

const configOf = (id: string, { category = id, of = us }: { category?: string; of?: Principal } = {}) => ({
  metrics: [{ id, category, filters: {}, aggregation: { organizations: [{ id: of.organizationId }] } }],
  periodicity: "month",
  periods: [{ start_date: DAYS.startDate, end_date: DAYS.endDate }],
  unit: "kgCO2e",
});
const ofCategory = (category: string, of?: Principal) =>
  configOf(`emissions_${category}`, { category, ...(of && { of }) });
const widget = (id: string, config: object) => ({ id, name: id, config: JSON.stringify(config) });
const both = () => ({
  ...ofCategory("wastes"),
  metrics: [...ofCategory("wastes").metrics, ...ofCategory("water").metrics],
});

/** A waste of 0.25 kg CO2e for each kg. */
const waste = (mass: string) =>
  purchase({
    entityType: EntityType.WASTES,
    category: "wastes",
    quantity: { value: { value: mass }, unitId: newId(), unit: "kg" },
    selector: inLibrary("waste"),
    referenceDate: "2025-02-01",
  });

beforeEach(async () => {
  ({ us, child, sibling } = family());
  const widgets = [
    widget("wastes", ofCategory("wastes")),
    widget("both", both()),
    widget("all", configOf("emissions")),
    widget("other view", configOf("emissions_water", { category: "wastes" })),
    widget("text", { text: "Hm" }),
    widget("of the sibling", ofCategory("wastes", sibling)),
  ];
  ({ id: dashboardId, projectId } = await service.create(us, widgets));
  const stored = [
    { who: us, mass: "1000.5" },
    { who: child, mass: "7" },
    { who: sibling, mass: "30" },
  ];
  await calc.deliver(
    RecordsStoredSchema,
    stored.map(({ who, mass }) => ({ org: who.organizationId, value: { records: [waste(mass)] } })),
  );
});

const dataOf = (widgetId: string, by: Principal, id = dashboardId) =>
  methods.getDashboardWidgetData({ id, widgetId }, calc.by(by));
const valuesOf = async (widgetId: string, by: Principal) =>
  (await dataOf(widgetId, by)).data!.series.map(({ points }) => points.map(({ value }) => value?.value));
const invite = (...views: string[]) => service.invite(projectId, child, ...views);

describe("the figures of a widget", () => {
  it("are those of the owner's totals, for the owner and for an invited organization alike", async () => {
    invite("wastes");
    const sent = {
      metrics: [
        {
          id: "emissions_wastes",
          category: "wastes",
          aggregation: { organizations: [{ id: us.organizationId }] },
        },
      ],
      periodicity: WidgetPeriodicity.MONTH,
      periods: [DAYS],
      unit: WidgetUnit.KG_CO2E,
    };
    const { data } = await calc.widgets.calculateWidget(sent, calc.by(us));
    expect((await dataOf("wastes", us)).data).toEqual(data);
    expect((await dataOf("wastes", child)).data).toEqual(data);
    expect(await valuesOf("wastes", child)).toEqual([["0", "250.125", "0"]]);
  });

  const OF_WASTES = [["0", "250.125", "0"]];
  const NONE = ["0", "0", "0"];
  it.each([
    { id: "wastes", views: ["wastes"], values: OF_WASTES },
    { id: "wastes", views: ["water", "emissions"], values: null },
    { id: "wastes", views: [], values: null },
    { id: "both", views: ["wastes"], values: null },
    { id: "both", views: ["wastes", "water"], values: [...OF_WASTES, NONE] },
    { id: "all", views: ["wastes", "water"], values: null },
    { id: "all", views: ["emissions"], values: OF_WASTES },
    { id: "of the sibling", views: ["wastes"], values: [["0", "7.5", "0"]] },
    { id: "of the sibling", views: ["water"], values: null },
  ])("of $id are $values with the views $views, and otherwise missing like an unknown widget", async (rule) => {
    invite(...rule.views);
    if (rule.values !== null) expect(await valuesOf(rule.id, child)).toEqual(rule.values);
    else {
      const [hidden, unknown] = await Promise.all([rule.id, "nothing"].map((id) => refusalOf(dataOf(id, child))));
      expect(hidden).toEqual(unknown);
      expect(hidden).toMatchObject({ code: "WIDGET_NOT_FOUND", detail: "Not found." });
    }
  });

  it("come together as each of them alone, without those of hidden widgets", async () => {
    const together = async (by: Principal) =>
      (await methods.listDashboardData({ id: dashboardId }, calc.by(by))).data!.widgets;
    const ids = ["wastes", "both", "all", "other view", "text", "of the sibling"];
    const ours = await together(us);
    expect(ours.map(({ widgetId }) => widgetId)).toEqual(ids);
    for (const { widgetId, data, nullReason, error } of ours) {
      const isValid = !["other view", "text"].includes(widgetId);
      expect(nullReason).toBe(isValid ? undefined : DashboardDataNullReason.CONFIG);
      expect(data).toEqual(isValid ? (await dataOf(widgetId, us)).data : undefined);
      if (isValid) expect(error).toBeUndefined();
      else expect(error).toMatchObject({ status: 422, code: "REQUEST_VALIDATION_FAILED" });
    }
    invite("wastes");
    const theirs = await together(child);
    expect(theirs.map(({ widgetId }) => widgetId)).toEqual(["wastes", "other view", "text", "of the sibling"]);
    expect(theirs.find(({ widgetId }) => widgetId === "wastes")).toEqual(ours[0]);
    service.projects.get(projectId)!.invited.delete(child.organizationId);
    expect((await refusalOf(together(child))).detail).toBe("Not found.");
  });

  it("come together up to 50,000 points, and those of each widget behind them alone", async () => {
    // 24 times ten years of months.
    const long = {
      ...ofCategory("wastes"),
      periods: Array(24).fill({ start_date: "2015-01-01", end_date: "2024-12-31" }),
    };
    const wide = { ...long, metrics: [...long.metrics, ...ofCategory("water").metrics, ...ofCategory("heat").metrics] };
    const ids = ["1", "2", "3", "4", "5", "6", "7"];
    const { id } = await service.create(
      us,
      ids.map((one) => widget(one, one === "7" ? ofCategory("wastes") : wide)),
    );
    const { data: all } = await methods.listDashboardData({ id }, calc.by(us));
    const reasons = all!.widgets.map(({ nullReason }) => nullReason);
    const { TOO_MANY_POINTS } = DashboardDataNullReason;
    expect(reasons).toEqual([...Array(5).fill(undefined), TOO_MANY_POINTS, TOO_MANY_POINTS]);
    const { data } = await dataOf("6", us, id);
    expect(data!.series.map(({ points }) => points.length)).toEqual(Array(3).fill(24 * 120));
  });

  it("of a config that cannot be calculated are refused by name, to those who see the widget alone", async () => {
    const violations = async (id: string, by: Principal) => (await refusalOf(dataOf(id, by))).violations;
    invite("wastes");
    const ofView = ["config.metrics.0.category value_error.metric_category"];
    expect(await violations("other view", child)).toEqual(ofView);
    expect(await violations("other view", us)).toEqual(ofView);
    expect(await violations("text", child)).toContain("config.metrics value_error.missing");
    invite("water");
    expect(await refusalOf(dataOf("other view", child))).toEqual(await refusalOf(dataOf("nothing", child)));
  });

  it("of an organization that has left the group of the owner are refused to all", async () => {
    invite("wastes");
    const left = [child.organizationId];
    service.projects.get(projectId)!.below = left;
    for (const who of [{ ...us, descendants: left }, child])
      expect((await refusalOf(dataOf("of the sibling", who))).violations).toEqual([
        "config.metrics.0.aggregation.organizations.0.id value_error.organization",
      ]);
  });

  it("end at once with the invitation, its views and the group", async () => {
    invite("wastes");
    expect(await valuesOf("wastes", child)).toEqual(OF_WASTES);
    invite("water");
    expect((await refusalOf(dataOf("wastes", child))).code).toBe("WIDGET_NOT_FOUND");
    invite("wastes");
    await isMissing({ ...child, ancestors: [] });
    service.projects.get(projectId)!.invited.delete(child.organizationId);
    await isMissing(child);
    service.projects.delete(projectId);
    await isMissing(us);
  });

  it("are missing to organizations without an invitation, in the group and outside", async () => {
    invite("wastes");
    for (const who of [sibling, adminOf(newId())]) await isMissing(who);
  });

  it("are not those of another owner's totals that the caller names in a config of its own", async () => {
    invite("wastes");
    const own = await service.create(child, []);
    const config = ofCategory("wastes", us);
    const refused = await refusalOf(service.update(own.id, { widgets: [widget("theirs", config)] }, child));
    expect(refused.violations).toEqual([
      "body.widgets.0.config.metrics.0.aggregation.organizations.0.id value_error.organization",
    ]);
  });
});

/** The dashboard gives the refusal of one that does not exist. */
async function isMissing(who: Principal) {
  const [theirs, unknown] = await Promise.all([dashboardId, newId()].map((id) => refusalOf(dataOf("wastes", who, id))));
  expect(theirs).toMatchObject({ detail: "Not found." });
  expect(theirs).toEqual(unknown);
}
