import { randomBytes } from "node:crypto";
import { newId } from "@emissions/kit/process/id";
import { DRY_RUN } from "@emissions/kit/wire/headers";
import { EmployeeSituation } from "@emissions/proto/activity/v1/commuting_period_service";
import { EmployeeService } from "@emissions/proto/activity/v1/employee_service";
import { TrainingColumnType } from "@emissions/proto/activity/v1/training_column_service";
import { findTexts } from "@emissions/testkit/find-texts";
import { refusalOf } from "@emissions/testkit/in-memory";
import { testInfra } from "@emissions/testkit/infra";
import { expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import {
  addEmployee,
  addPeriod,
  calculate,
  commuteOf,
  employeeOf,
  employees,
  periods,
} from "../employee/employee.fixture.ts";
import { items } from "../job/job.fixture.ts";
import {
  addPerson,
  contractOf,
  getPerson,
  rowOf as personRow,
  workforce,
} from "../own_workforce/own_workforce.fixture.ts";
import { addRow, addSurvey, answers, car, rowLink } from "../survey/survey.fixture.ts";
import { declare, listed, training, trainings } from "../training/training.fixture.ts";

/** Part of every text of the person. No other row has it. */
let mark: string;
eachTest(() => {
  mark = `Quenneville${randomBytes(4).toString("hex")}`;
});

function adminUrl(): string {
  const url = new URL(testInfra().postgresUrl);
  url.pathname = new URL(activity.url).pathname;
  return url.href;
}
const traces = () => findTexts(adminUrl(), [mark, mark.toLowerCase()]);

const zoe = () =>
  employeeOf({ name: `Zoë ${mark}`, email: `${mark}@example.com`, externalId: `hr-${mark}`, fileName: `${mark}.csv` });

/** An employee whose texts are in rows, replies, items of jobs and filters of deletions. */
async function addZoe() {
  const { employee } = await employees(us, "creation of zoe").createEmployee(zoe());
  const { id } = employee!;
  const period = await addPeriod(id, { origin: `${mark} Street 1`, destination: "Office", externalId: `trip-${mark}` });
  const earlier = { origin: mark, startDate: "2024-01-01", endDate: "2024-06-30", externalId: `${mark}-2` };
  await periods().createCommutingPeriods({ records: [commuteOf(id, earlier)] });
  const changes = { name: `Zoë ${mark} Marsh`, situation: EmployeeSituation.INACTIVE };
  await employees().updateEmployee({ id, ...changes, updateMask: { paths: ["name", "situation"] } });
  await periods().updateCommutingPeriod({
    id: period.id,
    origin: `${mark} Street 2`,
    updateMask: { paths: ["origin"] },
  });
  await calculate([{ recordId: period.id, co2e: "622.75" }]);
  const survey = await addSurvey();
  const token = await rowLink(survey.id, await addRow(survey.id, id));
  await answers().submitSurveyAnswer({ token, commutes: [car({ origin: `${mark} Street 3` })] });
  const nobody = { search: mark, situation: [EmployeeSituation.TERMINATED] };
  const { filterHash } = await employees().listEmployees(nobody);
  await employees().deleteEmployeesByFilters({ ...nobody, filterHash });
  return { id, periodId: period.id };
}

it("an erased employee is in no text, document, stored reply or event, and the emissions stay", async () => {
  const { id, periodId } = await addZoe();
  expect(await traces()).toEqual([
    "activity.commuting_periods.external_id",
    "activity.commuting_periods.origin",
    "activity.employees.email",
    "activity.employees.email_key",
    "activity.employees.external_id",
    "activity.employees.file_name",
    "activity.employees.label",
    "activity.employees.name",
    "activity.employees.name_key",
    "activity.employees.search_text",
    "activity.idempotency_keys.reply",
    "activity.ingest_job_items.external_id",
    "activity.survey_rows.email",
    "activity.survey_rows.external_id",
    "activity.survey_rows.name",
    "activity.survey_rows.search_text",
  ]);
  await employees({ ...us, role: "human_resources" }).deleteEmployee({ id, erase: true });
  expect(await traces()).toEqual([]);
  const { commutingPeriod } = await periods().getCommutingPeriod({ id: periodId });
  expect(commutingPeriod).toMatchObject({ co2e: { value: "622.75" }, totalKm: { value: "15" } });
  expect((await periods().listCommutingPeriods({})).commutingPeriods).toHaveLength(3);
  const [row] = await activity.rows<{ commutesCount: number }>(us, "survey_rows");
  expect(row!.commutesCount).toBe(1);
});

/** Trainings of a person by a single request and by a batch, with a custom column. */
async function addTrainings(ownWorkforceId: string): Promise<void> {
  await declare("trainer", TrainingColumnType.TEXT);
  const customValues = { trainer: { text: mark } };
  const one = training({ ownWorkforceId, description: `Coaching of ${mark}`, customValues });
  await trainings({ "idempotency-key": newId() }).createOwnWorkforceTraining(one);
  await trainings({ "idempotency-key": newId() }).createOwnWorkforceTrainings({ records: [one] });
}

it("an erased person of the own workforce is in no text, document, stored reply or event", async () => {
  const externalEmployeeId = `hr-${mark}`;
  const contract = contractOf("2020-01-01", "2020-12-31", { jobCategory: `Head of ${mark}` });
  const { id } = await addPerson({ externalEmployeeId, fileName: `${mark}.csv`, contracts: [contract] });
  const later = personRow(externalEmployeeId, "2021-01-01", { jobCategory: mark, disabledEmployee: true });
  await workforce().createOwnWorkforces({ records: [later] });
  await addTrainings(id);
  await workforce().updateOwnWorkforce({ id, fileName: `${mark}-2.csv`, updateMask: { paths: ["file_name"] } });
  expect(await traces()).toEqual([
    "activity.idempotency_keys.reply",
    "activity.own_workforce_trainings.custom_values",
    "activity.own_workforce_trainings.description",
    "activity.own_workforce_trainings.search_text",
    "activity.own_workforces.external_employee_id",
    "activity.own_workforces.file_name",
    "activity.own_workforces.search_text",
    "activity.workforce_contracts.job_category",
  ]);
  await workforce({ ...us, role: "human_resources" }).deleteOwnWorkforce({ id, erase: true });
  expect(await traces()).toEqual([]);
  expect((await getPerson(id)).contracts).toHaveLength(2);
  expect((await listed()).map(({ hours }) => hours!.value)).toEqual(["1.5", "1.5"]);
});

it("a repeat of the request that created an erased person creates nobody", async () => {
  const { id } = await addZoe();
  await employees().deleteEmployee({ id, erase: true });
  const repeat = employees(us, "creation of zoe").createEmployee(zoe());
  expect((await refusalOf(repeat)).code).toBe("IDEMPOTENT_REPLY_ERASED");
});

it("the erasure of a person leaves the replies and items of others", async () => {
  const { id } = await addZoe();
  const other = await employees(us, "creation of ada").createEmployee(employeeOf());
  await employees().createEmployees({ records: [employeeOf({ name: "Grace", externalId: "hr-grace" })] });
  await employees().deleteEmployee({ id, erase: true });
  expect(await employees(us, "creation of ada").createEmployee(employeeOf())).toEqual(other);
  expect((await items()).flatMap(({ externalId }) => externalId ?? [])).toEqual(["hr-grace"]);
});

it.each(["viewer", "editor"] as const)("a person is not erased by a %s", async (role) => {
  const { id } = await addEmployee();
  const by = { ...us, role };
  expect((await refusalOf(employees(by).deleteEmployee({ id, erase: true }))).code).toBe("FORBIDDEN");
  const person = await addPerson();
  expect((await refusalOf(workforce(by).deleteOwnWorkforce({ id: person.id, erase: true }))).code).toBe("FORBIDDEN");
  expect((await employees().getEmployee({ id })).employee!.name).toBe("Ada Lovelace");
});

it("a dry run erases nothing", async () => {
  const { id } = await addZoe();
  const before = await traces();
  await activity.as(us, EmployeeService, { [DRY_RUN]: "true" }).deleteEmployee({ id, erase: true });
  expect(await traces()).toEqual(before);
});
