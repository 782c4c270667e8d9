import { PlaceKindSchema, PlaceService } from "@emissions/proto/factors/v1/place_service";
import { z } from "zod";
import { country, filterEnumOf } from "../rest/fields.ts";
import { page, size } from "../rest/query-fields.ts";
import { route } from "../rest/route.ts";

const { listPlaces } = PlaceService.method;

const Filter = z.object({
  page,
  size: size(50, 100),
  search: z.string().max(255).optional(),
  kind: filterEnumOf(PlaceKindSchema).optional(),
  country: country.optional(),
});

export const placeRoutes = [
  route(listPlaces, {
    http: "GET /v1/places",
    summary: "List airports, ports and cities",
    query: Filter,
    returns: "places",
    list: "pages",
  }),
];
