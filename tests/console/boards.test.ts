import type { Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { eventually, visitConsole } from "./visit.ts";

interface Place {
  i: string;
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Height of a cell with its gap. Its width is about the same. */
const CELL_PX = 96;

const visit = await visitConsole("editor");
const { backend, page, button } = visit;

const field = (name: string) => page.getByLabel(name, { exact: true });
const widget = (name: string) => page.getByRole("article", { name, exact: true });
const said = () => page.locator("[aria-live]").textContent();

/** Requests for figures. */
const asked: string[] = [];
page.on("request", (request) => {
  const { pathname } = new URL(request.url());
  if (/^\/v2\/dashboard\/.*(data|calculate)$/.test(pathname)) asked.push(pathname);
});
const CALCULATE = "/v2/dashboard/widgets/calculate";

/** The dashboard as it is stored. */
async function stored() {
  const { json } = await visit.read("/v2/dashboard");
  expect(json).toHaveLength(1);
  const [{ id, widgets, layouts }] = json;
  const named = Object.fromEntries(widgets.map((one: { id: string; name: string }) => [one.id, one.name]));
  const places = layouts.lg.map(({ i, x, y, w, h }: Place) => `${named[i]} ${x},${y} ${w}x${h}`);
  return { id, widgets, places: places.sort(), layouts };
}

const box = async (name: string) => (await widget(name).boundingBox())!;
const isAbove = async (first: string, second: string) => (await box(first)).y < (await box(second)).y;

describe("an editor", () => {
  it("creates a dashboard from a template, and reads its figures", async () => {
    await visit.follow("Dashboards");
    await page.getByText("There are no dashboards yet.").waitFor();
    await button("New dashboard").click();
    await field("Name of the new project").fill("Annual report");
    await field("Content").selectOption("carbon_footprint");
    await visit.check("board-new");
    await button("Create").click();
    await visit.heading("Annual report").waitFor();
    await page.getByRole("img", { name: /^Chart: Direct emissions/ }).waitFor();
    await widget("Direct emissions").getByText("All digits").click();
    await widget("Direct emissions").getByRole("rowheader", { name: /^Jan/ }).waitFor();
    await visit.check("board");
  });

  it("gets all figures with one request", async () => {
    const { id } = await stored();
    asked.length = 0;
    await page.reload();
    for (const name of ["Direct emissions", "Purchased energy", "Other indirect emissions"])
      await page.getByRole("img", { name: new RegExp(`^Chart: ${name}`) }).waitFor();
    await button("Edit").click();
    await button("Save").waitFor();
    await page.getByRole("img", { name: /^Chart: Direct emissions/ }).waitFor();
    expect(asked).toEqual([`/v2/dashboard/${id}/data`]);
  });

  it("sees figures of the dashboard that is shown, if someone else has changed it meanwhile", async () => {
    const answerLater = async (route: Route) => {
      const response = await route.fetch();
      const data = await response.json();
      await route.fulfill({ response, json: { ...data, revision: data.revision + 1 } });
    };
    await page.route("**/v2/dashboard/*/data", answerLater, { times: 1 });
    asked.length = 0;
    await page.reload();
    for (const name of ["Direct emissions", "Purchased energy", "Other indirect emissions"])
      await page.getByRole("img", { name: new RegExp(`^Chart: ${name}`) }).waitFor();
    const { id } = await stored();
    expect(asked).toEqual([`/v2/dashboard/${id}/data`, ...Array(3).fill(CALCULATE)]);
    await page.reload();
    await button("Edit").click();
    await button("Save").waitFor();
  });

  it("adds a widget that compares two years, which alone is calculated", async () => {
    asked.length = 0;
    await button("Add a widget").click();
    await field("Name").fill("Water and wastes");
    await field("Chart").selectOption("line");
    await field("Figure 1").selectOption("emissions_water");
    await button("Add a figure").click();
    await field("Figure 2").selectOption("intensity_wastes");
    await field("First day of period 1").fill("2025-01-01");
    await field("Last day of period 1").fill("2025-12-31");
    await button("Add a period to compare").click();
    expect(await field("First day of period 2").inputValue()).toBe("2024-01-01");
    await field("Points").selectOption("quarter");
    await visit.check("board-widget");
    await button("Apply").click();
    await page.getByRole("img", { name: /^Chart: Water and wastes/ }).waitFor();
    await widget("Water and wastes").getByText("All digits").click();
    await widget("Water and wastes").getByRole("columnheader", { name: "Emissions of water (t CO2e), 2024" }).waitFor();
    await widget("Water and wastes").getByTitle("nothing recorded to divide by").first().waitFor();
    expect(asked).toEqual([CALCULATE]);
  });

  it("moves and resizes it by keyboard, and is told where it is", async () => {
    const handle = button("Place of Water and wastes");
    await handle.focus();
    await page.keyboard.press("ArrowUp");
    await eventually(said).toBe("Water and wastes: columns 1 to 6 of 12, rows 5 to 8");
    await page.keyboard.press("ArrowUp");
    await eventually(said).toBe("Water and wastes: columns 1 to 6 of 12, rows 1 to 4");
    await page.keyboard.press("ArrowUp");
    await eventually(said).toBe("Water and wastes can go no further.");
    await page.keyboard.press("Shift+ArrowDown");
    await eventually(said).toBe("Water and wastes: columns 1 to 6 of 12, rows 1 to 5");
    await page.keyboard.press("Enter");
    await button("Narrower").click();
    await eventually(said).toBe("Water and wastes: columns 1 to 5 of 12, rows 1 to 5");
    await visit.check("board-edit");
    await button("Save").click();
    await button("Edit").waitFor();
    expect(await page.evaluate("document.activeElement.tagName")).toBe("H1");
    const { id, places, layouts } = await stored();
    expect(places).toEqual([
      "Direct emissions 0,5 6x4",
      "Other indirect emissions 0,9 6x4",
      "Purchased energy 6,0 6x4",
      "Water and wastes 0,0 5x5",
    ]);
    await page.getByRole("img", { name: /^Chart: Water and wastes/ }).waitFor();
    expect(asked).toEqual([CALCULATE, `/v2/dashboard/${id}/data`]);
    for (const breakpoint of ["md", "sm", "xs", "xxs"]) expect(layouts[breakpoint]).toHaveLength(4);
    await page.reload();
    await widget("Water and wastes").waitFor();
    expect(await isAbove("Water and wastes", "Direct emissions")).toBe(true);
    expect((await box("Water and wastes")).width).toBeLessThan((await box("Direct emissions")).width);
  });

  it("drags a widget with the mouse, and takes it back with Escape", async () => {
    await button("Edit").click();
    const handle = (await button("Place of Water and wastes").boundingBox())!;
    const drag = async () => {
      await page.mouse.move(handle.x + 10, handle.y + 10);
      await page.mouse.down();
      await page.mouse.move(handle.x + 10, handle.y + 10 + 5 * CELL_PX, { steps: 5 });
    };
    const isFirst = () => isAbove("Water and wastes", "Direct emissions");
    await drag();
    await eventually(isFirst).toBe(false);
    await page.keyboard.press("Escape");
    await eventually(isFirst).toBe(true);
    await page.mouse.up();
    await drag();
    await page.mouse.up();
    await eventually(said).toBe("Water and wastes: columns 1 to 5 of 12, rows 5 to 9");
    await button("Size of Water and wastes").scrollIntoViewIfNeeded();
    const corner = (await button("Size of Water and wastes").boundingBox())!;
    await page.mouse.move(corner.x + 5, corner.y + 5);
    await page.mouse.down();
    await page.mouse.move(corner.x + 5 - 2 * CELL_PX, corner.y + 5 - CELL_PX, { steps: 5 });
    await page.mouse.up();
    await eventually(said).toBe("Water and wastes: columns 1 to 3 of 12, rows 5 to 8");
    await visit.confirm("Discard the changes");
    await button("Edit").waitFor();
    expect(await isFirst()).toBe(true);
  });

  it("comments on a widget", async () => {
    await button("Comments on Direct emissions").click();
    await field("New comment").fill("December was estimated.");
    await button("Send").click();
    await page.getByText("December was estimated.").waitFor();
    await visit.check("board-comments");
    await button("Delete the comment “December was estimated.”").click();
    await page.getByText("There are no comments.").waitFor();
    await button("Close").click();
  });

  it("whose dashboard another editor has changed is told, and reads it again", async () => {
    const other = await visit.newTab();
    await visit.signIn("admin", { on: other });
    const { id } = await stored();
    await other.goto(`${backend.urls.gateway}/console#/dashboards/${id}`);
    for (const tab of [page, other]) {
      await button("Edit", tab).click();
      await button("Remove Purchased energy", tab).click();
    }
    await button("Save").click();
    await button("Edit").waitFor();
    await button("Save", other).click();
    await other.getByText("Someone else has changed this dashboard since you read it.").waitFor();
    expect((await stored()).widgets).toHaveLength(3);
    await button("Read it again, without my changes", other).click();
    await button("Edit", other).waitFor();
    await other.getByRole("article", { name: "Water and wastes" }).waitFor();
    expect(await other.getByRole("article", { name: "Purchased energy" }).count()).toBe(0);
    await other.close();
  });

  it("renames and deletes the dashboard", async () => {
    await button("Rename").click();
    await field("Name").fill("Report of the year");
    await button("Save").click();
    await visit.heading("Report of the year").waitFor();
    await button("Delete the dashboard").click();
    await button("Delete").click();
    await page.getByText("There are no dashboards yet.").waitFor();
  });
});
