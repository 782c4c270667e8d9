import { GwpSetSchema } from "@emissions/proto/activity/v1/organization_service";
import { BoundaryApproachSchema } from "@emissions/proto/activity/v1/ownership_service";
import { EntityTypeSchema } from "@emissions/proto/activity/v1/record_events";
import { InventoryFormatSchema, InventoryService } from "@emissions/proto/calc/v1/inventory_service";
import { LedgerFormatSchema, LedgerService } from "@emissions/proto/calc/v1/ledger_service";
import { z } from "zod";
import { CSV_TYPE } from "../exports/csv.ts";
import { inventoryCsv } from "../inventory/csv.ts";
import { inventoryPage } from "../inventory/html.ts";
import { ledgerFile } from "../inventory/ledger.ts";
import { statement } from "../inventory/statement.ts";
import { day, enumOf, id, instant } from "../rest/fields.ts";
import { flag, year } from "../rest/query-fields.ts";
import { content, represented, route } from "../rest/route.ts";
import { XLSX_TYPE } from "../xlsx/workbook.ts";

const { getInventory } = InventoryService.method;

const Boundary = z.object({
  start_date: day,
  end_date: day,
  include_children: flag,
  boundary: enumOf(BoundaryApproachSchema).optional(),
  gwp: enumOf(GwpSetSchema).optional(),
  restated: flag,
});
const Statement = Boundary.extend({
  format: enumOf(InventoryFormatSchema).optional(),
  as_of: instant.optional(),
  base_year: year,
});
const Ledger = Boundary.extend({
  entity_type: enumOf(EntityTypeSchema).optional(),
  format: enumOf(LedgerFormatSchema).default("csv"),
  after: id.optional(),
});

/** Files of one caller at once. */
const LEDGERS_AT_ONCE_MAX = 2;

const inventory = route(
  getInventory,
  {
    http: "GET /v2/inventory",
    summary: "Get the inventory of a range of days",
    query: Statement,
    refuses: ["INVALID_DATE_RANGE", "AS_OF_BEFORE_HISTORY", "INVENTORY_TOO_LARGE", "OWNERSHIP_TOO_DEEP"],
  },
  statement,
);

const ledger = content(
  LedgerService.method.listLedgerEntries,
  {
    http: "GET /v2/inventory/ledger",
    summary: "Download the ledger of the inventory",
    query: Ledger,
    mediaTypes: [CSV_TYPE, XLSX_TYPE],
    limits: { atOnce: LEDGERS_AT_ONCE_MAX },
    refuses: ["INVALID_DATE_RANGE", "OWNERSHIP_TOO_DEEP", "TOO_MANY_ROWS"],
  },
  ledgerFile,
);

export const inventoryRoutes = [represented(inventory, { csv: inventoryCsv, html: inventoryPage }), ledger];
