import { newId } from "@emissions/kit/process/id";
import { EXPECTED_VERSIONS, RECORD_VERSION } from "@emissions/kit/wire/headers";
import type { Principal } from "@emissions/kit/wire/principal";
import { ProjectDeletedSchema } from "@emissions/proto/activity/v1/project_service";
import {
  type Dashboard,
  DashboardWidgetsChangedSchema,
  DashboardWidgetType,
} from "@emissions/proto/calc/v1/dashboard_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { adminOf } from "@emissions/testkit/principals";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { configOf, dashboardService, family, place } from "./dashboard.fixture.ts";

const service = await dashboardService();
afterAll(() => service.calc.drop());
const { calc, methods } = service;

let us: Principal;
let child: Principal;
beforeEach(() => {
  ({ us, child } = family());
});

const widget = (id: string, ...categories: string[]) => ({
  id,
  name: `Chart ${id}`,
  config: configOf(us, ...categories),
});
const get = async (id: string, by = us) => (await methods.getDashboard({ id }, calc.by(by))).dashboard!;
const violationsOf = async (call: Promise<unknown>) => (await refusalOf(call)).violations;

describe("a dashboard", () => {
  it("is created empty with revision 1, once for each project", async () => {
    const projectId = service.project(us);
    const { dashboard } = await methods.createDashboard({ projectId }, calc.by(us));
    expect(dashboard).toMatchObject({ projectId, revision: 1, widgets: [] });
    expect(dashboard!.layouts).toMatchObject({ lg: [], md: [], sm: [], xs: [], xxs: [] });
    expect(dashboard!.updatedAt).toBeUndefined();
    const second = await refusalOf(methods.createDashboard({ projectId }, calc.by(us)));
    expect(second.code).toBe("DASHBOARD_ALREADY_EXISTS");
  });

  it("belongs to an own project", async () => {
    const projectId = service.project(us);
    service.invite(projectId, child, "wastes");
    const [shared, missing, deleted] = await Promise.all([
      refusalOf(methods.createDashboard({ projectId }, calc.by(child))),
      refusalOf(methods.createDashboard({ projectId: newId() }, calc.by(us))),
      calc
        .deliver(ProjectDeletedSchema, [{ org: us.organizationId, value: { id: projectId } }])
        .then(() => refusalOf(methods.createDashboard({ projectId }, calc.by(us)))),
    ]);
    expect([shared, missing, deleted].map(({ detail }) => detail)).toEqual(Array(3).fill("Not found."));
  });

  it("keeps widgets as they were sent, with unknown keys and the digits of numbers", async () => {
    const config = `{"unit":"t","colors":{"b":1.50,"a":[12345678901234567890]},"metrics":[]}`;
    const { id } = await service.create(us, [
      { id: "b", name: "Second", type: DashboardWidgetType.KPI, tabId: "one", config },
      { id: "a", name: "First", config: "{}" },
    ]);
    expect((await get(id)).widgets).toMatchObject([
      { id: "b", name: "Second", type: DashboardWidgetType.KPI, tabId: "one", config },
      { id: "a", type: DashboardWidgetType.BAR, config: "{}" },
    ]);
  });

  it("announces the categories of its widgets with each change of them, in numbers that grow", async () => {
    const { id, projectId } = await service.create(us, [widget("a", "wastes"), widget("b", "wastes", "water")]);
    await service.update(id, { layouts: { lg: [place("a")] } }, us);
    await methods.deleteDashboard({ id }, calc.by(us));
    await methods.createDashboard({ projectId }, calc.by(us));
    const events = await calc.events(us.organizationId, DashboardWidgetsChangedSchema);
    expect(events.map((event) => event.projectId)).toEqual(Array(4).fill(projectId));
    const categories = events.map(({ widgets }) => widgets.map((one) => one.categories));
    expect(categories).toEqual([[], [["wastes"], ["wastes", "water"]], [], []]);
    const changes = events.map(({ change }) => change);
    expect(changes).toEqual([...new Set(changes)].toSorted((a, b) => Number(a - b)));
  });

  it("loses the places of removed widgets, unless new places are sent", async () => {
    const { id } = await service.create(us, [widget("a"), widget("b")], {
      lg: [place("b"), place("a", 2)],
      xs: [place("b")],
    });
    const removed = await service.update(id, { widgets: [widget("a")] }, us);
    expect(removed.layouts).toMatchObject({ lg: [place("a", 2)], xs: [] });
    const moved = await service.update(id, { layouts: { md: [place("a")] } }, us);
    expect(moved.layouts).toMatchObject({ lg: [], md: [place("a")] });
    expect(moved.widgets.map((one) => one.id)).toEqual(["a"]);
    expect(moved.revision).toBe(4);
  });

  it.each([
    ["a widget without a name", { widgets: [{ id: "a", config: "{}" }] }, "body.widgets.0.name value_error.missing"],
    [
      "two widgets with one id",
      {
        widgets: [
          { id: "a", name: "A", config: "{}" },
          { id: "a", name: "B", config: "{}" },
        ],
      },
      "body.widgets.1.id value_error.duplicate",
    ],
    [
      "a config that is no object",
      { widgets: [{ id: "a", name: "A", config: "[" }] },
      "body.widgets.0.config type_error.none.not_allowed",
    ],
    [
      "a long config",
      { widgets: [{ id: "a", name: "A", config: JSON.stringify({ note: "x".repeat(17_000) }) }] },
      "body.widgets.0.config value_error.any_str.max_length",
    ],
    [
      "a period that ends before it starts",
      {
        widgets: [{ id: "a", name: "A", config: `{"periods":[{"start_date":"2025-02-01","end_date":"2025-01-01"}]}` }],
      },
      "body.widgets.0.config.periods.0.end_date value_error.date_range",
    ],
    ["a place without a widget", { layouts: { sm: [place("z")] } }, "body.layouts.sm.0.i value_error.unknown_widget"],
    [
      "a second place and a width of zero",
      { widgets: [{ id: "a", name: "A", config: "{}" }], layouts: { sm: [place("a"), { ...place("a"), w: 0 }] } },
      "body.layouts.sm.1.i value_error.duplicate,body.layouts.sm.1.w value_error.number.not_ge",
    ],
    [
      "too many widgets",
      { widgets: Array.from({ length: 101 }, (_, at) => ({ id: `${at}`, name: "A", config: "{}" })) },
      "body.widgets value_error.list.max_items",
    ],
    [
      "too many bytes together",
      {
        widgets: Array.from({ length: 40 }, (_, at) => ({
          id: `${at}`,
          name: "A",
          config: JSON.stringify({ note: "x".repeat(16_000) }),
        })),
      },
      "body.widgets value_error.any_str.max_length",
    ],
  ])("refuses %s and changes nothing", async (_, changes, violations) => {
    const { id } = await service.create(us);
    expect((await violationsOf(service.update(id, changes, us))).join()).toBe(violations);
    expect((await get(id)).revision).toBe(1);
  });

  it("shows metrics of the organization and of accepted ones below it alone", async () => {
    const { id } = await service.create(us);
    const changed = await service.update(id, { widgets: [{ ...widget("a"), config: configOf(child, "wastes") }] }, us);
    expect(changed.revision).toBe(2);
    const stranger = { ...widget("a"), config: configOf(adminOf(newId()), "wastes") };
    expect(await violationsOf(service.update(id, { widgets: [stranger] }, us))).toEqual([
      "body.widgets.0.config.metrics.0.aggregation.organizations.0.id value_error.organization",
    ]);
  });

  it("is deleted alone, and with its project", async () => {
    const first = await service.create(us, [widget("a")]);
    const second = await service.create(us);
    await methods.deleteDashboard({ id: first.id }, calc.by(us));
    service.projects.delete(second.projectId);
    for (const id of [first.id, second.id])
      expect((await refusalOf(methods.getDashboard({ id }, calc.by(us)))).detail).toBe("Not found.");
    expect((await methods.listDashboards({}, calc.by(us))).dashboards).toEqual([]);
    await calc.deliver(ProjectDeletedSchema, [{ org: us.organizationId, value: { id: second.projectId } }]);
    const rows = await calc.db.asService(us.organizationId, ({ tx }) => tx`select from dashboards`);
    expect(rows).toHaveLength(0);
  });

  it("leaves each change in the audit log, with the old and new values", async () => {
    const { id } = await service.create(us, [widget("a")]);
    await methods.deleteDashboard({ id }, calc.by(us));
    const rows = await calc.db.asService(
      us.organizationId,
      ({ tx }) => tx<{ action: string; changes: { widgets: { new: { id: string }[] } } | null }[]>`
        select action, changes from audit_log where entity_id = ${id} order by id`,
    );
    expect(rows.map(({ action }) => action)).toEqual(["CreateDashboard", "UpdateDashboard", "DeleteDashboard"]);
    expect(rows[1]!.changes!.widgets.new.map((one) => one.id)).toEqual(["a"]);
  });
});

