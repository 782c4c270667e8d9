import { newId } from "@emissions/kit/process/id";
import { EmployeeSituation } from "@emissions/proto/activity/v1/commuting_period_service";
import { ProjectService } from "@emissions/proto/activity/v1/project_service";
import { SurveyLanguage, SurveyStatus } from "@emissions/proto/activity/v1/survey_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, deletions, eachTest, us } from "../activity.fixture.ts";
import { addEmployee } from "../employee/employee.fixture.ts";
import { addProject } from "../project/project.fixture.ts";
import {
  addRow,
  addRows,
  addSurvey,
  answers,
  car,
  linkOf,
  rowLink,
  rowOf,
  surveyOf,
  surveys,
} from "./survey.fixture.ts";

eachTest();

const get = async (id: string) => (await surveys().getSurvey({ id })).survey!;

describe("a survey", () => {
  it("is stored, shown, changed, closed, opened again and deleted", async () => {
    const created = await addSurvey();
    const counts = { pendingCount: 0, answeredCount: 0, blankCount: 0 };
    expect(created).toMatchObject({ ...surveyOf(), ...counts, status: SurveyStatus.OPEN, createdBy: us.userId });
    const { id } = created;
    expect(await get(id)).toEqual(created);
    const change = { id, name: "Commuting 2025", languages: [SurveyLanguage.EN] };
    const { survey } = await surveys().updateSurvey({ ...change, updateMask: { paths: ["name", "languages"] } });
    expect(survey).toMatchObject({ ...surveyOf(), ...change });
    const { survey: closed } = await surveys().closeSurvey({ id });
    expect([closed!.status, closed!.closedAt !== undefined]).toEqual([SurveyStatus.CLOSED, true]);
    const { survey: opened } = await surveys().reopenSurvey({ id });
    expect([opened!.status, opened!.closedAt]).toEqual([SurveyStatus.OPEN, undefined]);
    await surveys().deleteSurvey({ id });
    expect(await refusalOf(get(id))).toMatchObject({ code: "SURVEY_NOT_FOUND" });
  });

  it.each([
    ["no name", { name: "" }, "name value_error.missing"],
    ["no languages", { languages: [] }, "languages value_error.missing"],
    ["a language twice", { languages: [1, 1] }, "languages value_error.list.unique_items"],
    ["an unknown language", { languages: [99] }, "languages type_error.enum"],
    ["a reversed period", { endDate: "2024-12-31" }, "end_date end_date_before_start_date"],
    ["a period of 367 days", { endDate: "2026-01-02" }, "end_date value_error.period_too_long"],
    ["a day before 1970", { startDate: "1969-12-31" }, "start_date activity_date_out_of_range"],
  ])("refuses %s", async (_, values, violation) => {
    expect((await refusalOf(addSurvey(values))).violations).toContain(`body.${violation}`);
    expect(await activity.rows(us, "surveys")).toEqual([]);
  });

  it("is given to a project of the organization, and to no unknown or foreign one", async () => {
    const projectId = await addProject();
    const { id } = await addSurvey({ projectId });
    await surveys().updateSurvey({ id, projectId: await addProject(), updateMask: { paths: ["project_id"] } });
    const before = await get(id);
    for (const other of [newId(), await addProject(await activity.organization())]) {
      const change = { id, projectId: other, updateMask: { paths: ["project_id"] } };
      for (const refused of [() => addSurvey({ projectId: other }), () => surveys().updateSurvey(change)])
        expect((await refusalOf(refused())).violations).toEqual(["body.project_id value_error.not_found"]);
    }
    expect([await get(id), (await activity.rows(us, "surveys")).length]).toEqual([before, 1]);
  });

  it("keeps a project that was deleted, also when it is sent again", async () => {
    const projectId = await addProject();
    const { id } = await addSurvey({ projectId });
    await activity.as(us, ProjectService).deleteProject({ id: projectId });
    const change = { id, projectId, name: "Other", updateMask: { paths: ["project_id", "name"] } };
    expect((await surveys().updateSurvey(change)).survey).toMatchObject({ projectId, name: "Other" });
  });

  it("is listed by filters, the newest first", async () => {
    const [first, second] = [await addSurvey({ name: "Péndulo" }), await addSurvey({ startDate: "2025-03-01" })];
    await surveys().closeSurvey({ id: first.id });
    const list = async (filter: object) => (await surveys().listSurveys(filter)).surveys.map(({ id }) => id);
    expect(await list({})).toEqual([second.id, first.id]);
    expect(await list({ search: "pendulo" })).toEqual([first.id]);
    expect(await list({ status: [SurveyStatus.OPEN] })).toEqual([second.id]);
    expect(await list({ endDate: "2025-02-01" })).toEqual([first.id]);
  });

  it("keeps its period while it has rows, because the rows have it", async () => {
    const { id } = await addSurvey();
    await addRow(id);
    const change = { id, startDate: "2025-02-01", name: "Other", updateMask: { paths: ["start_date", "name"] } };
    expect(await refusalOf(surveys().updateSurvey(change))).toMatchObject({ code: "SURVEY_HAS_ROWS" });
    await surveys().updateSurvey({ ...change, updateMask: { paths: ["name"] } });
    expect(await get(id)).toMatchObject({ name: "Other", startDate: "2025-01-01", pendingCount: 1 });
  });

  it("is deleted with its links, its rows and their commuting periods", async () => {
    const { id } = await addSurvey();
    const kept = await addRow((await addSurvey()).id);
    await answers().submitSurveyAnswer({ token: await linkOf(id), commutes: [car(), car()] });
    await addRow(id);
    const periods = await activity.rows<{ id: string }>(us, "commuting_periods");
    await surveys().deleteSurvey({ id });
    expect(await activity.rows(us, "commuting_periods")).toEqual([]);
    expect(await activity.rows(us, "survey_links")).toEqual([]);
    expect((await activity.rows<{ id: string }>(us, "survey_rows")).map((row) => row.id)).toEqual([kept]);
    expect((await deletions()).map(({ recordId }) => recordId).sort()).toEqual(periods.map((row) => row.id).sort());
  });
});

