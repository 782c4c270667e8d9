import {
  LogisticsRequestService,
  LogisticsRequestValuesSchema,
} from "@emissions/proto/activity/v1/logistics_request_service";
import { bodySchema } from "../rest/message-schema.ts";
import { describedRoute } from "../rest/route.ts";
import { storesMany, storesOne } from "./logistics.ts";

const { method } = LogisticsRequestService;

const example = {
  toc: "artic_truck_diesel",
  load: 5000,
  distance_km: 203,
  shipment_date: "2025-03-10",
  movement_id: "SHIP-4711",
  movement_stretch: "main",
};

const NewRequest = bodySchema(LogisticsRequestValuesSchema);

const single = storesOne(NewRequest, example, []);
const bulk = storesMany(NewRequest, example);

/** Version 1 answers with the emissions. Version 2 calculates in the background. */
export const logisticsRequestRoutes = [
  describedRoute(method.createLogisticsRequest, {
    http: "POST /v1/logistics/requests",
    summary: "Create or replace a logistics request",
    ...single,
  }),
  describedRoute(method.createLogisticsRequests, {
    http: "POST /v1/logistics/requests/bulk",
    summary: "Create or replace logistics requests",
    ...bulk,
  }),
  describedRoute(method.enqueueLogisticsRequest, {
    http: "POST /v2/logistics/requests",
    summary: "Create or replace a logistics request, calculated in the background",
    ...single,
  }),
  describedRoute(method.enqueueLogisticsRequests, {
    http: "POST /v2/logistics/requests/bulk",
    summary: "Create or replace logistics requests as an ingest job",
    ...bulk,
  }),
];
