import { type SurveyFilter, SurveyStatusSchema } from "@emissions/proto/activity/v1/survey_service";
import { anyId, anyOf, fromDay, fromInstant, toDay, toInstant } from "../list/filters.ts";
import type { List } from "../list/list.ts";
import { withCounts } from "./queries.ts";

export const surveyList: List<SurveyFilter> = {
  table: "surveys",
  rows: withCounts,
  search: "search_text",
  filters: {
    status: anyOf("status", SurveyStatusSchema),
    projectId: anyId("project_id"),
    startDate: fromDay("end_date"),
    endDate: toDay("start_date"),
    createdAtFrom: fromInstant("created_at"),
    createdAtTo: toInstant("created_at"),
  },
  // Ids are made in the order of time.
  order: [{ by: "id", descending: true }],
  sorts: { name: "name", start_date: "start_date", end_date: "end_date", created_at: "id" },
};
