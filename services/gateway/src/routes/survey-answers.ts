import { CommutingPeriodValuesSchema } from "@emissions/proto/activity/v1/commuting_period_service";
import { SurveyAnswerService, SurveyAnswerValuesSchema } from "@emissions/proto/activity/v1/survey_answer_service";
import { SurveyRowFilterSchema } from "@emissions/proto/activity/v1/survey_row_list_service";
import { SurveyRowService } from "@emissions/proto/activity/v1/survey_row_service";
import { z } from "zod";
import { bodySchema, querySchema } from "../rest/message-schema.ts";
import { groupView, page, size, sortBy } from "../rest/query-fields.ts";
import { recordsOf } from "../rest/records.ts";
import { describedRoute, PEOPLE_READERS, PEOPLE_WRITERS, route } from "../rest/route.ts";
import { BATCH_MAX, queuedBatch } from "./records.ts";

const { method: rows } = SurveyRowService;
const { method: answers } = SurveyAnswerService;

const COMMUTES_MAX = 10;

/** They follow from the row. */
const Commute = bodySchema(CommutingPeriodValuesSchema).omit({
  employee_id: true,
  start_date: true,
  end_date: true,
  situation: true,
  response_medium: true,
  country: true,
  custom_ef_record_id: true,
  custom_emission_factor_id: true,
  external_id: true,
  file_id: true,
  file_name: true,
  file_url: true,
});
const commutes = z.array(Commute).max(COMMUTES_MAX);
const byCar = { transport_type: "car", fuel_type: "petrol", total_km: 15, weekly_travels: [0, 1, 2, 3] };
const Answer = z.strictObject({ commutes }).meta({ examples: [{ commutes: [byCar] }] });

const SAMPLE = "0197f3a0-0000-7000-8000-000000000001";
const NewAnswer = bodySchema(SurveyAnswerValuesSchema).extend({ commutes: commutes.optional() });
const Batch = z
  .strictObject({ records: recordsOf(NewAnswer, BATCH_MAX) })
  .meta({ examples: [{ records: [{ survey_id: SAMPLE, employee_id: SAMPLE, commutes: [byCar] }] }] });

const row = "/v2/employees/survey-rows/{id}";
const link = "/v1/surveys/answer/{token}";
const restated = { restates: true, refuses: ["PERIOD_LOCKED"] } as const;

export const surveyAnswerRoutes = [
  describedRoute(answers.listSurveyAnswers, {
    http: "GET /v2/employees/survey-answers",
    summary: "List answers to surveys",
    query: z.object({
      ...querySchema(SurveyRowFilterSchema),
      page,
      size: size(50, 100),
      sort: sortBy("period_start", "answered_at", "created_at"),
      ...groupView,
    }),
    list: "pages",
    cursors: true,
    beside: ["filterHash", "totalCapped"],
    roles: PEOPLE_READERS,
  }),
  describedRoute(answers.createSurveyAnswers, {
    http: "POST /v2/employees/survey-answers",
    summary: "Store answers to surveys",
    roles: PEOPLE_WRITERS,
    body: Batch,
    restates: true,
    ...queuedBatch,
    refuses: ["BULK_RECORDS_REJECTED", "PERIOD_LOCKED", "RECORD_CHANGED_MEANWHILE", "SURVEY_FULL"],
  }),
  route(rows.getSurveyRow, {
    http: `GET ${row}`,
    summary: "Get a survey row",
    roles: PEOPLE_READERS,
  }),
  route(rows.answerSurveyRow, {
    http: `POST ${row}/answer`,
    summary: "Answer a survey row",
    roles: PEOPLE_WRITERS,
    body: Answer,
    restates: true,
    refuses: ["PERIOD_LOCKED", "SURVEY_ALREADY_ANSWERED"],
  }),
  route(rows.reopenSurveyRow, {
    ...restated,
    http: `POST ${row}/reopen`,
    summary: "Delete the answer of a survey row",
    roles: PEOPLE_WRITERS,
  }),
  route(rows.deleteSurveyRow, {
    ...restated,
    http: `DELETE ${row}`,
    versioned: true,
    summary: "Delete a survey row",
    roles: PEOPLE_WRITERS,
  }),
  route(answers.getSurveyForm, {
    http: `GET ${link}`,
    summary: "Get the survey of a link",
    auth: "link",
    refuses: ["SURVEY_ALREADY_ANSWERED", "SURVEY_CLOSED"],
  }),
  route(answers.submitSurveyAnswer, {
    http: `POST ${link}`,
    summary: "Answer the survey of a link",
    auth: "link",
    body: Answer,
    status: 201,
    refuses: ["ORGANIZATION_ARCHIVED", "PERIOD_LOCKED", "SURVEY_ALREADY_ANSWERED", "SURVEY_CLOSED", "SURVEY_FULL"],
  }),
];
