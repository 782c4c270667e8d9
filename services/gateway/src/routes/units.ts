import { UnitService } from "@emissions/proto/factors/v1/unit_service";
import { z } from "zod";
import { route } from "../rest/route.ts";

const { listUnits } = UnitService.method;

const Filter = z.object({
  type: z.string().max(64).optional().meta({ description: "A type or purpose; without it currencies are listed too." }),
});

export const unitRoutes = [
  route(listUnits, {
    http: "GET /v2/units",
    summary: "List units",
    query: Filter,
    returns: "units",
    list: "bare",
  }),
];
