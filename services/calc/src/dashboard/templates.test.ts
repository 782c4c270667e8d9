import type { Principal } from "@emissions/kit/wire/principal";
import { DashboardTemplateId } from "@emissions/proto/calc/v1/dashboard_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { readCompleteConfig } from "../widget/config.ts";
import { dashboardService, family } from "./dashboard.fixture.ts";

const service = await dashboardService();
afterAll(() => service.calc.drop());
const { calc, methods } = service;

let us: Principal;
beforeEach(() => {
  ({ us } = family());
});

const { CARBON_FOOTPRINT, ENERGY, WASTE, WATER, LOGISTICS, UNSPECIFIED } = DashboardTemplateId;
const create = async (template: DashboardTemplateId, language = "", projectId = service.project(us)) =>
  (await methods.createDashboardFromTemplate({ projectId, template, language }, calc.by(us))).dashboard!;

describe.each([CARBON_FOOTPRINT, ENERGY, WASTE, WATER, LOGISTICS])("the template %s", (template) => {
  it("creates widgets that can be calculated and sent back, each with a place on every screen", async () => {
    const { id, widgets, layouts, revision } = await create(template);
    expect(revision).toBe(1);
    expect(widgets.length).toBeGreaterThan(1);
    for (const { config } of widgets) {
      const { organizationIds } = readCompleteConfig(JSON.parse(config), []);
      expect(organizationIds).toEqual([us.organizationId]);
    }
    const { lg, md, sm, xs, xxs } = layouts!;
    for (const places of [lg, md, sm, xs, xxs]) expect(places.map(({ i }) => i)).toEqual(widgets.map((one) => one.id));
    expect((await service.update(id, { widgets, layouts: layouts! }, us)).widgets).toEqual(widgets);
  });

  it("has other names in each language", async () => {
    const names = await Promise.all(
      ["en", "es", "ca"].map(async (language) => {
        const { templates } = await methods.listDashboardTemplates({ language }, calc.by(us));
        const { name, widgetNames } = templates.find(({ id }) => id === template)!;
        const created = await create(template, language);
        expect(created.widgets.map((widget) => widget.name)).toEqual(widgetNames);
        return [name, ...widgetNames].join();
      }),
    );
    expect(new Set(names).size).toBe(3);
  });
});

it("a language without names falls back to the next one, and then to English", async () => {
  const names = await Promise.all(
    ["de, ca;q=0.5", "de", ""].map(async (language) => {
      const { templates } = await methods.listDashboardTemplates({ language }, calc.by(us));
      return templates[0]!.name;
    }),
  );
  expect(names).toEqual(["Petjada de carboni", "Carbon footprint", "Carbon footprint"]);
});

it("a template is one of the five, and for a project without a dashboard", async () => {
  expect((await refusalOf(create(UNSPECIFIED))).violations).toEqual(["body.template value_error.missing"]);
  const { projectId } = await service.create(us);
  expect((await refusalOf(create(WATER, "en", projectId))).code).toBe("DASHBOARD_ALREADY_EXISTS");
});
