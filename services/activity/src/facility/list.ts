import { FacilityStatusSchema, type ListFacilitiesRequest } from "@emissions/proto/activity/v1/facility_service";
import { anyOf, anyText, contains } from "../list/filters.ts";
import type { List } from "../list/list.ts";
import { withTotals } from "../resource/table.ts";
import { facilityOwner } from "./owner.ts";

export const facilityList: List<ListFacilitiesRequest> = {
  table: "facilities",
  rows: withTotals(facilityOwner),
  filters: {
    name: contains("search_text"),
    country: anyText("country"),
    type: anyText("type"),
    status: anyOf("status", FacilityStatusSchema),
  },
  order: [{ by: (tx) => tx`lower(name)` }],
  size: 10,
};
