import { newId } from "@emissions/kit/process/id";
import { IngestJobStatus } from "@emissions/proto/activity/v1/ingest_job_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { SurveyAnswerService } from "@emissions/proto/activity/v1/survey_answer_service";
import { SurveyRowSource, SurveyRowStatus } from "@emissions/proto/activity/v1/survey_row";
import { CommuteTransport } from "@emissions/proto/factors/v1/commute";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, eachTest, inputs, us } from "../activity.fixture.ts";
import { addEmployee, periods } from "../employee/employee.fixture.ts";
import { addRow, addSurvey, bus, car, rowOf, surveys } from "../survey/survey.fixture.ts";

eachTest();

const store = (records: object[], headers: Record<string, string> = {}) =>
  activity
    .as(us, SurveyAnswerService, { "idempotency-key": newId(), "idempotency-fingerprint": "f", ...headers })
    .createSurveyAnswers({ records });
const storedRows = () => activity.rows<object>(us, "survey_rows");
const storedPeriods = async () => (await periods().listCommutingPeriods({})).commutingPeriods;

describe("a batch of answers", () => {
  it("answers pending rows, adds rows of employees and anonymous ones, and is a finished job of the rows", async () => {
    const { id: surveyId } = await addSurvey();
    const [ada, bob] = [await addEmployee({ email: "ada@example.com" }), await addEmployee({ name: "Bob" })];
    const pending = await addRow(surveyId, ada.id);
    const fileId = activity.store.add(us.organizationId, "answers.csv");
    const file = { fileId, fileName: "answers.csv" };
    const { job } = await store([
      { surveyId, employeeId: ada.id, commutes: [car({ origin: "Sants" }), bus], recordOrigin: file },
      { surveyId, employeeId: bob.id.toUpperCase(), commutes: [bus] },
      { surveyId, commutes: [car()], recordOrigin: { externalId: "r-3" } },
      { surveyId },
    ]);
    expect(job).toMatchObject({
      entityType: EntityType.SURVEY_ROWS,
      status: IngestJobStatus.COMPLETED,
      totalItems: 4,
      succeededItems: 4,
    });
    expect(await rowOf(pending)).toMatchObject({
      status: SurveyRowStatus.ANSWERED,
      source: SurveyRowSource.FILE,
      file: { id: fileId, name: "answers.csv" },
      commutesCount: 2,
    });
    const counts = { pendingCount: 0, answeredCount: 3, blankCount: 1 };
    expect((await surveys().getSurvey({ id: surveyId })).survey).toMatchObject(counts);
    const all = await storedPeriods();
    expect(all.map((period) => period.employeeId).sort()).toEqual([ada.id, ada.id, bob.id, undefined].sort());
    expect(all.filter((period) => period.fileId === fileId)).toHaveLength(2);
    expect(await inputs()).toHaveLength(4);
    const items = await activity.rows<object>(us, "ingest_job_items");
    expect(items).toContainEqual(expect.objectContaining({ index: 0, entityId: pending, status: "succeeded" }));
    expect(items).toContainEqual(expect.objectContaining({ index: 2, externalId: "r-3" }));
  });

  it("lists every violation with its place, and stores nothing", async () => {
    const { id: surveyId } = await addSurvey();
    const [ada, bob] = [await addEmployee(), await addEmployee()];
    const other = await activity.organization();
    const theirs = await addSurvey({}, other);
    await store([{ surveyId, employeeId: ada.id }]);
    const closed = await addSurvey();
    await surveys().closeSurvey({ id: closed.id });
    const { code, violations } = await refusalOf(
      store([
        { surveyId: theirs.id },
        { surveyId, employeeId: newId() },
        { surveyId, employeeId: ada.id, commutes: [bus] },
        { surveyId, employeeId: bob.id, commutes: [bus] },
        { surveyId, employeeId: bob.id, commutes: [bus] },
        { surveyId, commutes: [bus, { transportType: CommuteTransport.CAR, weeklyTravels: [0] }] },
        { surveyId: "x", recordOrigin: { fileId: newId() } },
        { surveyId: closed.id },
        { surveyId, commutes: Array.from({ length: 11 }, () => bus) },
      ]),
    );
    expect(code).toBe("BULK_RECORDS_REJECTED");
    expect(violations).toEqual([
      "body.records.0.survey_id SCHEMA_INVALID",
      "body.records.1.employee_id SCHEMA_INVALID",
      "body.records.2.employee_id SURVEY_ALREADY_ANSWERED",
      "body.records.4.employee_id SCHEMA_INVALID",
      "body.records.5.commutes.1.total_km SCHEMA_INVALID",
      "body.records.6.survey_id SCHEMA_INVALID",
      "body.records.7.survey_id SURVEY_CLOSED",
      "body.records.8.commutes SCHEMA_INVALID",
    ]);
    expect([(await storedRows()).length, await storedPeriods()]).toEqual([1, []]);
  });

  it("stores nothing in a dry run, and once when it is sent twice with one key", async () => {
    const { id: surveyId } = await addSurvey();
    const records = [{ surveyId, commutes: [bus] }];
    await store(records, { "dry-run": "true" });
    expect(await storedRows()).toEqual([]);
    const key = newId();
    const twice = () => store(records, { "idempotency-key": key });
    expect((await twice()).job!.id).toBe((await twice()).job!.id);
    expect(await storedRows()).toHaveLength(1);
  });

  it("stores one answer of an employee in one of two batches at once", async () => {
    const { id: surveyId } = await addSurvey();
    const ada = await addEmployee();
    const sent = await Promise.allSettled(
      Array.from({ length: 6 }, () => store([{ surveyId, employeeId: ada.id, commutes: [bus] }])),
    );
    expect(sent.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect([(await storedRows()).length, (await storedPeriods()).length]).toEqual([1, 1]);
  });
});
