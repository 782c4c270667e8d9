import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { GroupService } from "@emissions/proto/activity/v1/group_service";
import { LogisticsRequestService } from "@emissions/proto/activity/v1/logistics_request_service";
import { LogisticsSummaryService } from "@emissions/proto/activity/v1/logistics_summary_service";
import {
  ProjectDeletedSchema,
  ProjectEntityType,
  ProjectMethodology,
  ProjectService,
  ProjectType,
} from "@emissions/proto/activity/v1/project_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { storeShipments } from "../logistics_request/shipments.fixture.ts";

eachTest();

const { LOGISTICS_REQUESTS, INVOICES } = ProjectEntityType;
const projects = (by: Principal = us) => activity.as(by, ProjectService);
const report = () => ({ name: "Report", responsibleUserId: us.userId });
const create = async (values: object = {}) => (await projects().createProject({ ...report(), ...values })).project!;
const update = (id: string, values: object, ...paths: string[]) =>
  projects().updateProject({ id, ...values, updateMask: { paths } });
const link = (id: string, entityIds: string[], entityType: ProjectEntityType = LOGISTICS_REQUESTS) =>
  projects().linkRecords({ id, entityType, entityIds });
async function notFound(...calls: Promise<unknown>[]) {
  const refusals = await Promise.all(calls.map(refusalOf));
  expect(refusals.map(({ code }) => code)).toEqual(calls.map(() => "PROJECT_NOT_FOUND"));
}
const refusedFields = async (call: Promise<unknown>) => (await refusalOf(call)).violations;

describe("a project", () => {
  it("shows its values, the responsible member and its numbers", async () => {
    const project = await create({
      description: "Scopes 1 to 3",
      startDate: "2025-01-01",
      endDate: "2025-12-31",
      dueDate: "2026-03-31",
      projectType: ProjectType.ISO_14064,
      methodology: ProjectMethodology.ESRS,
    });
    expect(project).toMatchObject({
      name: "Report",
      projectType: ProjectType.ISO_14064,
      methodology: ProjectMethodology.ESRS,
      startDate: "2025-01-01",
      responsibleUser: { id: us.userId },
      extended: { numberOfFiles: 0, numberOfWidgets: 0, numberOfTasks: 0, numberOfTasksCompleted: 0 },
    });
    expect([project.parent, project.updatedAt]).toEqual([undefined, undefined]);
    expect((await projects().getProject({ id: project.id })).project).toEqual(project);
  });

  it("is listed by name", async () => {
    for (const name of ["beta", "Alpha", "alpha 2"]) await create({ name });
    const { projects: listed } = await projects().listProjects({});
    expect(listed.map(({ name }) => name)).toEqual(["Alpha", "alpha 2", "beta"]);
  });

  it("keeps values that a change omits, and is cleared by null", async () => {
    const { id } = await create({ description: "Old", dueDate: "2026-03-31" });
    const { project } = await update(id, { name: "New" }, "name", "due_date");
    expect(project).toMatchObject({ name: "New", description: "Old" });
    expect(project!.dueDate).toBeUndefined();
    expect(project!.updatedAt).toBeDefined();
  });

  it("is deleted, and then not found", async () => {
    const { id } = await create();
    await projects().deleteProject({ id });
    await notFound(projects().getProject({ id }), projects().deleteProject({ id }), update(id, {}));
  });

  it("refuses wrong values by name", async () => {
    const wrong = { startDate: "2025-02-30", endDate: "2025-01-01", responsibleUserId: "me", name: "" };
    expect(await refusedFields(projects().createProject(wrong))).toEqual([
      "body.name value_error.missing",
      "body.start_date value_error.date",
      "body.responsible_user_id type_error.uuid",
    ]);
    const backwards = { ...report(), startDate: "2025-02-01", endDate: "2025-01-01" };
    expect(await refusedFields(projects().createProject(backwards))).toEqual([
      "body.end_date end_date_before_start_date",
    ]);
    const { id } = await create({ endDate: "2025-01-01" });
    expect(await refusedFields(update(id, { startDate: "2025-02-01" }, "start_date"))).toHaveLength(1);
  });

  it("needs an active member who is responsible", async () => {
    const stranger = await activity.organization();
    const refused = projects().createProject({ ...report(), responsibleUserId: newId() });
    expect(await refusedFields(refused)).toEqual(["body.responsible_user_id value_error.not_found"]);
    const theirs = projects(stranger).createProject(report());
    expect(await refusedFields(theirs)).toEqual(["body.responsible_user_id value_error.not_found"]);
  });

  it("of another organization is not found, listed, changed, linked or deleted", async () => {
    const { id } = await create();
    const stranger = await activity.organization();
    const as = projects(stranger);
    await notFound(
      as.getProject({ id }),
      as.updateProject({ id, updateMask: { paths: [] } }),
      as.deleteProject({ id }),
      as.linkRecords({ id, entityType: INVOICES, entityIds: [newId()] }),
      as.listProjectInvitations({ id }),
    );
    expect((await as.listProjects({})).projects).toEqual([]);
  });
});

