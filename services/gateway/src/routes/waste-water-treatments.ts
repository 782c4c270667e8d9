import { WasteWaterTreatmentService } from "@emissions/proto/activity/v1/waste_water_treatment_service";
import { unitId } from "@emissions/quantity/catalogue-id";
import { recordRoutes } from "./records.ts";

export const wasteWaterTreatmentRoutes = recordRoutes({
  service: WasteWaterTreatmentService,
  example: {
    facility_id: "0197f3a0-0000-7000-8000-000000000001",
    name: "Municipal plant",
    start_date: "2025-01-01",
    end_date: "2025-01-31",
    quantity: 340,
    unit_id: unitId("m3"),
  },
  change: { quantity: 360.5, description: null },
});
