import type { LogisticsRequestFilter } from "@emissions/proto/activity/v1/logistics_request_service";
import { FreightPayerSchema } from "@emissions/proto/activity/v1/record_events";
import { anyId, anyOf, anyText, exactId, fromDay, fromInstant, isText, toDay, toInstant } from "../list/filters.ts";
import type { ListFilters } from "../list/list.ts";
import type { RecordList } from "../records/kind.ts";
import { commonFilters } from "../records/lists.ts";
import { anyShipmentStatus, columnFilters, ofProject, tableOfStatus } from "./filters.ts";

const { fitness } = commonFilters;

export const shipmentList: RecordList = {
  search: "search_text",
  filters: {
    movementId: isText("movement_id"),
    client: isText("client"),
    vehicleType: anyText("vehicle_type"),
    // The all-zero id matches nothing here. `filter_by` finds the requests without a file.
    fileId: exactId("file_id"),
    status: anyShipmentStatus,
    dateFrom: fromDay("shipment_date"),
    dateUntil: toDay("shipment_date"),
    createdAtFrom: fromInstant("created_at"),
    createdAtUntil: toInstant("created_at"),
    uploadedBy: anyId("uploaded_by"),
    runKey: isText("run_key"),
    paidBy: anyOf("paid_by", FreightPayerSchema),
    fitness,
    filterBy: columnFilters,
    projectId: ofProject,
  } satisfies ListFilters<LogisticsRequestFilter>,
  tableFor: ({ status }: Partial<LogisticsRequestFilter>) => tableOfStatus(status),
  day: "shipment_date",
};
