import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { WasteWaterTreatmentService } from "@emissions/proto/activity/v1/waste_water_treatment_service";
import { unitId } from "@emissions/quantity/catalogue-id";
import { recordRoutes } from "./records.ts";

const { method } = WasteWaterTreatmentService;

export const wasteWaterTreatmentRoutes = recordRoutes({
  one: "a waste water treatment",
  many: "waste water treatments",
  entityType: EntityType.WASTE_WATER_TREATMENTS,
  methods: {
    create: method.createWasteWaterTreatment,
    createBatch: method.createWasteWaterTreatments,
    list: method.listWasteWaterTreatments,
    get: method.getWasteWaterTreatment,
    update: method.updateWasteWaterTreatment,
    remove: method.deleteWasteWaterTreatment,
    removeByIds: method.deleteWasteWaterTreatments,
    removeByFilters: method.deleteWasteWaterTreatmentsByFilters,
  },
  path: "/v1/waste-water-treatments",
  ids: "waste_water_treatment_ids",
  day: "start_date",
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
