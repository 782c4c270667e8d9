import { GwpSetSchema, OrganizationService } from "@emissions/proto/activity/v1/organization_service";
import { OwnershipService } from "@emissions/proto/activity/v1/ownership_service";
import {
  GroupBy,
  GroupBySchema,
  Scope2MethodSchema,
  SummaryItemSchema,
  TotalImpactService,
} from "@emissions/proto/calc/v1/total_impact_service";
import { z } from "zod";
import { day, enumOf, instant } from "../rest/fields.ts";
import { flag } from "../rest/query-fields.ts";
import { route } from "../rest/route.ts";

const { getTotalImpacts } = TotalImpactService.method;
const { getBoundary } = OwnershipService.method;
const { getOrganization } = OrganizationService.method;

const Range = z.object({
  start_date: day,
  end_date: day,
  group_by: enumOf(GroupBySchema).default("scope"),
  include_children: flag,
  scope2: enumOf(Scope2MethodSchema).optional(),
  gwp: enumOf(GwpSetSchema).optional(),
  coverage: flag,
  as_of: instant.optional(),
  restated: flag,
});

const item = (fields: string[], description: string) => ({ fields: [...fields, "co2e"], description });

export const totalImpactRoutes = [
  route(
    getTotalImpacts,
    {
      http: "GET /v1/total-impacts",
      summary: "Get the emissions of a range of days",
      query: Range,
      sparse: {
        when: () => true,
        message: SummaryItemSchema,
        forms: {
          ScopeEmissions: item(["scope"], "The emissions of a scope: `group_by=scope`."),
          CategoryEmissions: item(
            ["scope", "category"],
            "The emissions of a category within a scope: `group_by=category`.",
          ),
          MonthEmissions: item(["year", "month"], "The emissions of a month: `group_by=month`."),
          GasEmissions: item(["gas"], "The emissions of a gas: `group_by=gas`."),
          GhgCategoryEmissions: item(
            ["scope", "ghg_category"],
            "The emissions of a category of the GHG Protocol: `group_by=ghg_category`.",
          ),
          SourceEmissions: item(["source"], "The emissions by the factors of a publication: `group_by=source`."),
          FacilityEmissions: item(
            ["facility_id"],
            "The emissions of a facility, or of the records without one: `group_by=facility`.",
          ),
          OrganizationEmissions: item(
            ["organization_id"],
            "The emissions of an organization: `group_by=organization`.",
          ),
          FiscalYearEmissions: item(
            ["fiscal_year_start_date", "fiscal_year_end_date"],
            "The emissions of a fiscal year within the range, by `fiscal_year_start_month` of the organization: " +
              "`group_by=fiscal_year`.",
          ),
          QuarterEmissions: item(["year", "quarter"], "The emissions of a quarter: `group_by=quarter`."),
          QualityEmissions: item(["method", "proxy"], "The emissions of a calculation method: `group_by=quality`."),
        },
      },
      refuses: ["INVALID_DATE_RANGE", "AS_OF_BEFORE_HISTORY", "TOTALS_TOO_LARGE"],
    },
    async (call, request) => {
      const { startDate, endDate, includeChildren } = request;
      if (request.groupBy === GroupBy.FISCAL_YEAR) {
        const { organization } = await call(getOrganization, {});
        request.fiscalYearStartMonth = organization!.fiscalYearStartMonth;
      }
      if (!request.coverage) return call(getTotalImpacts, request);
      const [reply, { waitingRecords }] = await Promise.all([
        call(getTotalImpacts, request),
        call(getBoundary, { startDate, endDate, includeChildren }),
      ]);
      if (reply.summary?.coverage && request.asOf === undefined) reply.summary.coverage.waiting = waitingRecords;
      return reply;
    },
  ),
];
