import {
  TransportDirectionSchema,
  TransportRouteFilterSchema,
  TransportService,
} from "@emissions/proto/activity/v1/transport_service";
import { unitId } from "@emissions/quantity/catalogue-id";
import { z } from "zod";
import { filterEnumOf, id, text } from "../rest/fields.ts";
import { querySchema } from "../rest/message-schema.ts";
import { groupView, page, size, sortBy } from "../rest/query-fields.ts";
import { describedRoute } from "../rest/route.ts";
import { recordRoutes } from "./records.ts";

const { method } = TransportService;

const INVALID_COMBINATION = "INVALID_TRANSPORT_COMBINATION";
const SEARCH_MAX = 255;

const filter = { ...querySchema(TransportRouteFilterSchema), search: text(SEARCH_MAX).optional() };
const single = "/v1/transports/{transport_route_id}";
const renamed = { rename: { transport_route_id: "id" } };

const usual = recordRoutes({
  service: TransportService,
  fields: ["file_id", "transport_direction", "paid_by", "uploaded_by"],
  example: {
    name: "Delivery to Seville",
    transport_date: "2025-03-10",
    quantity_transported: 5000,
    unit_id: unitId("kg"),
    transport_direction: "downstream",
    sections: [{ transport_type: "road", travel_method: "truck", kms_manual: 203 }],
  },
  change: { quantity_transported: 4800, supplier: "Rapid Freight" },
  differs: {
    create: { refuses: [INVALID_COMBINATION] },
    update: { http: `PUT ${single}`, refuses: ["RECORD_CHANGED_MEANWHILE", INVALID_COMBINATION] },
    list: {
      query: z.object({
        ...filter,
        ...{ page, size: size(50, 100), sort: sortBy("name", "start_date", "quantity_transported", "created_at") },
        ...groupView,
      }),
    },
    removeByFilters: { query: z.object(filter) },
  },
});

export const transportRoutes = [
  describedRoute(method.countTransportRoutes, {
    http: "GET /v1/transports/counts",
    summary: "Count transport routes",
    query: z.object({ transport_direction: filterEnumOf(TransportDirectionSchema).optional(), file_id: id.optional() }),
  }),
  ...usual,
  describedRoute(method.listTransportRouteVersions, {
    http: `GET ${single}/versions`,
    summary: "List the versions of a transport route",
    ...renamed,
    query: z.object({ page, size: size(50, 100) }),
    list: "pages",
  }),
];