describe("linked records", () => {
  it("are counted once, shown on the record, and narrow lists, values and the summary", async () => {
    const { id, name } = await create();
    const [van, other] = await storeShipments({ fileId: newId(), fileName: "a.csv" }, 2);
    await storeShipments({ vehicleType: "artic_truck_diesel" });
    expect((await link(id, [van!, other!])).links).toMatchObject({ changed: 2, total: 2 });
    expect((await link(id, [van!])).links).toMatchObject({ changed: 0, total: 2 });
    const requests = activity.as(us, LogisticsRequestService);
    const { logisticsRequests, total } = await requests.listLogisticsRequests({ filter: { projectId: id } });
    expect([logisticsRequests.length, total]).toEqual([2, 2]);
    const [linked] = logisticsRequests[0]!.linkedProjects;
    expect(linked).toMatchObject({ projectId: id, projectName: name, organizationId: us.organizationId });
    const { uniqueValues } = await requests.listLogisticsRequestValues({ field: "vehicle_type", projectId: id });
    expect(uniqueValues!.values.map(({ value, count }) => [value, count])).toEqual([["van_diesel", 2]]);
    const { logisticsSummary } = await activity.as(us, LogisticsSummaryService).getLogisticsSummary({ projectId: id });
    expect(logisticsSummary!.requests!.count).toBe(2n);
    expect((await projects().getProject({ id })).project!.extended!.numberOfFiles).toBe(1);
  });

  it("are taken out again", async () => {
    const { id } = await create();
    const [first, second] = await storeShipments({}, 2);
    await link(id, [first!, second!]);
    const unlinked = { id, entityType: LOGISTICS_REQUESTS, entityIds: [first!, newId()] };
    expect((await projects().unlinkRecords(unlinked)).links).toMatchObject({ changed: 1, total: 1 });
  });

  it("leave the project when they are deleted", async () => {
    const { id } = await create();
    const [first] = await storeShipments({}, 1);
    await link(id, [first!]);
    await activity.as(us, LogisticsRequestService).deleteLogisticsRequest({ id: first! });
    const rest = await projects().unlinkRecords({ id, entityType: LOGISTICS_REQUESTS, entityIds: [newId()] });
    expect(rest.links).toMatchObject({ changed: 0, total: 0 });
  });

  it("must exist in the organization; one unknown id links none", async () => {
    const { id } = await create();
    const [ours] = await storeShipments({}, 1);
    const unknown = link(id, [ours!, newId()]);
    expect(await refusedFields(unknown)).toEqual(["body.entity_ids.1 value_error.not_found"]);
    expect((await link(id, [ours!])).links).toMatchObject({ changed: 1, total: 1 });
  });

  it("are from 1 to 100 ids of a known kind", async () => {
    const { id } = await create();
    expect(await refusedFields(link(id, []))).toEqual(["body.entity_ids value_error.missing"]);
    const many = Array.from({ length: 101 }, () => newId());
    expect(await refusedFields(link(id, many))).toEqual(["body.entity_ids value_error.list.max_items"]);
    expect(await refusedFields(link(id, ["a"], ProjectEntityType.UNSPECIFIED))).toEqual([
      "body.entity_type value_error.missing",
      "body.entity_ids type_error.uuid",
    ]);
  });
});

