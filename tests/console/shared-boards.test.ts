import { unitId } from "@emissions/quantity/catalogue-id";
import type { Route } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { calculated } from "../support/backend.ts";
import { eventually, visitConsole } from "./visit.ts";

const LAST_YEAR = new Date().getFullYear() - 1;
/** Names and ids of widgets. */
const [SHOWN, MISFILED, HIDDEN] = ["goods", "misfiled", "concealed"];
/** The view that the invitation allows. */
const VIEW = "purchases";

const visit = await visitConsole();
const { backend, button } = visit;
const tab = await visit.newTab();
const owner = backend.organizations.get("holding")!.id;
const [admin, editor] = [backend.caller("holding", "admin"), backend.caller("holding")];

const widget = (name: string, metric: string, category: string) => ({
  id: name,
  name,
  type: "bar",
  config: {
    metrics: [{ id: metric, category, filters: {}, aggregation: { organizations: [{ id: owner }] } }],
    periodicity: "month",
    periods: [{ start_date: `${LAST_YEAR}-01-01`, end_date: `${LAST_YEAR}-12-31` }],
    unit: "kgCO2e",
  },
});

async function add(path: string, body: object, as = editor) {
  const { status, json } = await backend.call("POST", path, { as, body });
  expect(status, JSON.stringify(json)).toBe(201);
  return json;
}

let boardId: string;
/** Bodies of all answers, and requests for figures. */
const answers: Promise<string>[] = [];
const asked: string[] = [];

beforeAll(async () => {
  const purchase = await add("/v1/purchases", {
    unit_id: unitId("EUR"),
    product_name: "Cement",
    sector: "23.51",
    purchase_date: `${LAST_YEAR}-03-14`,
    expense_type: "opex",
    quantity: "1234.5678901234567890123",
  });
  await calculated(backend, editor, purchase.id);
  const { json: members } = await backend.call("GET", "/v1/members", { as: admin });
  const responsible_user_id = members.items[0].user_id;
  const project = await add("/v1/projects", { name: "Annual report", responsible_user_id });
  ({ id: boardId } = await add("/v2/dashboard", { project_id: project.id }));
  const widgets = [
    widget(HIDDEN, "emissions_water", "water"),
    widget(SHOWN, "emissions_purchases", VIEW),
    widget(MISFILED, "emissions_water", VIEW),
  ];
  const { status } = await backend.call("PATCH", `/v2/dashboard/${boardId}`, { as: editor, body: { widgets } });
  expect(status).toBe(200);
  const invited = backend.organizations.get("iberia")!.id;
  await add(`/v1/projects/${project.id}/invitations`, { organization_id: invited, allowed_views: [VIEW] }, admin);
  tab.on("response", (response) => answers.push(response.text().catch(() => "")));
  tab.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/v2\/dashboard\/.*(data|calculate)$/.test(pathname)) asked.push(pathname);
  });
});

const article = (name: string) => tab.getByRole("article", { name, exact: true });

describe("a person of an invited organization", () => {
  it("reads the figures of an allowed widget, to the last digit of the owner", async () => {
    await visit.signIn("viewer", { on: tab, slug: "iberia" });
    await tab.getByRole("link", { name: "Dashboards" }).click();
    await tab.getByRole("link", { name: "Annual report" }).click();
    await tab.getByText("Test holding shares this dashboard with you. You can read it.").waitFor();
    await article(SHOWN).getByText("All digits").click();
    const path = `/v2/dashboard/${boardId}/widgets/${SHOWN}/data`;
    const { text } = await backend.call("GET", path, { as: editor });
    const digits = /-03-31","value":([\d.]+)/.exec(text)![1]!;
    expect(digits).toMatch(/^[1-9]\d*\.\d{10}/);
    const row = article(SHOWN).getByRole("row", { name: /^Mar/ });
    await eventually(async () => (await row.getByRole("cell").textContent())?.replaceAll(",", "")).toBe(digits);
  });

  it("is told why a widget has no figures", async () => {
    await article(MISFILED).getByRole("alert").getByText("config.metrics.0.category").waitFor();
    expect(asked.sort()).toEqual([
      `/v2/dashboard/${boardId}/data`,
      `/v2/dashboard/${boardId}/widgets/${MISFILED}/data`,
    ]);
    await visit.check("board-shared", tab);
  });

  it("finds no trace of a hidden widget, and nothing to change", async () => {
    expect(await button("Edit", tab).count()).toBe(0);
    expect(await tab.getByRole("article").count()).toBe(2);
    expect(await tab.content()).not.toContain(HIDDEN);
    const texts = await Promise.all(answers);
    expect(texts.join()).toContain(MISFILED);
    expect(texts.join()).not.toContain(HIDDEN);
  });

  it("is told in the place of a widget that its figures are not available now, and asks for them again", async () => {
    const error = { status: 503, code: "SERVICE_UNAVAILABLE", detail: "Try again in a moment." };
    const away = { data: null, null_reason: "unavailable", error };
    const answerAway = async (route: Route) => {
      const response = await route.fetch();
      const { widgets, ...data } = await response.json();
      const changed = widgets.map((one: { widget_id: string }) =>
        one.widget_id === SHOWN ? { ...one, ...away } : one,
      );
      await route.fulfill({ response, json: { ...data, widgets: changed } });
    };
    await tab.route(`**/${boardId}/data`, answerAway, { times: 1 });
    await tab.reload();
    await article(SHOWN).getByRole("alert").getByText("The service is not available now.").waitFor();
    await article(MISFILED).getByRole("alert").getByText("config.metrics.0.category").waitFor();
    await visit.check("board-unavailable", tab);
    await article(SHOWN).getByRole("button", { name: "Try again" }).click();
    await tab.getByRole("img", { name: new RegExp(`^Chart: ${SHOWN}`) }).waitFor();
  });

  it("is told once that the figures cannot be read, and reads them again", async () => {
    await tab.route(`**/${boardId}/data`, (route) => route.abort(), { times: 1 });
    await tab.reload();
    await button("Try again", tab).waitFor();
    expect(await tab.getByRole("alert").count()).toBe(1);
    await button("Try again", tab).click();
    await tab.getByRole("img", { name: new RegExp(`^Chart: ${SHOWN}`) }).waitFor();
    await article(MISFILED).getByRole("alert").waitFor();
  });
});
