import { GridZoneService } from "@emissions/proto/factors/v1/grid_zone_service";
import { z } from "zod";
import { country } from "../rest/fields.ts";
import { page, size } from "../rest/query-fields.ts";
import { route } from "../rest/route.ts";

const { listGridZones } = GridZoneService.method;

const Filter = z.object({
  page,
  size: size(50, 100),
  search: z.string().max(255).optional(),
  country: country.optional(),
});

export const gridZoneRoutes = [
  route(listGridZones, {
    http: "GET /v2/grid-zones",
    summary: "List zones of electricity grids",
    query: Filter,
    returns: "gridZones",
    list: "pages",
  }),
];