describe("the revision", () => {
  const editorsOf = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ ...us, userId: newId(), own: `editor-${at}` }));
  type Editor = ReturnType<typeof editorsOf>[number];

  /** Adds a widget to those of the dashboard as read. Returns the code of the refusal, or null. */
  const add = async ({ own, ...editor }: Editor, { id, widgets, revision }: Dashboard) => {
    const headers = { [EXPECTED_VERSIONS]: String(revision) };
    const more = { id: own, name: own, config: "{}" };
    const answer = service.update(id, { widgets: [...widgets, more] }, editor, { headers });
    return answer.then(
      () => null,
      async () => (await refusalOf(answer)).code,
    );
  };

  it("lets exactly one of 50 editors at once change the version that all have read", async () => {
    const read = await service.create(us, []);
    const codes = await Promise.all(editorsOf(50).map((editor) => add(editor, read)));
    expect(codes.toSorted()).toEqual([...Array(49).fill("PRECONDITION_FAILED"), null]);
    expect(await get(read.id)).toMatchObject({ revision: 3, widgets: [{ config: "{}" }] });
  });

  it("loses no update of editors who read again after a refusal", async () => {
    const { id } = await service.create(us, []);
    const editors = editorsOf(8);
    const persist = async (editor: Editor) => {
      for (let tries = 0; tries < editors.length; tries++) if ((await add(editor, await get(id))) === null) return;
      throw new Error("An editor never came through.");
    };
    await Promise.all(editors.map(persist));
    const { widgets, revision } = await get(id);
    expect(widgets.map((one) => one.id).toSorted()).toEqual(editors.map(({ own }) => own).toSorted());
    expect(revision).toBe(2 + editors.length);
  });

  it("is the version of the answer, and protects a deletion", async () => {
    const { id } = await service.create(us);
    let version: string | null = null;
    await methods.getDashboard(
      { id },
      { ...calc.by(us), onHeader: (headers) => (version = headers.get(RECORD_VERSION)) },
    );
    expect(version).toBe("1");
    const stale = methods.deleteDashboard({ id }, { ...calc.by(us), headers: { [EXPECTED_VERSIONS]: "2" } });
    expect((await refusalOf(stale)).code).toBe("PRECONDITION_FAILED");
    await methods.deleteDashboard({ id }, { ...calc.by(us), headers: { [EXPECTED_VERSIONS]: "1" } });
  });
});