describe("an invitation", () => {
  const invited = async (name = "North") => {
    const { organization } = await activity.as(us, GroupService).createChildOrganization({ name, country: "SE" });
    return { ...us, organizationId: organization!.id };
  };

  it("lets an organization below read the project, and change nothing", async () => {
    const north = await invited();
    const { id } = await create();
    await notFound(projects(north).getProject({ id }));
    const views = { id, organizationId: north.organizationId, allowedViews: ["wastes", "wastes"] };
    const { invitation } = await projects().inviteToProject(views);
    expect(invitation).toMatchObject({ organizationName: "North", allowedViews: ["wastes"] });
    const { project } = await projects(north).getProject({ id });
    expect(project!.parent).toMatchObject({ id: us.organizationId });
    expect((await projects(north).listProjects({})).projects).toMatchObject([{ id }]);
    await notFound(
      projects(north).deleteProject({ id }),
      projects(north).updateProject({ id, name: "Theirs", updateMask: { paths: ["name"] } }),
      projects(north).inviteToProject(views),
    );
  });

  it("is replaced by a second one, listed, and withdrawn", async () => {
    const north = await invited();
    const { id } = await create();
    const organizationId = north.organizationId;
    await projects().inviteToProject({ id, organizationId, allowedViews: ["wastes"] });
    await projects().inviteToProject({ id, organizationId, allowedViews: ["purchases"] });
    const { invitations } = await projects().listProjectInvitations({ id });
    expect(invitations.map(({ allowedViews }) => allowedViews)).toEqual([["purchases"]]);
    await projects().withdrawProjectInvitation({ id, organizationId });
    await notFound(projects(north).getProject({ id }));
    const again = projects().withdrawProjectInvitation({ id, organizationId });
    expect((await refusalOf(again)).code).toBe("PROJECT_INVITATION_NOT_FOUND");
  });

  it("ends when the organization leaves the group", async () => {
    const north = await invited();
    const { id } = await create();
    await projects().inviteToProject({ id, organizationId: north.organizationId, allowedViews: [] });
    await activity.as(us, GroupService).releaseChildOrganization({ id: north.organizationId });
    await notFound(projects(north).getProject({ id }));
  });

  it("is looked up with its views by calc, and a deleted project is announced", async () => {
    const north = await invited();
    const [own, shared] = [await create(), await create()];
    await projects().inviteToProject({ id: shared.id, organizationId: north.organizationId, allowedViews: ["wastes"] });
    const lookUp = async (who: Principal, ids = [own.id, shared.id, newId(), "no id"]) =>
      (await projects(who).lookUpProjects({ ids })).projects.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const organizationId = us.organizationId;
    expect(await lookUp(us)).toMatchObject([
      { id: own.id, organizationId, allowedViews: [] },
      { id: shared.id, organizationId, allowedViews: [] },
    ]);
    expect(await lookUp(north)).toMatchObject([{ id: shared.id, organizationId, allowedViews: ["wastes"] }]);
    const groupOf = async (who: Principal) =>
      (await projects(who).lookUpProjects({ ids: [shared.id], withGroup: true })).projects[0]!.groupIds;
    const south = await invited("South");
    expect(await groupOf(north)).toEqual([organizationId, north.organizationId, south.organizationId]);
    expect(await groupOf(us)).toEqual(await groupOf(north));
    await activity.as(us, GroupService).releaseChildOrganization({ id: south.organizationId });
    expect(await groupOf(north)).toEqual([organizationId, north.organizationId]);
    await projects().withdrawProjectInvitation({ id: shared.id, organizationId: north.organizationId });
    expect(await lookUp(north)).toEqual([]);
    await projects().deleteProject({ id: own.id });
    expect(await lookUp(us)).toMatchObject([{ id: shared.id }]);
    expect(await activity.events(us, ProjectDeletedSchema)).toMatchObject([{ id: own.id }]);
    expect(await refusedFields(lookUp(us, Array(1_001).fill(own.id)))).toEqual(["body.ids value_error.list.max_items"]);
  });

  it("keeps its effect while the invited organization is archived, and can be withdrawn", async () => {
    const north = await invited();
    const organizationId = north.organizationId;
    const { id } = await create();
    await projects().inviteToProject({ id, organizationId, allowedViews: ["wastes"] });
    await activity.as(us, GroupService).archiveChildOrganization({ id: organizationId });
    const archived = { ...north, archived: true };
    expect((await projects(archived).getProject({ id })).project).toMatchObject({ id });
    expect((await projects(archived).lookUpProjects({ ids: [id] })).projects).toMatchObject([{ id }]);
    const { invitations } = await projects().listProjectInvitations({ id });
    expect(invitations).toMatchObject([{ organizationId, organizationName: "North" }]);
    await projects().inviteToProject({ id, organizationId, allowedViews: ["water"] });
    const [access] = (await projects(archived).lookUpProjects({ ids: [id] })).projects;
    expect(access!.allowedViews).toEqual(["water"]);
    await projects().withdrawProjectInvitation({ id, organizationId });
    await notFound(projects(archived).getProject({ id }));
  });

  it("of an archived owner is still read, and neither made, replaced nor withdrawn", async () => {
    const north = await invited();
    const sent = { organizationId: north.organizationId, allowedViews: ["wastes"] };
    const { id } = await create();
    await projects().inviteToProject({ id, ...sent });
    await activity.db.asService(us.organizationId, ({ tx }) => tx`update organizations set archived_at = now()`);
    const owner = projects({ ...us, archived: true });
    expect((await projects(north).getProject({ id })).project).toMatchObject({ id });
    expect((await owner.listProjectInvitations({ id })).invitations).toHaveLength(1);
    for (const change of [owner.inviteToProject({ id, ...sent }), owner.withdrawProjectInvitation({ id, ...sent })])
      expect((await refusalOf(change)).code).toBe("ORGANIZATION_ARCHIVED");
  });

  it("with an unknown view is refused at its place, and nothing is stored", async () => {
    const { organizationId } = await invited();
    const { id } = await create();
    const call = projects().inviteToProject({ id, organizationId, allowedViews: ["wastes", "waste", "scope_4"] });
    const places = [1, 2].map((at) => `body.allowed_views.${at} type_error.enum`);
    expect(await refusedFields(call)).toEqual(places);
    expect((await projects().listProjectInvitations({ id })).invitations).toEqual([]);
  });

  it("of an organization outside the group, or above, is refused", async () => {
    const { id } = await create();
    const stranger = await activity.organization();
    for (const organizationId of [stranger.organizationId, us.organizationId]) {
      const call = projects().inviteToProject({ id, organizationId, allowedViews: [] });
      expect((await refusalOf(call)).code).toBe("ORGANIZATION_NOT_IN_GROUP");
    }
  });
});
