import {
  LogisticsRequestService,
  LogisticsRequestValuesSchema,
} from "@emissions/proto/activity/v1/logistics_request_service";
import { z } from "zod";
import { bodySchema } from "../rest/message-schema.ts";
import { recordsOf } from "../rest/records.ts";
import { describedRoute } from "../rest/route.ts";
import { LOGISTICS_BULKS_MAX, LOGISTICS_RATE } from "./logistics-limits.ts";
import { BATCH_BYTES_MAX, BATCH_MAX, bulkOptions } from "./records.ts";

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

const single = {
  body: NewRequest.meta({ examples: [example] }),
  strict: true,
  restates: true,
  rate: LOGISTICS_RATE,
  refuses: ["ACTIVITY_DATE_OUT_OF_RANGE"],
} as const;

const bulk = {
  body: z
    .strictObject({ records: recordsOf(NewRequest, BATCH_MAX), options: bulkOptions })
    .meta({ examples: [{ records: [example], options: { continue_on_error: true } }] }),
  batch: "records",
  bodyBytesMax: BATCH_BYTES_MAX,
  strict: true,
  restates: true,
  previews: true,
  atOnceMax: LOGISTICS_BULKS_MAX,
  refuses: ["BULK_RECORDS_REJECTED"],
} as const;

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
    errors: "problem",
  }),
  describedRoute(method.enqueueLogisticsRequests, {
    http: "POST /v2/logistics/requests/bulk",
    summary: "Create or replace logistics requests as an ingest job",
    ...bulk,
    errors: "problem",
  }),
];
