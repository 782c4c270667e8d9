import { create as message } from "@bufbuild/protobuf";
import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { GroupService } from "@emissions/proto/activity/v1/group_service";
import { ProjectService } from "@emissions/proto/activity/v1/project_service";
import { DashboardWidgetsChangedSchema } from "@emissions/proto/calc/v1/dashboard_service";
import { describe, expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { widgetConsumer } from "./widget-consumer.ts";

eachTest();

const projects = (by: Principal = us) => activity.as(by, ProjectService);
const create = async () =>
  (await projects().createProject({ name: "Report", responsibleUserId: us.userId })).project!.id;
const numberOf = async (id: string, by: Principal = us) =>
  (await projects(by).getProject({ id })).project!.extended!.numberOfWidgets;

interface Announced {
  projectId: string;
  change: number;
  /** The categories of each widget. */
  widgets: string[][];
}

function announce({ projectId, change, widgets }: Announced, org = us.organizationId) {
  const event = message(DashboardWidgetsChangedSchema, {
    projectId,
    change: BigInt(change),
    widgets: widgets.map((categories) => ({ categories })),
  });
  return activity.db.asService(org, (write) => widgetConsumer.handle(write, [event]));
}

describe("the number of widgets of a project", () => {
  it("is that of the last change, in any order of arrival", async () => {
    const projectId = await create();
    expect(await numberOf(projectId)).toBe(0);
    await announce({ projectId, change: 7, widgets: [["wastes"], [], ["water", "wastes"]] });
    await announce({ projectId, change: 6, widgets: [] });
    await announce({ projectId, change: 7, widgets: [["wastes"]] });
    expect(await numberOf(projectId)).toBe(3);
    expect((await projects().listProjects({})).projects[0]!.extended!.numberOfWidgets).toBe(3);
    await announce({ projectId, change: 8, widgets: [] });
    expect(await numberOf(projectId)).toBe(0);
  });

  it.each([
    { views: [], number: 1 },
    { views: ["wastes"], number: 2 },
    { views: ["water"], number: 1 },
    { views: ["wastes", "water"], number: 3 },
  ])("is $number for an organization with the views $views: those that it sees", async ({ views, number }) => {
    const { organization } = await activity
      .as(us, GroupService)
      .createChildOrganization({ name: "North", country: "SE" });
    const north = { ...us, organizationId: organization!.id };
    const id = await create();
    await projects().inviteToProject({ id, organizationId: north.organizationId, allowedViews: views });
    await announce({ projectId: id, change: 1, widgets: [["wastes"], [], ["water", "wastes"]] });
    expect(await numberOf(id, north)).toBe(number);
  });

  it("gives a project no other version and no time of change", async () => {
    const id = await create();
    const rowOf = async () =>
      activity.db.asService(us.organizationId, ({ tx }) => tx`select xmin::text, updated_at from projects`);
    const before = await rowOf();
    await announce({ projectId: id, change: 1, widgets: [[]] });
    expect(await rowOf()).toEqual(before);
  });

  it("is not stored for a deleted project, nor for one of another organization", async () => {
    const id = await create();
    await announce({ projectId: id, change: 1, widgets: [[]] }, (await activity.organization()).organizationId);
    expect(await numberOf(id)).toBe(0);
    await projects().deleteProject({ id });
    for (const projectId of [id, newId()]) await announce({ projectId, change: 1, widgets: [[]] });
    expect(await activity.rows(us, "project_widgets")).toEqual([]);
  });
});
