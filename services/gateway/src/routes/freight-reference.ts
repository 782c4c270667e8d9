import { FreightModeSchema, TravelMethodSchema } from "@emissions/proto/factors/v1/freight";
import { FreightService } from "@emissions/proto/factors/v1/freight_service";
import { z } from "zod";
import { filterEnumOf } from "../rest/fields.ts";
import { choice } from "../rest/query-fields.ts";
import { route } from "../rest/route.ts";

const { listTransportCombinations, listTransportOperationCategories, listLogisticsFuels } = FreightService.method;

const Combination = z.object({
  transport_type: filterEnumOf(FreightModeSchema).optional(),
  travel_method: filterEnumOf(TravelMethodSchema).optional(),
  refrigerated: choice,
  electric: choice,
  detail: z.string().max(255).optional(),
});

export const freightReferenceRoutes = [
  route(listTransportCombinations, {
    http: "GET /v1/transports/combinations",
    summary: "List means of freight transport",
    query: Combination,
    list: "bare",
  }),
  route(listTransportOperationCategories, {
    http: "GET /v1/logistics/tocs",
    summary: "List transport operation categories",
    list: "bare",
  }),
  route(listLogisticsFuels, {
    http: "GET /v1/logistics/fuels",
    summary: "List fuels of carriers",
    returns: "fuels",
    list: "named",
  }),
];