describe("rows", () => {
  it("are added for named employees, once for each", async () => {
    const { id } = await addSurvey();
    const ada = await addEmployee({ name: "Ada", email: "ada@example.com", externalId: "E-1" });
    const bob = await addEmployee({ name: "Bob" });
    expect(await addRows(id, { employeeIds: [ada.id] })).toMatchObject({ addedCount: 1, existingCount: 0 });
    const again = await addRows(id, { employeeIds: [ada.id, bob.id] });
    expect(again).toMatchObject({ addedCount: 1, existingCount: 1, hasMore: false });
    expect(await rowOf(again.rowIds[0]!)).toMatchObject({
      organization: { id: us.organizationId, name: "Organization" },
      employeeId: bob.id,
      name: "Bob",
      anonymous: false,
      periodStart: "2025-01-01",
      periodEnd: "2025-07-01",
      survey: { id, name: "How do you commute?" },
      timesSent: 0,
      commutesCount: 0,
    });
    expect(await get(id)).toMatchObject({ pendingCount: 2 });
  });

  it("are added for the employees that match filters, and without a person", async () => {
    const { id } = await addSurvey();
    await addEmployee({ name: "Ada" });
    await addEmployee({ name: "Bob", situation: EmployeeSituation.TERMINATED });
    const employees = { situation: [EmployeeSituation.ACTIVE] };
    expect(await addRows(id, { employees })).toMatchObject({ addedCount: 1, hasMore: false });
    expect(await addRows(id, { employees: {} })).toMatchObject({ addedCount: 1 });
    const { rowIds } = await addRows(id, { anonymous: 3 });
    const row = await rowOf(rowIds[2]!);
    expect([row.anonymous, row.name, row.email, row.employeeId]).toEqual([true, undefined, undefined, undefined]);
    expect(await get(id)).toMatchObject({ pendingCount: 5 });
  });

  it("are refused for unknown and foreign employees, all or none", async () => {
    const { id } = await addSurvey();
    const ours = await addEmployee();
    const foreign = await addEmployee({}, await activity.organization());
    const refusal = await refusalOf(addRows(id, { employeeIds: [ours.id, foreign.id] }));
    expect(refusal.violations).toEqual(["body.employee_ids.1 value_error.not_found"]);
    expect(await get(id)).toMatchObject({ pendingCount: 0 });
  });

  it.each([
    ["nothing", {}, "employee_ids value_error.missing"],
    ["two selections", { employees: {}, anonymous: 1 }, "employee_ids value_error.survey_rows"],
    ["1,001 rows without a person", { anonymous: 1_001 }, "anonymous value_error.number.not_le"],
    ["no row", { anonymous: 0 }, "anonymous value_error.number.not_le"],
    ["no id", { employeeIds: ["x"] }, "employee_ids type_error.uuid"],
  ])("are refused with %s", async (_, selection, violation) => {
    const { id } = await addSurvey();
    expect((await refusalOf(addRows(id, selection))).violations).toEqual([`body.${violation}`]);
  });

  it("are not added to a closed survey, nor above the limit of a survey", async () => {
    const { id } = await addSurvey();
    await surveys().closeSurvey({ id });
    expect(await refusalOf(addRow(id))).toMatchObject({ code: "SURVEY_CLOSED" });
    await surveys().reopenSurvey({ id });
    await activity.db.asService(us.organizationId, async ({ tx, org }) => {
      await tx`insert into survey_row_counts values (${org}, ${id}, 'pending', 7, 49999)`;
    });
    await addRow(id);
    expect(await refusalOf(addRow(id))).toMatchObject({ code: "SURVEY_FULL" });
    const token = await linkOf(id);
    expect(await refusalOf(answers().submitSurveyAnswer({ token }))).toMatchObject({ code: "SURVEY_FULL" });
  });

  it("follow the name of their employee", async () => {
    const { id } = await addSurvey();
    const ada = await addEmployee({ name: "Ada", email: "ada@example.com" });
    const rowId = await addRow(id, ada.id);
    await activity.db.asService(us.organizationId, async ({ tx }) => {
      await tx`update employees set name = 'Augusta', email = null where id = ${ada.id}`;
    });
    const row = await rowOf(rowId);
    expect([row.name, row.email]).toEqual(["Augusta", undefined]);
  });
});

