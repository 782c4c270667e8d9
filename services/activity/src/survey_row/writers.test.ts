import { PeriodLockService } from "@emissions/proto/activity/v1/period_lock_service";
import { SurveyRowStatus } from "@emissions/proto/activity/v1/survey_row";
import { refusalOf } from "@emissions/testkit/in-memory";
import { expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { addEmployee, calculate, deleteWithPeriods, periods } from "../employee/employee.fixture.ts";
import { addRow, addSurvey, answers, bus, car, linkOf, rowOf, rows, surveys } from "../survey/survey.fixture.ts";

eachTest();

interface Sums {
  id: string;
  commutesCount: number;
  periods: number;
  co2e: string | null;
  sum: string | null;
}

/** The rows, with the number and the emissions of their commuting periods. */
const sums = () =>
  activity.db.asService(
    us.organizationId,
    ({ tx, org }) => tx<Sums[]>`
      select r.id, r.commutes_count, count(p.id)::int as periods, r.co2e, sum(p.co2e) as sum
      from survey_rows r
      left join commuting_periods p on p.organization_id = r.organization_id and p.survey_row_id = r.id
      where r.organization_id = ${org} group by r.id, r.commutes_count, r.co2e`,
  );

it("rows and counts stay exact while answers, results, reopenings and deletions come at once", async () => {
  const { id: surveyId } = await addSurvey();
  const people = await Promise.all(Array.from({ length: 12 }, (_, n) => addEmployee({ name: `Person ${n}` })));
  const ids = await Promise.all(people.map(({ id }) => addRow(surveyId, id)));
  for (const id of ids) await rows().answerSurveyRow({ id, commutes: [car(), bus, bus] });
  const { commutingPeriods: stored } = await periods().listCommutingPeriods({ size: 100 });
  const token = await linkOf(surveyId);
  const results = (co2e: string) =>
    calculate(stored.map(({ id }) => ({ recordId: id, co2e })).sort((a, b) => (a.recordId < b.recordId ? -1 : 1)));
  const ended = await Promise.allSettled([
    results("0.1"),
    ...ids.slice(0, 4).map((id) => rows().reopenSurveyRow({ id })),
    ...people.slice(4, 6).map(({ id }) => deleteWithPeriods(id)),
    ...ids.slice(6, 8).map((id) => rows().deleteSurveyRow({ id })),
    ...Array.from({ length: 6 }, () => answers().submitSurveyAnswer({ token, commutes: [bus] })),
    results("0.1"),
  ]);
  for (const one of ended) expect(one).toMatchObject({ status: "fulfilled" });
  const found = await sums();
  expect(found).toHaveLength(12 - 4 + 6);
  for (const { commutesCount, periods: count, co2e, sum } of found) {
    expect([commutesCount, Number(co2e)]).toEqual([count, Number(sum)]);
  }
  const { survey } = await surveys().getSurvey({ id: surveyId });
  expect(survey).toMatchObject({ pendingCount: 4, answeredCount: 4 + 6, blankCount: 0 });
});

it("answers about locked days are refused, and change nothing", async () => {
  const { id: surveyId } = await addSurvey();
  const [open, answered] = [await addRow(surveyId), await addRow(surveyId)];
  await rows().answerSurveyRow({ id: answered, commutes: [bus] });
  const { commutingPeriods: stored } = await periods().listCommutingPeriods({});
  await calculate(stored.map(({ id }) => ({ recordId: id })));
  await activity.as(us, PeriodLockService).lockPeriod({ startDate: "2025-03-01", endDate: "2025-03-31" });
  const token = await linkOf(surveyId);
  const refused = [
    answers().submitSurveyAnswer({ token, commutes: [bus] }),
    rows().answerSurveyRow({ id: open, commutes: [bus] }),
    rows().reopenSurveyRow({ id: answered }),
    rows().deleteSurveyRow({ id: answered }),
    surveys().deleteSurvey({ id: surveyId }),
  ];
  const refusals = await Promise.all(refused.map(refusalOf));
  expect(refusals.map(({ code }) => code)).toEqual(refusals.map(() => "PERIOD_LOCKED"));
  expect(await sums()).toHaveLength(2);
  expect(await rowOf(open)).toMatchObject({ status: SurveyRowStatus.PENDING, commutesCount: 0 });
  expect(await rowOf(answered)).toMatchObject({ status: SurveyRowStatus.ANSWERED, commutesCount: 1 });
});
