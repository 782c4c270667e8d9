import { EntityType } from "@emissions/proto/activity/v1/record_events";
import {
  WasteWaterTreatmentFilterSchema,
  WasteWaterTreatmentService,
  WasteWaterTreatmentValuesSchema,
} from "@emissions/proto/activity/v1/waste_water_treatment_service";
import { unitId } from "@emissions/quantity/catalogue-id";
import { recordRoutes } from "./records.ts";

const { method } = WasteWaterTreatmentService;

const routes = recordRoutes({
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
  values: WasteWaterTreatmentValuesSchema,
  filter: WasteWaterTreatmentFilterSchema,
  path: "/v1/waste-water-treatments",
  ids: "waste_water_treatment_ids",
  sorts: ["start_date", "created_at"],
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

export const wasteWaterTreatmentRoutes = [
  routes.create(),
  routes.createBatch(),
  routes.list(),
  routes.removeByIds(),
  routes.removeByFilters(),
  routes.get(),
  routes.update(),
  routes.remove(),
  routes.explain(),
];
