import {
  type ListWasteWaterTreatmentsRequest,
  WasteWaterTreatmentStatusSchema,
} from "@emissions/proto/activity/v1/waste_water_treatment_service";
import { anyId, anyOf, calculated, endsByDay, fromDay } from "../list/filters.ts";
import type { List } from "../list/list.ts";

export const treatmentList: List<ListWasteWaterTreatmentsRequest> = {
  table: "waste_water_treatments",
  search: (tx) => tx`plain_text(name || chr(10) || coalesce(description, ''))`,
  filters: {
    facilityId: anyId("facility_id"),
    status: anyOf("status", WasteWaterTreatmentStatusSchema),
    startDate: fromDay("start_date"),
    endDate: endsByDay("end_date", "start_date"),
    co2eStatus: calculated("co2e"),
  },
  order: [{ by: "start_date", descending: true }],
  // Ids are made in the order of time.
  sorts: { start_date: "start_date", created_at: "id" },
};
