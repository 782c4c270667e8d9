import { SurveyRowFilterSchema, SurveyRowListService } from "@emissions/proto/activity/v1/survey_row_list_service";
import { z } from "zod";
import { surveyRowFile } from "../compose/survey-row-export.ts";
import { filterHash, id } from "../rest/fields.ts";
import { querySchema } from "../rest/message-schema.ts";
import { groupView, page, size, sortBy } from "../rest/query-fields.ts";
import { content, describedRoute, PEOPLE_READERS } from "../rest/route.ts";
import { XLSX_TYPE } from "../xlsx/workbook.ts";

const { listSurveyRows, exportSurveyRows } = SurveyRowListService.method;

const path = "/v2/employees/survey-rows";
/** Ticked rows of one export, and rows left out of one. */
const IDS_MAX = 5_000;
const LANGUAGE_LENGTH_MAX = 35;
const EXAMPLE_ID = "0197f3a0-0000-7000-8000-000000000001";

const parameters = {
  ...querySchema(SurveyRowFilterSchema),
  ...groupView,
  // One key for each column of the export, in its order.
  sort: sortBy(
    "organization",
    "email",
    "name",
    "period_start",
    "period_end",
    "status",
    "source",
    "file",
    "survey",
    "sent_at",
    "times_sent",
    "answered_at",
    "co2e",
    "commutes_count",
    "commuting_type",
    "origin",
    "destination",
    "transport_type",
    "fuel_type",
    "total_km",
    "daily_trips",
    "hours_per_day",
    "weekly_travels",
    "telecommuting_days",
    "carpool",
    "created_at",
    "updated_at",
  ),
  language: z.string().max(LANGUAGE_LENGTH_MAX).optional(),
};

const Selection = z
  .strictObject({
    row_ids: z.array(id).min(1).max(IDS_MAX).optional(),
    filter_hash: filterHash.optional(),
    excluded_ids: z.array(id).max(IDS_MAX).optional(),
  })
  .meta({ examples: [{ row_ids: [EXAMPLE_ID] }, { filter_hash: "a3f1c2e4b5d6a7b8", excluded_ids: [EXAMPLE_ID] }] });

export const surveyRowListRoutes = [
  describedRoute(listSurveyRows, {
    http: `GET ${path}`,
    summary: "List survey rows",
    query: z.object({ page, size: size(10, 100), ...parameters }),
    list: "counted",
    cursors: true,
    beside: ["filterHash"],
    roles: PEOPLE_READERS,
  }),
  content(
    exportSurveyRows,
    {
      http: `POST ${path}/export`,
      summary: "Download survey rows",
      description:
        "An Excel workbook with one sheet, one line for each selected row, in the order of the list. The selection is " +
        "either `row_ids`, in the organizations of the query and whatever its filters are, or `filter_hash` of the list with the " +
        "same organizations and filters, without `excluded_ids`. At most 50,000 rows (`TOO_MANY_ROWS`). Days and times are dates, " +
        "times in UTC; texts are never formulas. A row with several commutes has no values of a commute. An anonymous row " +
        "has `Anonymous` in place of the email, and no name.",
      query: z.object(parameters),
      body: Selection,
      mediaTypes: [XLSX_TYPE],
      roles: PEOPLE_READERS,
      refuses: ["FILTER_HASH_MISMATCH", "TOO_MANY_ROWS"],
    },
    surveyRowFile,
  ),
];
