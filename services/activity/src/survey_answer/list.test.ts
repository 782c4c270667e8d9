import { NIL_ID, newId } from "@emissions/kit/process/id";
import { SurveyAnswerService } from "@emissions/proto/activity/v1/survey_answer_service";
import { SurveyRowStatus } from "@emissions/proto/activity/v1/survey_row";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { addEmployee } from "../employee/employee.fixture.ts";
import { addRow, addSurvey, bus, car, rows } from "../survey/survey.fixture.ts";

eachTest();

const answersOf = (by: typeof us) => activity.as(by, SurveyAnswerService);
const list = (request: object = {}, by = us) => answersOf(by).listSurveyAnswers(request);
const store = (records: object[]) =>
  activity
    .as(us, SurveyAnswerService, { "idempotency-key": newId(), "idempotency-fingerprint": "f" })
    .createSurveyAnswers({ records });

describe("the list of answers", () => {
  it("has each answer with all of its commutes, as a batch takes them, and no row that waits", async () => {
    const survey = await addSurvey();
    const ada = await addEmployee();
    const [pending, blank] = [await addRow(survey.id), await addRow(survey.id)];
    await rows().answerSurveyRow({ id: blank, commutes: [] });
    await store([{ surveyId: survey.id, employeeId: ada.id, commutes: [car({ vehicleSize: 2 }), bus] }]);
    const { answers, total } = await list({ sort: ["created_at"] });
    expect(answers.map(({ id }) => id)).not.toContain(pending);
    expect([total, answers.length]).toEqual([2, 2]);
    expect(answers[0]).toMatchObject({ id: blank, status: SurveyRowStatus.BLANK, commutes: [] });
    const [, answer] = answers;
    expect(answer).toMatchObject({ surveyId: survey.id, surveyName: survey.name, employeeId: ada.id });
    expect(answer!.commutes).toMatchObject([{ ...car(), vehicleSize: 2, hoursPerDay: { value: "8" } }, bus]);
    const again = { surveyId: (await addSurvey()).id, employeeId: ada.id, commutes: answer!.commutes };
    expect((await store([again])).job).toMatchObject({ succeededItems: 1 });
  });

  it("is filtered as rows are, and read in the order of ids by exports", async () => {
    const survey = await addSurvey();
    await store([
      { surveyId: survey.id, commutes: [bus] },
      { surveyId: (await addSurvey()).id },
      { surveyId: survey.id },
    ]);
    const { answers, filterHash } = await list({ surveyId: [survey.id] });
    expect(answers).toHaveLength(2);
    const first = await list({ surveyId: [survey.id], after: NIL_ID, size: 1 });
    expect(first.filterHash).toBe(filterHash);
    const second = await list({ surveyId: [survey.id], after: first.answers[0]!.id, size: 1 });
    const inTurn = [...first.answers, ...second.answers].map(({ id }) => id);
    expect(inTurn).toEqual(answers.map(({ id }) => id).sort());
    expect((await refusalOf(list({ sort: ["co2e; drop"] }))).code).toBe("REQUEST_VALIDATION_FAILED");
  });

  it("has no answer of another organization", async () => {
    await store([{ surveyId: (await addSurvey()).id, commutes: [bus] }]);
    expect((await list({}, await activity.organization())).answers).toEqual([]);
  });
});
