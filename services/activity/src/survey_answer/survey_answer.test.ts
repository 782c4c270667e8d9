import { newId } from "@emissions/kit/process/id";
import { newLinkToken } from "@emissions/kit/process/link-token";
import { CommutingType, ResponseMedium } from "@emissions/proto/activity/v1/commuting_period_service";
import { SurveyAnswerService, SurveyQuestionType } from "@emissions/proto/activity/v1/survey_answer_service";
import { SurveyRowSource, SurveyRowStatus } from "@emissions/proto/activity/v1/survey_row";
import { SurveyLanguage } from "@emissions/proto/activity/v1/survey_service";
import { CommuteTransport } from "@emissions/proto/factors/v1/commute";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, eachTest, inputs, us } from "../activity.fixture.ts";
import { addEmployee, periods } from "../employee/employee.fixture.ts";
import {
  addRow,
  addSurvey,
  answers,
  bus,
  car,
  expireLinks,
  linkOf,
  rowLink,
  rowOf,
  surveys,
} from "../survey/survey.fixture.ts";

eachTest();

const { ANSWERED, BLANK, PENDING } = SurveyRowStatus;
const submit = async (token: string, commutes: object[] = [car()]) =>
  (await answers().submitSurveyAnswer({ token, commutes })).receipt!;
const storedPeriods = async () => (await periods().listCommutingPeriods({})).commutingPeriods;

describe("the form of a link", () => {
  it("has the survey, the organization and the questions in its languages, and no person", async () => {
    const { id } = await addSurvey();
    const ada = await addEmployee({ name: "Ada Lovelace", email: "ada@example.com" });
    const { form } = await answers().getSurveyForm({ token: await rowLink(id, await addRow(id, ada.id)) });
    expect(form).toMatchObject({
      surveyName: "How do you commute?",
      organizationName: "Organization",
      periodStart: "2025-01-01",
      periodEnd: "2025-07-01",
      languages: [SurveyLanguage.ES, SurveyLanguage.CA],
      anonymous: false,
      commutesMax: 10,
    });
    const [transport] = form!.questions;
    expect(transport).toMatchObject({ field: "transport_type", type: SurveyQuestionType.CHOICE, required: true });
    expect(transport!.options).toContain("electric_kick_scooter");
    expect(transport!.texts.map(({ language }) => language)).toEqual([SurveyLanguage.ES, SurveyLanguage.CA]);
    expect(JSON.stringify(form)).not.toMatch(/Ada|ada@/);
  });
});

describe("a link of a row", () => {
  it("stores the answer as commuting periods of the employee, with the days of the survey", async () => {
    const { id } = await addSurvey();
    const ada = await addEmployee();
    const rowId = await addRow(id, ada.id);
    const spoofed = { startDate: "1999-01-01", employeeId: newId(), country: "XX", externalId: "x" };
    const receipt = await submit(await rowLink(id, rowId), [car(spoofed), bus]);
    expect(receipt).toMatchObject({ status: ANSWERED, commutesCount: 2, answeredAt: expect.anything() });
    expect(await rowOf(rowId)).toMatchObject({ status: ANSWERED, source: SurveyRowSource.FORM, commutesCount: 2 });
    const stored = await storedPeriods();
    expect(stored).toHaveLength(2);
    for (const period of stored) {
      expect(period).toMatchObject({
        employeeId: ada.id,
        surveyRowId: rowId,
        startDate: "2025-01-01",
        endDate: "2025-07-01",
        responseMedium: ResponseMedium.FORM,
        commutingType: CommutingType.IN_ITINERE,
      });
      expect([period.country, period.externalId]).toEqual([undefined, undefined]);
    }
    expect((await inputs()).map(({ recordId }) => recordId).sort()).toEqual(stored.map((period) => period.id).sort());
    expect((await surveys().getSurvey({ id })).survey).toMatchObject({ answeredCount: 1, pendingCount: 0 });
  });

  it("stores one answer of 50 equal ones at once", async () => {
    const { id } = await addSurvey();
    const ada = await addEmployee();
    const token = await rowLink(id, await addRow(id, ada.id));
    const sent = await Promise.allSettled(Array.from({ length: 50 }, () => submit(token, [car(), bus])));
    const refused = sent.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    const refusals = await Promise.all(refused.map((reason) => refusalOf(Promise.reject(reason))));
    expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(["SURVEY_ALREADY_ANSWERED"]));
    expect([refused.length, (await storedPeriods()).length]).toEqual([49, 2]);
  });

  it("answers an equal request with the same idempotency key with the first receipt", async () => {
    const { id } = await addSurvey();
    const token = await rowLink(id, await addRow(id));
    const headers = { "idempotency-key": "k", "idempotency-fingerprint": "f" };
    const caller = { ...us, kind: "service", role: "service", userId: null } as const;
    const post = () =>
      activity.as(caller, SurveyAnswerService, headers).submitSurveyAnswer({ token, commutes: [car()] });
    expect(await post()).toEqual(await post());
    expect(await storedPeriods()).toHaveLength(1);
  });

  it("makes a row blank without commutes", async () => {
    const { id } = await addSurvey();
    const rowId = await addRow(id);
    expect(await submit(await rowLink(id, rowId), [])).toMatchObject({ status: BLANK, commutesCount: 0 });
    expect(await rowOf(rowId)).toMatchObject({ status: BLANK, answeredAt: expect.anything() });
    expect((await surveys().getSurvey({ id })).survey).toMatchObject({ blankCount: 1 });
  });

  it("refuses an invalid commute by its place, and stores nothing", async () => {
    const { id } = await addSurvey();
    const rowId = await addRow(id);
    const token = await rowLink(id, rowId);
    const { violations } = await refusalOf(
      submit(token, [bus, { transportType: CommuteTransport.CAR, weeklyTravels: [0] }]),
    );
    expect(violations).toEqual(["body.commutes.1.total_km value_error.missing"]);
    const many = await refusalOf(
      submit(
        token,
        Array.from({ length: 11 }, () => bus),
      ),
    );
    expect(many.violations).toEqual(["body.commutes value_error.list.max_items"]);
    expect([(await rowOf(rowId)).status, await storedPeriods()]).toEqual([PENDING, []]);
  });
});

