import {
  BusinessTravelFilterSchema,
  BusinessTravelService,
} from "@emissions/proto/activity/v1/business_travel_service";
import { z } from "zod";
import { querySchema } from "../rest/message-schema.ts";
import { groupView } from "../rest/query-fields.ts";
import { describedRoute } from "../rest/route.ts";
import { recordRoutes } from "./records.ts";

const { method } = BusinessTravelService;

const usual = recordRoutes({
  service: BusinessTravelService,
  fields: ["file_id", "transport_type", "source", "uploaded_by"],
  example: {
    travel_date: "2025-03-10",
    transport_type: "aircraft",
    origin: "MAD",
    destination: "JFK",
    cabin_class: "economy",
    travel_number: 2,
    round_trip: true,
  },
  change: { travel_number: 3 },
});

export const businessTravelRoutes = [
  ...usual,
  describedRoute(method.getBusinessTravelTotals, {
    http: "GET /v1/business-travels/totals",
    summary: "Get the totals of business travels",
    query: z.object({ ...querySchema(BusinessTravelFilterSchema), ...groupView }),
  }),
];
