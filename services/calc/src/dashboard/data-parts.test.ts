import { Code, ConnectError } from "@connectrpc/connect";
import { DashboardDataNullReason } from "@emissions/proto/calc/v1/dashboard_service";
import { afterAll, beforeEach, expect, it } from "vitest";
import { configOf, dashboardService, family } from "./dashboard.fixture.ts";

let failure: Error | null = null;
const service = await dashboardService({
  sumContractDays: () => {
    if (failure !== null) throw failure;
    return {};
  },
});
afterAll(() => service.calc.drop());
beforeEach(() => {
  failure = null;
});

/** Asks activity for contracts. */
const PER_EMPLOYEE = "people";
const WASTES = "wastes";

async function dashboardOf(who = family()) {
  const wastes = JSON.parse(configOf(who.us, WASTES));
  const [metric] = wastes.metrics;
  const ofId = (id: string, category: string) => JSON.stringify({ ...wastes, metrics: [{ ...metric, id, category }] });
  const widgets = [
    { id: PER_EMPLOYEE, name: "People", config: ofId("intensity_employees", "per_employee") },
    { id: WASTES, name: "Wastes", config: ofId("emissions_wastes", WASTES) },
  ];
  return { ...who, widgets, dashboard: await service.create(who.us, widgets) };
}
type Who = ReturnType<typeof family>["us"];
const dataOf = async (id: string, by: Who) =>
  (await service.methods.listDashboardData({ id }, service.calc.by(by))).data!;

it("figures that need a service that is away are refused alone, as they are by themselves", async () => {
  const { us, dashboard } = await dashboardOf();
  const whole = await dataOf(dashboard.id, us);
  expect(whole.widgets.map(({ data, error }) => [data?.series.length, error])).toEqual(Array(2).fill([1, undefined]));
  for (const code of [Code.Unavailable, Code.DeadlineExceeded]) {
    failure = new ConnectError("activity.internal:8102 is away", code);
    const [people, wastes] = (await dataOf(dashboard.id, us)).widgets;
    const { UNAVAILABLE } = DashboardDataNullReason;
    expect(people).toMatchObject({ widgetId: PER_EMPLOYEE, nullReason: UNAVAILABLE });
    expect(people?.data).toBeUndefined();
    expect(people?.error).toMatchObject({ status: 503, code: "SERVICE_UNAVAILABLE", detail: "Try again in a moment." });
    expect(wastes).toEqual(whole.widgets[1]);
  }
});

it("a defect fails the whole answer, so that it is logged", async () => {
  const { us, dashboard } = await dashboardOf();
  failure = new Error("a defect");
  await expect(dataOf(dashboard.id, us)).rejects.toThrow(ConnectError);
});

it("the revision of figures is that of their configs, and invited organizations do not learn it", async () => {
  const { us, child, widgets, dashboard } = await dashboardOf();
  expect((await dataOf(dashboard.id, us)).revision).toBe(dashboard.revision);
  const changed = await service.update(dashboard.id, { widgets: widgets.slice(1) }, us);
  expect(changed.revision).toBe(dashboard.revision! + 1);
  expect(await dataOf(dashboard.id, us)).toMatchObject({ revision: changed.revision, widgets: [{ widgetId: WASTES }] });
  service.invite(dashboard.projectId, child, WASTES);
  const theirs = await dataOf(dashboard.id, child);
  expect([theirs.revision, theirs.widgets.length]).toEqual([undefined, 1]);
});
