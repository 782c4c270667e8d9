import type { LogisticsRequestFilter } from "@emissions/proto/activity/v1/logistics_request_service";
import { FreightPayerSchema } from "@emissions/proto/activity/v1/record_events";
import {
  anyId,
  anyOf,
  anyText,
  exactId,
  type Filter,
  fromDay,
  fromInstant,
  toDay,
  toInstant,
} from "../list/filters.ts";
import type { ListFilters } from "../list/list.ts";
import type { RecordList } from "../records/kind.ts";
import { commonFilters } from "../records/lists.ts";
import { anyShipmentStatus, columnFilters, ofProject, tableOfStatus } from "./filters.ts";

/** The text of a column, compared exactly. */
const isText = (column: string): Filter<string> => {
  const any = anyText(column);
  return {
    text: (sent) => sent || null,
    where: (tx, sent) => any.where(tx, [sent]),
    check: (name, sent) => any.check!(name, [sent]),
  };
};

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
    paidBy: anyOf("paid_by", FreightPayerSchema),
    fitness,
    filterBy: columnFilters,
    projectId: ofProject,
  } satisfies ListFilters<LogisticsRequestFilter>,
  tableFor: ({ status }: Partial<LogisticsRequestFilter>) => tableOfStatus(status),
  day: "shipment_date",
};
