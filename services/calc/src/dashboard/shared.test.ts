import { newId } from "@emissions/kit/process/id";
import { EXPECTED_VERSIONS, RECORD_VERSION } from "@emissions/kit/wire/headers";
import type { Principal } from "@emissions/kit/wire/principal";
import { refusalOf } from "@emissions/testkit/in-memory";
import { adminOf } from "@emissions/testkit/principals";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { configOf, dashboardService, family, place } from "./dashboard.fixture.ts";

const service = await dashboardService();
afterAll(() => service.calc.drop());
const { calc, methods } = service;

let us: Principal;
let child: Principal;
let sibling: Principal;
beforeEach(() => {
  ({ us, child, sibling } = family());
});

const widget = (id: string, ...categories: string[]) => ({
  id,
  name: `Chart ${id}`,
  config: configOf(us, ...categories),
});
const get = async (id: string, by: Principal) => (await methods.getDashboard({ id }, calc.by(by))).dashboard!;
const list = async (by: Principal) => (await methods.listDashboards({}, calc.by(by))).dashboards;
const widgetsOf = async (id: string, by: Principal) =>
  (await methods.listDashboardWidgets({ id }, calc.by(by))).widgets.map((one) => one.id);

const ALL = () => [
  widget("wastes", "wastes"),
  widget("both", "wastes", "water"),
  widget("electricity", "electricity"),
  widget("text"),
];
const IDS = ["wastes", "both", "electricity", "text"];
const EVERYWHERE = { lg: IDS.map((id, at) => place(id, 2 * at)), xs: [place("electricity"), place("wastes", 2)] };

async function shared(...views: string[]) {
  const dashboard = await service.create(us, ALL(), EVERYWHERE);
  service.invite(dashboard.projectId, child, ...views);
  return dashboard;
}

describe("an invited organization", () => {
  it.each([
    { views: ["wastes"], seen: ["wastes", "text"] },
    { views: ["wastes", "water"], seen: ["wastes", "both", "text"] },
    { views: ["water", "electricity"], seen: ["electricity", "text"] },
    { views: [], seen: ["text"] },
    { views: ["wastes", "water", "electricity"], seen: ["wastes", "both", "electricity", "text"] },
  ])("with the views $views sees the widgets $seen, and their places", async ({ views, seen }) => {
    const { id } = await shared(...views);
    const dashboard = await get(id, child);
    expect(dashboard.widgets.map((one) => one.id)).toEqual(seen);
    expect(dashboard.layouts!.lg).toMatchObject(EVERYWHERE.lg.filter(({ i }) => seen.includes(i)));
    expect(dashboard.layouts!.xs).toMatchObject(EVERYWHERE.xs.filter(({ i }) => seen.includes(i)));
    expect(await widgetsOf(id, child)).toEqual(seen);
    expect(await list(child)).toEqual([dashboard]);
  });

  it("learns nothing from a change of a widget that it does not see", async () => {
    const { id } = await shared("wastes");
    const before = await get(id, child);
    const hidden = { ...widget("new", "electricity"), name: "Hidden" };
    const places = { ...EVERYWHERE, xs: [place("new"), place("wastes", 2)] };
    await service.update(
      id,
      { widgets: [hidden, ...ALL().slice(0, 2), widget("text")], layouts: keep(places, "electricity") },
      us,
    );
    expect(await get(id, child)).toEqual(before);
    expect(before.revision).toBeUndefined();
  });

  it("sees when a widget has changed that it sees", async () => {
    const { id } = await shared("wastes");
    const before = await get(id, child);
    await service.update(
      id,
      { widgets: ALL().map((one) => (one.id === "wastes" ? { ...one, name: "Rubbish" } : one)) },
      us,
    );
    const renamed = await get(id, child);
    expect(timeOf(renamed)).toBeGreaterThan(timeOf(before));
    await service.update(id, { layouts: { lg: [place("wastes", 9)] } }, us);
    expect(timeOf(await get(id, child))).toBeGreaterThan(timeOf(renamed));
  });

  it("gets no version of the dashboard", async () => {
    const { id } = await shared("wastes");
    let headers = new Headers();
    await methods.getDashboard({ id }, { ...calc.by(child), onHeader: (received) => (headers = received) });
    expect(headers.has(RECORD_VERSION)).toBe(false);
  });

  it("is refused every change with the same words, whatever it sends", async () => {
    const { id } = await shared("wastes");
    const comment = (widgetId: string) => methods.createDashboardComment({ id, widgetId, text: "Hm" }, calc.by(child));
    const refusals = await Promise.all(
      [
        service.update(id, {}, child),
        service.update(id, {}, child, { headers: { [EXPECTED_VERSIONS]: "7" } }),
        service.update(id, { layouts: { lg: [place("electricity")] } }, child),
        service.update(id, { layouts: { lg: [place("nothing")] } }, child),
        service.update(id, { widgets: [{ id: "a", name: "", config: "" }] }, child),
        methods.deleteDashboard({ id }, calc.by(child)),
        comment("wastes"),
        comment("electricity"),
        comment("nothing"),
        methods.deleteDashboardComment({ id, widgetId: "electricity", commentId: newId() }, calc.by(child)),
      ].map(refusalOf),
    );
    for (const refusal of refusals)
      expect(refusal).toMatchObject({
        code: "DASHBOARD_NOT_OWNER",
        detail: "Only the owning organization can modify the dashboard.",
      });
    expect((await get(id, us)).revision).toBe(2);
  });

  it("reads the comments of widgets that it sees; those of others are missing like unknown ones", async () => {
    const { id } = await shared("wastes");
    for (const widgetId of ["wastes", "electricity"])
      await methods.createDashboardComment({ id, widgetId, text: `On ${widgetId}` }, calc.by(us));
    const comments = (widgetId: string) => methods.listDashboardComments({ id, widgetId }, calc.by(child));
    expect((await comments("wastes")).comments.map(({ text }) => text)).toEqual(["On wastes"]);
    const [hidden, unknown] = await Promise.all(["electricity", "nothing"].map((one) => refusalOf(comments(one))));
    expect(hidden).toEqual(unknown);
  });

  it("sees other widgets at once after its views have changed, and nothing after the invitation is withdrawn", async () => {
    const { id, projectId } = await shared("wastes");
    service.invite(projectId, child, "electricity");
    expect(await widgetsOf(id, child)).toEqual(["electricity", "text"]);
    service.projects.get(projectId)!.invited.delete(child.organizationId);
    await isMissing(id, child);
  });

  it("sees nothing after it has left the group", async () => {
    const { id } = await shared("wastes");
    await isMissing(id, { ...child, ancestors: [] });
  });
});

