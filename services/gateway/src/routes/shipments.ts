import {
  ListLogisticsRequestValuesRequestSchema,
  LogisticsRequestFilterSchema,
  LogisticsRequestService,
} from "@emissions/proto/activity/v1/logistics_request_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { z } from "zod";
import { explanation } from "../compose/calculations.ts";
import { querySchema } from "../rest/message-schema.ts";
import { groupView, page, size, sortBy } from "../rest/query-fields.ts";
import { describedRoute } from "../rest/route.ts";
import { deletionByIds, Seen } from "./records.ts";

const { method } = LogisticsRequestService;

const path = "/v1/logistics/requests";
const filters = querySchema(LogisticsRequestFilterSchema);

/** Stored logistics requests: lists, values for filters, explanations and deletions. */
export const shipmentRoutes = [
  describedRoute(method.listLogisticsRequests, {
    http: `GET ${path}`,
    summary: "List logistics requests",
    query: z.object({
      ...filters,
      page,
      size: size(10, 100),
      sort: sortBy("shipment_date", "created_at"),
      ...groupView,
    }),
    list: "counted",
    cursors: true,
    beside: ["filterHash", "totalCapped"],
  }),
  describedRoute(method.listLogisticsRequestValues, {
    http: `GET ${path}/unique-values`,
    summary: "List the values of a field of the active logistics requests",
    query: z.object({ ...querySchema(ListLogisticsRequestValuesRequestSchema), field: z.string() }),
  }),
  describedRoute(method.getLogisticsRequest, { http: `GET ${path}/{id}`, summary: "Get a logistics request" }),
  explanation({
    http: `GET ${path}/{id}/calculation`,
    what: "a logistics request",
    operation: "getLogisticsRequestCalculation",
    entityType: EntityType.LOGISTICS_REQUESTS,
    get: method.getLogisticsRequest,
    record: ({ logisticsRequest }) =>
      logisticsRequest && {
        id: logisticsRequest.head!.id,
        calculationStatus: logisticsRequest.state!.calculationStatus,
      },
  }),
  describedRoute(method.deleteLogisticsRequest, {
    http: `DELETE ${path}/{id}`,
    summary: "Delete a logistics request",
    restates: true,
    versioned: true,
  }),
  describedRoute(method.deleteLogisticsRequests, {
    http: `POST ${path}/batch-delete`,
    summary: "Delete logistics requests",
    restates: true,
    ...deletionByIds("request_ids"),
    dry: { total: ({ ids }: { ids: string[] }) => ids.length },
    refuses: ["NOT_FOUND"],
  }),
  describedRoute(method.deleteLogisticsRequestsByFilters, {
    http: `POST ${path}/bulk-delete-by-filters`,
    summary: "Delete all logistics requests that match",
    restates: true,
    query: z.object(filters),
    body: Seen,
    refuses: ["FILTER_HASH_MISMATCH", "TOO_MANY_ROWS"],
  }),
];
