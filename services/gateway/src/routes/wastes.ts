import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { WasteService, WasteStatusSchema } from "@emissions/proto/activity/v1/waste_service";
import { catalogueId, unitId } from "@emissions/quantity/catalogue-id";
import { z } from "zod";
import { explanation } from "../compose/calculations.ts";
import { activityDay, enumOf, groupView, id, listOf, pattern, text } from "../rest/fields.ts";
import { recordsOf } from "../rest/records.ts";
import { route } from "../rest/route.ts";
import { amount, DELETED_BYTES_MAX, DELETED_MAX, filedFilter, paged, Seen } from "./lists.ts";

const {
  createWaste,
  createWastes,
  listWastes,
  listWasteValues,
  getWaste,
  updateWaste,
  deleteWaste,
  deleteWastes,
  deleteWastesById,
  deleteWastesByFilters,
} = WasteService.method;

const BATCH_MAX = 5_000;
const BATCH_BYTES_MAX = 16 * 1024 * 1024;
/** When the batch routes took the place of the single ones. */
const DEPRECATED_SINCE = "2026-09-29";

const Fields = z.strictObject({
  identification_name: text(255),
  start_date: activityDay(),
  end_date: activityDay(),
  base_quantity: amount(),
  ler_code_id: id.nullish(),
  waste_rd_code_id: id.nullish(),
  custom_ef_record_id: id.nullish(),
  custom_emission_factor_id: id.nullish(),
  description: z.string().max(500).nullish(),
  destination: text(255).nullish(),
  total_km_to_waste_center: amount().nullish(),
  external_id: text(255).nullish(),
});

const InFile = { file_id: id.nullish(), file_name: text(255).nullish(), file_url: text(2048).nullish() };
const NewWaste = Fields.extend({ facility_id: id, unit_id: id.optional(), ...InFile });
const Changes = Fields.extend({ unit_id: id, ...InFile })
  .partial()
  .meta({ examples: [{ base_quantity: 1300, total_km_to_waste_center: null }] });
const example = {
  facility_id: "0197f3a0-0000-7000-8000-000000000001",
  identification_name: "Cardboard",
  start_date: "2025-01-01",
  end_date: "2025-01-31",
  base_quantity: 1250.5,
  unit_id: unitId("kg"),
  ler_code_id: catalogueId("ler", "150101"),
  waste_rd_code_id: catalogueId("rd", "R03"),
  total_km_to_waste_center: 42,
};

const Batch = z
  .strictObject({ records: recordsOf(Fields.extend({ facility_id: id, unit_id: id }), BATCH_MAX) })
  .meta({ examples: [{ records: [{ ...example, external_id: "note-4711" }] }] });

const idsOf = (max: number) =>
  z
    .strictObject({ waste_ids: z.array(id).min(1).max(max) })
    .meta({ examples: [{ waste_ids: ["0197f3a0-0000-7000-8000-000000000001"] }] });

const Filter = z.object({
  facility_id: id.optional(),
  status: listOf(enumOf(WasteStatusSchema)),
  ler_code: listOf(pattern(/^\d{2} ?\d{2} ?\d{2}$/)),
  rd_code: listOf(pattern(/^[RD]\d{2}$/)),
  identification_name: listOf(z.string().max(255)),
  ...filedFilter,
});

const FIELDS = ["file_id", "created_at", "identification_name", "ler_code", "rd_code"] as const;

const one = "/v1/wastes/{waste_id}";

export const wasteRoutes = [
  route(createWastes, {
    http: "POST /v2/wastes",
    summary: "Create wastes",
    body: Batch,
    batch: "records",
    bodyBytesMax: BATCH_BYTES_MAX,
    repeat: "required",
    returns: "job",
    status: 202,
    location: ({ job }) => `/v2/ingest-jobs/${job?.id}`,
    errors: "problem",
    refuses: ["BULK_RECORDS_REJECTED"],
  }),
  route(deleteWastes, {
    http: "POST /v2/wastes/delete",
    summary: "Delete wastes as an ingest job",
    body: idsOf(BATCH_MAX),
    counts: ({ wasteIds }) => wasteIds.length,
    returns: "job",
    status: 202,
    location: ({ job }) => `/v2/ingest-jobs/${job?.id}`,
    errors: "problem",
  }),
  route(createWaste, {
    http: "POST /v1/wastes",
    summary: "Create a waste",
    body: NewWaste.meta({ examples: [example] }),
    returns: "waste",
    status: 201,
    deprecated: { since: DEPRECATED_SINCE, successor: "POST /v2/wastes" },
  }),
  route(listWastes, {
    http: "GET /v1/wastes",
    summary: "List wastes",
    query: Filter.extend(paged("start_date", "created_at")),
    returns: "wastes",
    list: "counted",
    beside: ["total2", "totalGeneral", "filterHash", "totalCapped"],
  }),
  route(listWasteValues, {
    http: "GET /v1/waste/unique-values",
    summary: "List the values of a field of the wastes",
    query: z.object({ field: z.enum(FIELDS), facility_id: id.optional(), ...groupView }),
    returns: "uniqueValues",
  }),
  route(deleteWastesById, {
    http: "POST /v1/waste/bulk-delete",
    summary: "Delete wastes",
    body: idsOf(DELETED_MAX),
    bodyBytesMax: DELETED_BYTES_MAX,
    itemsMax: DELETED_MAX,
    counts: ({ wasteIds }) => wasteIds.length,
    returns: "deletion",
    deprecated: { since: DEPRECATED_SINCE, successor: "POST /v2/wastes/delete" },
  }),
  route(deleteWastesByFilters, {
    http: "POST /v1/waste/bulk-delete-by-filters",
    summary: "Delete all wastes that match",
    query: Filter.extend({ facility_id: id }),
    body: Seen,
    counts: (_, { deletion }) => deletion?.successCount ?? 0,
    returns: "deletion",
    refuses: ["FILTER_HASH_MISMATCH", "TOO_MANY_ROWS"],
  }),
  route(getWaste, { http: `GET ${one}`, summary: "Get a waste", returns: "waste" }),
  explanation({
    http: `GET ${one}/calculation`,
    what: "a waste",
    operation: "getWasteCalculation",
    entityType: EntityType.WASTES,
    get: getWaste,
    record: ({ waste }) => waste,
  }),
  route(updateWaste, {
    http: `PATCH ${one}`,
    summary: "Change a waste",
    body: Changes,
    returns: "waste",
    refuses: ["RECORD_CHANGED_MEANWHILE"],
  }),
  route(deleteWaste, { http: `DELETE ${one}`, summary: "Delete a waste" }),
];