describe("a link of a survey", () => {
  it("makes an anonymous row for each answer", async () => {
    const { id } = await addSurvey();
    const token = await linkOf(id);
    await Promise.all(Array.from({ length: 5 }, () => submit(token)));
    const stored = await activity.rows<object>(us, "survey_rows");
    expect(stored).toHaveLength(5);
    for (const row of stored) {
      expect(row).toMatchObject({ surveyId: id, source: "qr", status: "answered", anonymous: true, commutesCount: 1 });
    }
    expect(await storedPeriods()).toHaveLength(5);
    expect((await surveys().getSurvey({ id })).survey).toMatchObject({ answeredCount: 5, pendingCount: 0 });
  });
});

describe("a link that does not work", () => {
  it("is refused in one way, whatever the reason", async () => {
    const { id } = await addSurvey();
    const other = await activity.organization();
    const [token, revoked, expired] = [await linkOf(id), await linkOf(id), await linkOf(id)];
    const { links } = await surveys().listSurveyLinks({ id });
    await surveys().deleteSurveyLink({ id, linkId: links[1]!.id });
    const foreign = () => answers(other.organizationId).getSurveyForm({ token });
    const guess = (organizationId: string) =>
      answers(organizationId).getSurveyForm({ token: newLinkToken(organizationId) });
    const refusals = [
      await refusalOf(guess(us.organizationId)),
      await refusalOf(guess(newId())),
      await refusalOf(foreign()),
      await refusalOf(answers().getSurveyForm({ token: revoked })),
      await refusalOf(answers().submitSurveyAnswer({ token: newLinkToken(us.organizationId) })),
      await refusalOf(answers(newId()).submitSurveyAnswer({ token: newLinkToken(newId()) })),
    ];
    await expireLinks();
    refusals.push(await refusalOf(answers().getSurveyForm({ token: expired })), await refusalOf(submit(expired)));
    for (const refusal of refusals) expect(refusal).toEqual(refusals[0]);
    expect(refusals[0]).toMatchObject({ code: "LINK_NOT_FOUND", detail: "Link not found", violations: [] });
  });

  it("is refused by name when it is closed or answered", async () => {
    const { id } = await addSurvey();
    const [token, shared] = [await rowLink(id, await addRow(id)), await linkOf(id)];
    await submit(token);
    const codes = async () =>
      (
        await Promise.all(
          [token, shared].flatMap((one) => [
            refusalOf(answers().getSurveyForm({ token: one })),
            refusalOf(submit(one)),
          ]),
        )
      ).map(({ code }) => code);
    const answered = "SURVEY_ALREADY_ANSWERED";
    expect(await refusalOf(submit(token))).toMatchObject({ code: answered });
    await surveys().closeSurvey({ id });
    expect(new Set(await codes())).toEqual(new Set(["SURVEY_CLOSED"]));
  });

  it("cannot be tried by users and API keys", async () => {
    const token = await linkOf((await addSurvey()).id);
    const tried = activity.as(us, SurveyAnswerService).getSurveyForm({ token });
    expect(await refusalOf(tried)).toMatchObject({ code: "FORBIDDEN" });
  });
});