describe("another organization", () => {
  it("finds no dashboard, whether or not it belongs to the group", async () => {
    const { id } = await shared("wastes");
    for (const who of [sibling, adminOf(newId())]) await isMissing(id, who);
  });

  it("above the owner sees no dashboard of an organization below", async () => {
    const { id } = await service.create(child, []);
    await isMissing(id, us);
  });
});

describe("the list", () => {
  it("has own dashboards and shared ones, the oldest first", async () => {
    const [first, second, third] = [await shared("wastes"), await service.create(child), await shared("water")];
    expect((await list(child)).map(({ id }) => id)).toEqual([first.id, second.id, third.id]);
    expect((await list(us)).map(({ id }) => id)).toEqual([first.id, third.id]);
  });

  it("continues where a reply of 4 MiB ends", async () => {
    const widgets = Array.from({ length: 32 }, (_, at) => ({
      id: `${at}`,
      name: "A",
      config: JSON.stringify({ note: "x".repeat(15_800) }),
    }));
    const created: string[] = [];
    for (let i = 0; i < 9; i++) created.push((await service.create(us, widgets)).id);
    const first = await methods.listDashboards({}, calc.by(us));
    const second = await methods.listDashboards({ after: first.next }, calc.by(us));
    expect([first.dashboards.length, second.dashboards.length, second.next]).toEqual([8, 1, ""]);
    expect([...first.dashboards, ...second.dashboards].map(({ id }) => id)).toEqual(created);
  });
});

/** All ways to read or change the dashboard give the refusal of one that does not exist. */
async function isMissing(id: string, who: Principal) {
  const options = calc.by(who);
  const calls = (one: string) => [
    methods.getDashboard({ id: one }, options),
    methods.listDashboardWidgets({ id: one }, options),
    methods.updateDashboard({ id: one }, options),
    methods.deleteDashboard({ id: one }, options),
    methods.listDashboardComments({ id: one, widgetId: "wastes" }, options),
    methods.createDashboardComment({ id: one, widgetId: "wastes", text: "Hm" }, options),
    methods.deleteDashboardComment({ id: one, widgetId: "wastes", commentId: newId() }, options),
  ];
  const [theirs, unknown] = await Promise.all([id, newId()].map((one) => Promise.all(calls(one).map(refusalOf))));
  expect(theirs).toEqual(unknown);
  expect(new Set(theirs!.map(({ detail }) => detail))).toEqual(new Set(["Not found."]));
  expect((await list(who)).map((one) => one.id)).not.toContain(id);
}

const keep = ({ lg, xs }: typeof EVERYWHERE, removed: string) => ({ lg: lg.filter(({ i }) => i !== removed), xs });
const timeOf = ({ updatedAt }: { updatedAt?: { seconds: bigint; nanos: number } | undefined }) =>
  updatedAt === undefined ? 0 : Number(updatedAt.seconds) * 1_000 + updatedAt.nanos / 1e6;
