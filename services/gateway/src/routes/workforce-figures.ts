import { WorkforceFigureService } from "@emissions/proto/activity/v1/workforce_figure_service";
import { z } from "zod";
import { day } from "../rest/fields.ts";
import { groupView } from "../rest/query-fields.ts";
import { PEOPLE_READERS, route } from "../rest/route.ts";

const { getWorkforceFigures } = WorkforceFigureService.method;

/** Before the routes of single people, whose paths have the same form. */
export const workforceFigureRoutes = [
  route(getWorkforceFigures, {
    http: "GET /v1/own_workforces/figures",
    summary: "Get figures of the own workforce",
    query: z.object({
      date: day.optional(),
      start_date: day.optional(),
      end_date: day.optional(),
      ...groupView,
    }),
    roles: PEOPLE_READERS,
  }),
];
