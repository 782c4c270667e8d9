import { EmployeeSituationSchema } from "@emissions/proto/activity/v1/commuting_period_service";
import { EmployeeStatusSchema } from "@emissions/proto/activity/v1/employee_service";
import {
  type CreateSurveyResponse,
  SurveyFilterSchema,
  SurveyLanguageSchema,
  SurveyService,
  SurveyValuesSchema,
} from "@emissions/proto/activity/v1/survey_service";
import { z } from "zod";
import { enumOf, id, wholeNumber } from "../rest/fields.ts";
import { bodySchema, changesSchema, querySchema } from "../rest/message-schema.ts";
import { groupView, page, size, sortBy } from "../rest/query-fields.ts";
import { describedRoute, PEOPLE_READERS, PEOPLE_WRITERS, route } from "../rest/route.ts";

const { method } = SurveyService;

const EMPLOYEES_MAX = 5_000;
const ANONYMOUS_MAX = 1_000;
const LINKS_MAX = 1_000;
const EXPIRES_IN_DAYS_MAX = 366;
const VALUES_MAX = 100;

const readers = { roles: PEOPLE_READERS };
const writers = { roles: PEOPLE_WRITERS };

const all = "/v1/surveys";
const one = `${all}/{id}` as const;
const SAMPLE = "0197f3a0-0000-7000-8000-000000000001";

const languages = z.array(enumOf(SurveyLanguageSchema)).min(1).max(3);
const NewSurvey = bodySchema(SurveyValuesSchema)
  .extend({ languages })
  .meta({
    examples: [
      { name: "Commuting 2025", start_date: "2025-01-01", end_date: "2025-12-31", languages: ["es", "en", "ca"] },
    ],
  });
const Changes = changesSchema(SurveyValuesSchema)
  .extend({ languages: languages.optional() })
  .meta({ examples: [{ name: "How we commute" }] });

const anyOf = <S extends z.ZodType>(item: S) => z.array(item).max(VALUES_MAX).optional();
const Rows = z
  .strictObject({
    employee_ids: z.array(id).min(1).max(EMPLOYEES_MAX).optional(),
    employees: z
      .strictObject({
        search: z.string().max(255).optional(),
        situation: anyOf(enumOf(EmployeeSituationSchema)),
        status: anyOf(enumOf(EmployeeStatusSchema)),
        file_id: anyOf(id),
      })
      .optional(),
    anonymous: wholeNumber(1, ANONYMOUS_MAX).optional(),
  })
  .meta({ examples: [{ employees: { situation: ["active"] } }] });

const expires_in_days = wholeNumber(1, EXPIRES_IN_DAYS_MAX).optional();
const Link = z.strictObject({ expires_in_days }).meta({ examples: [{ expires_in_days: 30 }] });
const RowLinks = z
  .strictObject({ row_ids: z.array(id).min(1).max(LINKS_MAX), expires_in_days })
  .meta({ examples: [{ row_ids: [SAMPLE] }] });

const ofSurveys = [
  describedRoute(method.createSurvey, {
    ...writers,
    http: `POST ${all}`,
    summary: "Create a survey",
    body: NewSurvey,
    status: 201,
    location: ({ survey }: CreateSurveyResponse) => `${all}/${survey?.id}`,
  }),
  describedRoute(method.listSurveys, {
    ...readers,
    http: `GET ${all}`,
    summary: "List surveys",
    query: z.object({
      ...querySchema(SurveyFilterSchema),
      page,
      size: size(50, 100),
      sort: sortBy("name", "start_date", "end_date", "created_at"),
      ...groupView,
    }),
    list: "pages",
    beside: ["filterHash", "totalCapped"],
  }),
  route(method.getSurvey, { ...readers, http: `GET ${one}`, summary: "Get a survey" }),
  describedRoute(method.updateSurvey, {
    ...writers,
    http: `PATCH ${one}`,
    versioned: true,
    summary: "Change a survey",
    body: Changes,
    refuses: ["SURVEY_HAS_ROWS"],
  }),
  route(method.deleteSurvey, {
    ...writers,
    http: `DELETE ${one}`,
    versioned: true,
    summary: "Delete a survey",
    restates: true,
    refuses: ["PERIOD_LOCKED", "TOO_MANY_ROWS"],
  }),
  route(method.closeSurvey, { ...writers, http: `POST ${one}/close`, summary: "Close a survey" }),
  route(method.reopenSurvey, { ...writers, http: `POST ${one}/reopen`, summary: "Open a survey again" }),
];

const ofRows = [
  route(method.addSurveyRows, {
    ...writers,
    http: `POST ${one}/rows`,
    summary: "Add rows to a survey",
    body: Rows,
    status: 201,
    dry: { total: (_, { added }) => added?.addedCount ?? 0 },
    refuses: ["SURVEY_CLOSED", "SURVEY_FULL"],
  }),
];

const ofLinks = [
  route(method.createSurveyLink, {
    ...writers,
    secret: true,
    http: `POST ${one}/links`,
    summary: "Create a link that everybody can answer",
    body: Link,
    status: 201,
    refuses: ["SURVEY_CLOSED", "SURVEY_LINK_LIMIT_REACHED"],
  }),
  route(method.createSurveyRowLinks, {
    ...writers,
    secret: true,
    http: `POST ${one}/row-links`,
    summary: "Create links of rows",
    body: RowLinks,
    list: "whole",
    status: 201,
    dry: { total: ({ rowIds }) => rowIds.length },
    refuses: ["SURVEY_CLOSED"],
  }),
  route(method.listSurveyLinks, {
    ...readers,
    secret: true,
    http: `GET ${one}/links`,
    summary: "List the links of a survey",
    query: z.object({ page, size: size(50, 100) }),
    list: "pages",
  }),
  route(method.deleteSurveyLink, { ...writers, http: `DELETE ${one}/links/{link_id}`, summary: "Delete a link" }),
];

export const surveyRoutes = [...ofSurveys, ...ofRows, ...ofLinks];
