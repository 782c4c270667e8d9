import { EntityType } from "@emissions/proto/activity/v1/record_events";
import {
  WasteWaterTreatmentService,
  WasteWaterTreatmentStatusSchema,
} from "@emissions/proto/activity/v1/waste_water_treatment_service";
import { unitId } from "@emissions/quantity/catalogue-id";
import { z } from "zod";
import { explanation } from "../compose/calculations.ts";
import { activityDay, enumOf, id, listOf, text } from "../rest/fields.ts";
import { route } from "../rest/route.ts";
import { amount, DELETED_BYTES_MAX, DELETED_MAX, paged, recordFilter, Seen } from "./lists.ts";

const {
  createWasteWaterTreatment,
  listWasteWaterTreatments,
  getWasteWaterTreatment,
  updateWasteWaterTreatment,
  deleteWasteWaterTreatment,
  deleteWasteWaterTreatments,
  deleteWasteWaterTreatmentsByFilters,
} = WasteWaterTreatmentService.method;

const Fields = z.strictObject({
  name: text(255),
  start_date: activityDay(),
  end_date: activityDay(),
  quantity: amount(),
  description: z.string().max(500).nullish(),
  custom_ef_record_id: id.nullish(),
  custom_emission_factor_id: id.nullish(),
});

const NewTreatment = Fields.extend({ facility_id: id, unit_id: id.optional() }).meta({
  examples: [
    {
      facility_id: "0197f3a0-0000-7000-8000-000000000001",
      name: "Municipal plant",
      start_date: "2025-01-01",
      end_date: "2025-01-31",
      quantity: 340,
      unit_id: unitId("m3"),
    },
  ],
});
const Changes = Fields.extend({ unit_id: id })
  .partial()
  .meta({ examples: [{ quantity: 360.5, description: null }] });

const Filter = z.object({
  facility_id: listOf(id),
  status: listOf(enumOf(WasteWaterTreatmentStatusSchema)),
  ...recordFilter,
});

const Ids = z
  .strictObject({ waste_water_treatment_ids: z.array(id).min(1).max(DELETED_MAX) })
  .meta({ examples: [{ waste_water_treatment_ids: ["0197f3a0-0000-7000-8000-000000000001"] }] });

const all = "/v1/waste-water-treatments";
const one = `${all}/{id}` as const;

export const wasteWaterTreatmentRoutes = [
  route(createWasteWaterTreatment, {
    http: `POST ${all}`,
    summary: "Create a waste water treatment",
    body: NewTreatment,
    returns: "wasteWaterTreatment",
    status: 201,
  }),
  route(listWasteWaterTreatments, {
    http: `GET ${all}`,
    summary: "List waste water treatments",
    query: Filter.extend(paged("start_date", "created_at")),
    returns: "wasteWaterTreatments",
    list: "pages",
    beside: ["filterHash", "totalCapped"],
  }),
  route(deleteWasteWaterTreatments, {
    http: `POST ${all}/bulk-delete`,
    summary: "Delete waste water treatments",
    body: Ids,
    bodyBytesMax: DELETED_BYTES_MAX,
    itemsMax: DELETED_MAX,
    counts: (_, { deletion }) => deletion?.successCount ?? 0,
    returns: "deletion",
  }),
  route(deleteWasteWaterTreatmentsByFilters, {
    http: `POST ${all}/bulk-delete-by-filters`,
    summary: "Delete all waste water treatments that match",
    query: Filter,
    body: Seen,
    counts: (_, { deletion }) => deletion?.successCount ?? 0,
    returns: "deletion",
    refuses: ["FILTER_HASH_MISMATCH", "TOO_MANY_ROWS"],
  }),
  route(getWasteWaterTreatment, {
    http: `GET ${one}`,
    summary: "Get a waste water treatment",
    returns: "wasteWaterTreatment",
  }),
  route(updateWasteWaterTreatment, {
    http: `PATCH ${one}`,
    summary: "Change a waste water treatment",
    body: Changes,
    returns: "wasteWaterTreatment",
    refuses: ["RECORD_CHANGED_MEANWHILE"],
  }),
  route(deleteWasteWaterTreatment, { http: `DELETE ${one}`, summary: "Delete a waste water treatment" }),
  explanation({
    http: `GET ${one}/calculation`,
    what: "a waste water treatment",
    operation: "getWasteWaterTreatmentCalculation",
    entityType: EntityType.WASTE_WATER_TREATMENTS,
    get: getWasteWaterTreatment,
    record: ({ wasteWaterTreatment }) => wasteWaterTreatment,
  }),
];