describe("the limit of dashboards", () => {
  it("counts those of the organization", async () => {
    await calc.db.asService(
      us.organizationId,
      ({ tx, org }) => tx`
        insert into dashboards (organization_id, id, project_id, layouts, bytes)
        select ${org}, gen_random_uuid(), gen_random_uuid(), '{}', 0 from generate_series(1, 199)`,
    );
    await service.create(us);
    expect((await refusalOf(service.create(us))).code).toBe("DASHBOARD_LIMIT_REACHED");
    await service.create(child);
  });

  it("counts their bytes", async () => {
    await calc.db.asService(
      us.organizationId,
      ({ tx, org }) => tx`
        insert into dashboards (organization_id, id, project_id, layouts, bytes)
        select ${org}, gen_random_uuid(), gen_random_uuid(), '{}', 524288 from generate_series(1, 31)`,
    );
    const big = Array.from({ length: 32 }, (_, at) => ({
      id: `${at}`,
      name: "A",
      config: JSON.stringify({ note: "x".repeat(15_800) }),
    }));
    await service.create(us, big);
    const { id } = await service.create(us);
    const refused = await refusalOf(service.update(id, { widgets: big.slice(0, 2) }, us));
    expect(refused.code).toBe("DASHBOARD_LIMIT_REACHED");
    await service.update(id, { widgets: big.slice(0, 1) }, us);
  });
});
