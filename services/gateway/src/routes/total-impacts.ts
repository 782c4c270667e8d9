import { GroupBySchema, SummaryItemSchema, TotalImpactService } from "@emissions/proto/calc/v1/total_impact_service";
import { z } from "zod";
import { day, enumOf } from "../rest/fields.ts";
import { flag } from "../rest/query-fields.ts";
import { route } from "../rest/route.ts";

const { getTotalImpacts } = TotalImpactService.method;

const Range = z.object({
  start_date: day,
  end_date: day,
  group_by: enumOf(GroupBySchema).default("scope"),
  include_children: flag,
});

export const totalImpactRoutes = [
  route(getTotalImpacts, {
    http: "GET /v1/total-impacts",
    summary: "Get the emissions of a range of days",
    query: Range,
    sparse: () => true,
    forms: {
      message: SummaryItemSchema,
      forms: {
        ScopeEmissions: { fields: ["scope", "co2e"], description: "The emissions of a scope: `group_by=scope`." },
        CategoryEmissions: {
          fields: ["scope", "category", "co2e"],
          description: "The emissions of a category within a scope: `group_by=category`.",
        },
        MonthEmissions: {
          fields: ["year", "month", "co2e"],
          description: "The emissions of a month: `group_by=month`.",
        },
      },
    },
    refuses: ["INVALID_DATE_RANGE"],
  }),
];
