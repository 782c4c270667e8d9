import type { OwnWorkforceFilter } from "@emissions/proto/activity/v1/own_workforce_service";
import type { List } from "../list/list.ts";
import { originFilters } from "../list/listing.ts";
import { withContracts } from "./queries.ts";

/** No order or filter by values that viewers do not see. */
export const ownWorkforceList: List<OwnWorkforceFilter> = {
  table: "own_workforces",
  rows: withContracts,
  version: "revision",
  isPersonal: true,
  search: "search_text",
  filters: originFilters,
  order: [{ by: "external_employee_id", nullable: true }],
  sorts: {
    external_employee_id: { by: "external_employee_id", nullable: true },
    // Ids are made in the order of time.
    created_at: "id",
    updated_at: { by: "updated_at", nullable: true },
  },
  // The contract of this list has null for people without a file, not the all-zero id.
  values: { file_id: { none: null, label: "file_name" } },
};
