import { GwpSetSchema } from "@emissions/proto/activity/v1/organization_service";
import { BoundaryApproachSchema, OwnershipService } from "@emissions/proto/activity/v1/ownership_service";
import { InventoryFormatSchema, InventoryService } from "@emissions/proto/calc/v1/inventory_service";
import { z } from "zod";
import { inventoryCsv } from "../inventory/csv.ts";
import { inventoryPage } from "../inventory/html.ts";
import { day, enumOf, instant } from "../rest/fields.ts";
import { flag } from "../rest/query-fields.ts";
import { represented, route } from "../rest/route.ts";

const { getInventory } = InventoryService.method;
const { getBoundary } = OwnershipService.method;

const Statement = z.object({
  start_date: day,
  end_date: day,
  include_children: flag,
  boundary: enumOf(BoundaryApproachSchema).default("operational"),
  gwp: enumOf(GwpSetSchema).optional(),
  format: enumOf(InventoryFormatSchema).optional(),
  as_of: instant.optional(),
  restated: flag,
});

const inventory = route(
  getInventory,
  {
    http: "GET /v2/inventory",
    summary: "Get the inventory of a range of days",
    query: Statement,
    refuses: ["INVALID_DATE_RANGE", "AS_OF_BEFORE_HISTORY", "INVENTORY_TOO_LARGE", "OWNERSHIP_TOO_DEEP"],
  },
  async (call, request) => {
    const { startDate, endDate, includeChildren, boundary: approach } = request;
    const { holdings, waitingRecords } = await call(getBoundary, { startDate, endDate, includeChildren, approach });
    return call(getInventory, { ...request, holdings, waitingRecords });
  },
);

export const inventoryRoutes = [represented(inventory, { csv: inventoryCsv, html: inventoryPage })];