describe("links", () => {
  it("show their token once, and the database has only a hash", async () => {
    const { id } = await addSurvey();
    const rowId = await addRow(id);
    const create = () => surveys(us, "same").createSurveyLink({ id, expiresInDays: 2 });
    const [{ link }, { link: replayed }] = [await create(), await create()];
    expect(replayed).toEqual({ ...link, token: undefined });
    const token = await rowLink(id, rowId);
    const { links, total } = await surveys().listSurveyLinks({ id });
    expect([total, links.map((one) => [one.surveyRowId, one.token])]).toEqual([
      2,
      [
        [rowId, undefined],
        [undefined, undefined],
      ],
    ]);
    const stored = JSON.stringify([
      await activity.rows(us, "survey_links"),
      await activity.rows(us, "audit_log"),
      await activity.rows(us, "idempotency_keys"),
    ]);
    for (const secret of [token, link!.token!]) {
      expect(secret).toMatch(/^[\w-]{64}$/);
      expect(stored).not.toContain(secret);
      expect(stored).not.toContain(Buffer.from(secret).toString("hex"));
    }
  });

  it("of rows replace the former one, and count as sendings", async () => {
    const { id } = await addSurvey();
    const rowId = await addRow(id);
    const [former, latter] = [await rowLink(id, rowId), await rowLink(id, rowId)];
    expect(await rowOf(rowId)).toMatchObject({ timesSent: 2, sentAt: expect.anything() });
    expect(await refusalOf(answers().getSurveyForm({ token: former }))).toMatchObject({ code: "LINK_NOT_FOUND" });
    expect((await answers().getSurveyForm({ token: latter })).form).toMatchObject({ anonymous: true });
  });

  it("are made for pending rows of the survey alone, all or none", async () => {
    const { id } = await addSurvey();
    const [row, answered, foreign] = [await addRow(id), await addRow(id), await addRow((await addSurvey()).id)];
    await answers().submitSurveyAnswer({ token: await rowLink(id, answered) });
    const refusal = await refusalOf(surveys().createSurveyRowLinks({ id, rowIds: [row, answered, foreign] }));
    expect(refusal.violations).toEqual([
      "body.row_ids.1 value_error.survey_row_answered",
      "body.row_ids.2 value_error.not_found",
    ]);
    expect(await rowOf(row)).toMatchObject({ timesSent: 0 });
  });

  it("have limits of number and time", async () => {
    const { id } = await addSurvey();
    const tooLong = surveys().createSurveyLink({ id, expiresInDays: 367 });
    expect((await refusalOf(tooLong)).violations).toEqual(["body.expires_in_days value_error.number.not_le"]);
    for (let n = 0; n < 100; n++) await linkOf(id);
    expect(await refusalOf(linkOf(id))).toMatchObject({ code: "SURVEY_LINK_LIMIT_REACHED" });
    const { links } = await surveys().listSurveyLinks({ id });
    const linkId = links[0]!.id;
    await surveys().deleteSurveyLink({ id, linkId });
    expect(await refusalOf(surveys().deleteSurveyLink({ id, linkId }))).toMatchObject({
      code: "SURVEY_LINK_NOT_FOUND",
    });
    await linkOf(id);
  });
});
