import { SectorSchemeSchema, SectorService } from "@emissions/proto/factors/v1/sector_service";
import { z } from "zod";
import { enumOf } from "../rest/fields.ts";
import { page, size } from "../rest/query-fields.ts";
import { route } from "../rest/route.ts";

const { listSectors } = SectorService.method;

const Filter = z.object({
  page,
  size: size(50, 100),
  search: z.string().max(255).optional(),
  scheme: enumOf(SectorSchemeSchema).optional(),
});

export const sectorRoutes = [
  route(listSectors, {
    http: "GET /v1/sectors",
    summary: "Search sectors",
    query: Filter,
    returns: "sectors",
    list: "pages",
  }),
];
