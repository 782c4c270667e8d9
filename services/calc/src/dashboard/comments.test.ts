import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { refusalOf } from "@emissions/testkit/in-memory";
import { afterAll, beforeEach, expect, it } from "vitest";
import { dashboardService, family } from "./dashboard.fixture.ts";

const service = await dashboardService();
afterAll(() => service.calc.drop());
const { calc, methods } = service;

let us: Principal;
let colleague: Principal;
let id: string;
const widgets = ["a", "b"].map((one) => ({ id: one, name: one, config: "{}" }));
beforeEach(async () => {
  ({ us } = family());
  colleague = { ...us, userId: newId() };
  ({ id } = await service.create(us, widgets));
});

const comment = async (text: string, by = us, widgetId = "a") =>
  (await methods.createDashboardComment({ id, widgetId, text }, calc.by(by))).comment!;
const textsOf = async (widgetId = "a") =>
  (await methods.listDashboardComments({ id, widgetId }, calc.by(us))).comments.map(({ text }) => text);
const remove = (commentId: string, by = us) =>
  methods.deleteDashboardComment({ id, widgetId: "a", commentId }, calc.by(by));

it("comments are listed from the oldest on, each with its author", async () => {
  const first = await comment("First");
  await comment("Second", colleague);
  await comment("Elsewhere", us, "b");
  expect(first).toMatchObject({ widgetId: "a", createdBy: us.userId });
  expect(await textsOf()).toEqual(["First", "Second"]);
});

it("only its author deletes a comment", async () => {
  const { id: commentId } = await comment("First");
  expect((await refusalOf(remove(commentId, colleague))).code).toBe("COMMENT_NOT_AUTHOR");
  await remove(commentId);
  expect(await textsOf()).toEqual([]);
  expect((await refusalOf(remove(commentId))).detail).toBe("Not found.");
});

it("comments stay when their widget changes, and go when it is removed", async () => {
  await comment("Kept");
  await service.update(id, { widgets: [{ id: "a", name: "Renamed", config: "{}" }, widgets[1]!] }, us);
  expect(await textsOf()).toEqual(["Kept"]);
  await service.update(id, { widgets: widgets.slice(1) }, us);
  expect((await refusalOf(textsOf())).detail).toBe("Not found.");
  await service.update(id, { widgets }, us);
  expect(await textsOf()).toEqual([]);
});

it.each([
  { what: "blank", text: "", type: "body.text value_error.missing" },
  { what: "longer than 2,000 characters", text: "x".repeat(2_001), type: "body.text value_error.any_str.max_length" },
])("a comment that is $what is refused", async ({ text, type }) => {
  expect((await refusalOf(comment(text))).violations).toEqual([type]);
});

it("a widget has at most 200 comments", async () => {
  await calc.db.asService(
    us.organizationId,
    ({ tx, org }) => tx`
      insert into dashboard_comments (organization_id, dashboard_id, widget_id, id, text, created_by)
      select ${org}, ${id}, 'a', gen_random_uuid(), 'Hm', ${us.userId} from generate_series(1, 199)`,
  );
  await comment("The last one");
  expect((await refusalOf(comment("One more"))).code).toBe("COMMENT_LIMIT_REACHED");
  await comment("Elsewhere", us, "b");
});
