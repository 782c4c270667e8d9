import { LogisticsPackageService } from "@emissions/proto/activity/v1/logistics_package_service";
import { LogisticsSummaryService } from "@emissions/proto/activity/v1/logistics_summary_service";
import { z } from "zod";
import { shipmentFootprint } from "../compose/ileap.ts";
import { id } from "../rest/fields.ts";
import { listQuery } from "../rest/message-schema.ts";
import { describedRoute, route } from "../rest/route.ts";

const { listLogisticsPackages, getLogisticsPackage } = LogisticsPackageService.method;
const { getLogisticsSummary } = LogisticsSummaryService.method;

const all = "/v1/logistics/packages";

export const logisticsPackageRoutes = [
  describedRoute(listLogisticsPackages, {
    http: `GET ${all}`,
    summary: "List packages",
    query: listQuery(listLogisticsPackages.input, 10),
    list: "counted",
    cursors: true,
    missing: { organization: "ORGANIZATION_NOT_FOUND" },
    refuses: ["ORGANIZATION_NOT_FOUND"],
  }),
  route(getLogisticsPackage, {
    http: `GET ${all}/{package_id}`,
    summary: "Get a package with its legs",
    rename: { package_id: "id" },
  }),
  shipmentFootprint,
  route(getLogisticsSummary, {
    http: "GET /v1/logistics/summary",
    summary: "Count logistics requests, recharges and hubs",
    query: z.object({ project_id: id.optional() }),
  }),
];
