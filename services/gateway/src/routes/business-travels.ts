import {
  BusinessTravelFilterSchema,
  BusinessTravelService,
} from "@emissions/proto/activity/v1/business_travel_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { z } from "zod";
import { querySchema } from "../rest/message-schema.ts";
import { groupView } from "../rest/query-fields.ts";
import { describedRoute } from "../rest/route.ts";
import { recordRoutes } from "./records.ts";

const { method } = BusinessTravelService;

const usual = recordRoutes({
  one: "a business travel",
  many: "business travels",
  entityType: EntityType.BUSINESS_TRAVELS,
  methods: {
    create: method.createBusinessTravel,
    createBatch: method.createBusinessTravels,
    list: method.listBusinessTravels,
    get: method.getBusinessTravel,
    update: method.updateBusinessTravel,
    remove: method.deleteBusinessTravel,
    removeByIds: method.deleteBusinessTravels,
    removeByFilters: method.deleteBusinessTravelsByFilters,
    values: method.listBusinessTravelValues,
  },
  path: "/v1/business-travels",
  param: "business_travel_id",
  ids: "business_travel_ids",
  day: "travel_date",
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
