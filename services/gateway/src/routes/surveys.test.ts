import { newLinkToken } from "@emissions/kit/process/link-token";
import { conflict, notFound } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import { serve } from "@emissions/kit/wire/services";
import { SurveyAnswerService } from "@emissions/proto/activity/v1/survey_answer_service";
import { SurveyRowService } from "@emissions/proto/activity/v1/survey_row_service";
import { SurveyService } from "@emissions/proto/activity/v1/survey_service";
import { describe, expect, it } from "vitest";
import { as, OURS, THEIRS } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { SAMPLE_ID } from "../../test/samples.ts";

const { createSurvey, addSurveyRows, createSurveyRowLinks } = SurveyService.method;
const { submitSurveyAnswer } = SurveyAnswerService.method;

const TOKEN = newLinkToken(OURS);
const ANSWERED = newLinkToken(OURS);

const days = { periodStart: "2025-01-01", periodEnd: "2025-12-31" };

/** Knows two links of our organization. */
const open = async (token: string, { organizationId }: { organizationId: string }) => {
  if (organizationId !== OURS || (token !== TOKEN && token !== ANSWERED)) throw notFound("link");
  if (token === ANSWERED) throw conflict("SURVEY_ALREADY_ANSWERED", "The row has an answer.");
};
const answers = serve(SurveyAnswerService, {
  getSurveyForm: async ({ token }, call) => {
    await open(token, principalOf(call));
    return { form: { surveyName: "Commuting", organizationName: "Holding", ...days, languages: [1], commutesMax: 10 } };
  },
  submitSurveyAnswer: async ({ token, commutes }, call) => {
    await open(token, principalOf(call));
    return { receipt: { status: 2, answeredAt: { seconds: 1n, nanos: 0 }, commutesCount: commutes.length } };
  },
});

const { app, calls } = await gateway({ handlers: [answers] });
const send = (
  method: "POST" | "PATCH" | "GET" | "DELETE",
  url: string,
  payload?: object,
  headers: object = as("editor"),
) => app.inject({ method, url, headers: { ...headers }, ...(payload && { payload }) });

const survey = { name: "Commuting", start_date: "2025-01-01", end_date: "2025-12-31", languages: ["es", "ca"] };
const commute = { transport_type: "car", total_km: 15, weekly_travels: [0, 1] };

describe("surveys", () => {
  it("are created with their languages", async () => {
    const answer = await send("POST", "/v1/surveys", survey);
    expect([answer.statusCode, answer.json()]).toMatchObject([201, survey]);
    expect(answer.headers.location).toBe(`/v1/surveys/${SAMPLE_ID}`);
    expect(calls.lastRequest(createSurvey)).toMatchObject({ languages: [1, 3] });
  });

  it.each([
    ["no languages", { languages: [] }, "value_error.list.min_items"],
    ["an unknown language", { languages: ["fr"] }, "type_error.enum"],
    ["a day before 1970", { start_date: "1969-01-01" }, "activity_date_out_of_range"],
    ["an unknown field", { status: "closed" }, "value_error.extra"],
  ])("are refused with %s", async (_, change, type) => {
    const answer = await send("POST", "/v1/surveys", { ...survey, ...change });
    expect([answer.statusCode, answer.json().detail[0].type]).toEqual([422, type]);
  });

  it("get rows by one selection", async () => {
    const url = `/v1/surveys/${SAMPLE_ID}/rows`;
    expect((await send("POST", url, { employees: { situation: ["active"] } })).statusCode).toBe(201);
    expect(calls.lastRequest(addSurveyRows)).toMatchObject({ employees: { situation: [1] }, employeeIds: [] });
    expect((await send("POST", url, { anonymous: 1_001 })).statusCode).toBe(422);
    expect((await send("POST", url, { employee_ids: ["x"] })).statusCode).toBe(422);
  });

  it("get links of rows, and dry runs count them", async () => {
    const url = `/v1/surveys/${SAMPLE_ID}/row-links`;
    const answer = await send("POST", `${url}?dry_run=true`, { row_ids: [SAMPLE_ID, OURS], expires_in_days: 7 });
    expect(answer.json()).toEqual({ dry_run: true, valid: true, total: 2 });
    expect(calls.lastRequest(createSurveyRowLinks)).toMatchObject({ expiresInDays: 7 });
    expect((await send("POST", url, { row_ids: [SAMPLE_ID], expires_in_days: 367 })).statusCode).toBe(422);
  });
});

describe("a survey row", () => {
  const url = `/v2/employees/survey-rows/${SAMPLE_ID}/answer`;

  it("is answered without the fields that follow from the row", async () => {
    expect((await send("POST", url, { commutes: [commute] })).statusCode).toBe(200);
    expect(calls.lastRequest(SurveyRowService.method.answerSurveyRow)).toMatchObject({
      commutes: [{ totalKm: { value: "15" } }],
    });
    const answer = await send("POST", url, { commutes: [{ ...commute, employee_id: SAMPLE_ID }] });
    expect([answer.statusCode, answer.json().errors[0]]).toMatchObject([
      422,
      { loc: ["body", "commutes", 0, "employee_id"], type: "value_error.extra" },
    ]);
  });

  it("has at most 10 commutes", async () => {
    const answer = await send("POST", url, { commutes: Array.from({ length: 11 }, () => commute) });
    expect([answer.statusCode, answer.json().code]).toEqual([422, "REQUEST_VALIDATION_FAILED"]);
  });
});

describe("a link", () => {
  const at = (token: string) => `/v1/surveys/answer/${token}`;

  it("needs neither credentials nor an organization", async () => {
    const form = await send("GET", at(TOKEN), undefined, {});
    expect([form.statusCode, form.json()]).toMatchObject([200, { survey_name: "Commuting", languages: ["es"] }]);
    const receipt = await send("POST", at(TOKEN), { commutes: [commute] }, {});
    expect([receipt.statusCode, receipt.json()]).toMatchObject([201, { status: "answered", commutes_count: 1 }]);
    expect(calls.lastRequest(submitSurveyAnswer)).toMatchObject({ token: TOKEN });
  });

  it("is refused in one way when it is unknown, foreign or malformed", async () => {
    const tokens = [
      newLinkToken(OURS),
      newLinkToken(THEIRS),
      TOKEN.slice(1),
      TOKEN.toLowerCase(),
      SAMPLE_ID,
      "%00",
      "x",
    ];
    for (const token of tokens) {
      for (const answer of [
        await send("GET", at(token), undefined, {}),
        await send("POST", at(token), { commutes: [] }, {}),
      ])
        expect([answer.statusCode, answer.json()]).toEqual([404, { detail: "Link not found", code: "NOT_FOUND" }]);
    }
  });

  it("is refused by name when the row is answered", async () => {
    const answer = await send("POST", at(ANSWERED), { commutes: [] }, {});
    expect([answer.statusCode, answer.json().code]).toEqual([409, "SURVEY_ALREADY_ANSWERED"]);
  });
});
