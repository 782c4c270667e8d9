import type { Tx } from "@emissions/kit/db/transactions";
import { NIL_ID } from "@emissions/kit/process/id";
import {
  InvoiceStatusSchema,
  InvoiceTypeSchema,
  type ListInvoicesRequest,
} from "@emissions/proto/activity/v1/invoice_service";
import { anyId, anyOf, calculated, endsByDay, fromDay, fromInstant, toInstant } from "../list/filters.ts";
import type { List } from "../list/list.ts";

export const invoiceList: List<ListInvoicesRequest> = {
  table: "invoices",
  search: "search_text",
  filters: {
    type: anyOf("type", InvoiceTypeSchema),
    status: anyOf("status", InvoiceStatusSchema),
    facilityId: anyId("facility_id"),
    startDate: fromDay("start_date"),
    endDate: endsByDay("end_date", "start_date"),
    fileId: anyId("file_id"),
    createdAtFrom: fromInstant("created_at"),
    createdAtTo: toInstant("created_at"),
    co2eStatus: calculated("co2e"),
  },
  pendingIndex: { entityType: "invoices", reason: "error_code" },
  order: [{ by: "start_date", descending: true }],
  // Ids are made in the order of time.
  sorts: { start_date: "start_date", created_at: "id" },
  values: {
    type: {},
    status: {},
    facility_id: { labels: selectFacilityNames },
    file_id: { none: NIL_ID, label: "file_name" },
  },
};

async function selectFacilityNames(tx: Tx, orgs: readonly string[], ids: readonly string[]) {
  const rows = await tx<{ id: string; name: string }[]>`
    select id, name from facilities
    where organization_id = any(${orgs as string[]}::uuid[]) and id = any(${ids as string[]}::uuid[])`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}
