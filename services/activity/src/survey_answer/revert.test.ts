import { newId } from "@emissions/kit/process/id";
import { IngestJobService, IngestJobStatus } from "@emissions/proto/activity/v1/ingest_job_service";
import { SurveyAnswerService } from "@emissions/proto/activity/v1/survey_answer_service";
import { SurveyRowStatus } from "@emissions/proto/activity/v1/survey_row";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, deletions, eachTest, us } from "../activity.fixture.ts";
import { addEmployee, calculate, periods } from "../employee/employee.fixture.ts";
import { runDeletions } from "../job/job.fixture.ts";
import { itemsOf, jobOf } from "../job/range.fixture.ts";
import { fixedLock } from "../period_lock/locks.fixture.ts";
import { addRow, addSurvey, bus, car, rowOf, rows, surveys } from "../survey/survey.fixture.ts";

eachTest();

async function store(records: object[]): Promise<string> {
  const headers = { "idempotency-key": newId(), "idempotency-fingerprint": "f" };
  return (await activity.as(us, SurveyAnswerService, headers).createSurveyAnswers({ records })).job!.id;
}
const revert = (jobId: string, headers: Record<string, string> = {}) =>
  activity.as(us, IngestJobService, headers).revertIngestJob({ jobId });
const storedIds = async () => (await activity.rows<{ id: string }>(us, "survey_rows")).map(({ id }) => id);
const storedPeriods = async () => (await periods().listCommutingPeriods({})).commutingPeriods;
const edit = (id: string) =>
  periods().updateCommutingPeriod({ id, dailyTrips: 2, updateMask: { paths: ["daily_trips"] } });
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code;

describe("a reverted job of answers", () => {
  it("deletes the rows that it added, and rows that waited for an answer wait again", async () => {
    const { id: surveyId } = await addSurvey();
    const ada = await addEmployee({ email: "ada@example.com" });
    const [asked, other] = [await addRow(surveyId, ada.id), await addRow(surveyId)];
    await rows().answerSurveyRow({ id: other, commutes: [bus] });
    const fileId = activity.store.add(us.organizationId, "answers.csv");
    const jobId = await store([
      { surveyId, employeeId: ada.id, commutes: [car(), bus], recordOrigin: { fileId, fileName: "answers.csv" } },
      { surveyId, commutes: [bus] },
      { surveyId },
    ]);
    const removed = (await storedPeriods()).filter(({ surveyRowId }) => surveyRowId !== other);
    const { job } = await revert(jobId);
    await runDeletions();
    expect(await jobOf(job!.id)).toMatchObject({ status: IngestJobStatus.COMPLETED, succeededItems: 3 });
    expect((await storedIds()).sort()).toEqual([asked, other].sort());
    const reopened = await rowOf(asked);
    expect(reopened).toMatchObject({ status: SurveyRowStatus.PENDING, email: "ada@example.com", commutesCount: 0 });
    expect([reopened.answeredAt, reopened.file]).toEqual([undefined, undefined]);
    expect((await storedPeriods()).map(({ surveyRowId }) => surveyRowId)).toEqual([other]);
    expect((await deletions()).map(({ recordId }) => recordId).sort()).toEqual(removed.map(({ id }) => id).sort());
    const counts = { pendingCount: 1, answeredCount: 1, blankCount: 0 };
    expect((await surveys().getSurvey({ id: surveyId })).survey).toMatchObject(counts);
  });

  it("can be stored again", async () => {
    const { id: surveyId } = await addSurvey();
    const ada = await addEmployee();
    const records = [{ surveyId, employeeId: ada.id, commutes: [bus] }];
    await revert(await store(records));
    await runDeletions();
    await store(records);
    expect(await storedPeriods()).toHaveLength(1);
  });

  it("keeps an answer that is changed before its turn", async () => {
    const { id: surveyId } = await addSurvey();
    const { job } = await revert(await store([{ surveyId, commutes: [bus] }, { surveyId }]));
    const [period] = await storedPeriods();
    await edit(period!.id);
    await runDeletions();
    expect(await storedIds()).toEqual([period!.surveyRowId]);
    expect((await itemsOf(job!.id)).map(({ code }) => code)).toEqual(["JOB_RECORDS_CHANGED", undefined]);
  });
});

describe("a revert of answers is refused", () => {
  it("when a commuting period of an answer was edited", async () => {
    const { id: surveyId } = await addSurvey();
    const jobId = await store([{ surveyId, commutes: [bus] }]);
    await edit((await storedPeriods())[0]!.id);
    expect(await codeOf(revert(jobId))).toBe("JOB_RECORDS_CHANGED");
  });

  it("when a row was opened again, and when it was answered again", async () => {
    const { id: surveyId } = await addSurvey();
    const jobId = await store([{ surveyId, commutes: [bus] }]);
    const [id] = await storedIds();
    await rows().reopenSurveyRow({ id: id! });
    expect(await codeOf(revert(jobId))).toBe("JOB_RECORDS_CHANGED");
    await rows().answerSurveyRow({ id: id!, commutes: [car()] });
    expect(await codeOf(revert(jobId))).toBe("JOB_RECORDS_CHANGED");
    expect(await storedPeriods()).toHaveLength(1);
  });

  it("in a locked period, without a reason to restate", async () => {
    const { id: surveyId } = await addSurvey();
    const jobId = await store([{ surveyId, commutes: [bus] }]);
    await calculate((await storedPeriods()).map(({ id }) => ({ recordId: id, co2e: "5" })));
    await fixedLock("2025-01-01", "2025-12-31");
    expect(await codeOf(revert(jobId))).toBe("PERIOD_LOCKED");
    await revert(jobId, { "restatement-reason": "wrong%20file" });
    await runDeletions();
    expect(await storedIds()).toEqual([]);
  });
});
