import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { WasteFilterSchema, WasteService, WasteValuesSchema } from "@emissions/proto/activity/v1/waste_service";
import { catalogueId, unitId } from "@emissions/quantity/catalogue-id";
import { z } from "zod";
import { groupView, id } from "../rest/fields.ts";
import { route } from "../rest/route.ts";
import { idsBody, jobLocation, recordRoutes } from "./records.ts";

const { method } = WasteService;

const JOB_MAX = 5_000;
/** The batch routes replaced the single ones on this day. */
const DEPRECATED_SINCE = "2026-09-29";
const FIELDS = ["file_id", "created_at", "identification_name", "ler_code", "rd_code"] as const;

const routes = recordRoutes({
  one: "a waste",
  many: "wastes",
  entityType: EntityType.WASTES,
  methods: {
    create: method.createWaste,
    createBatch: method.createWastes,
    list: method.listWastes,
    get: method.getWaste,
    update: method.updateWaste,
    remove: method.deleteWaste,
    removeByIds: method.deleteWastesById,
    removeByFilters: method.deleteWastesByFilters,
    values: method.listWasteValues,
  },
  values: WasteValuesSchema,
  filter: WasteFilterSchema,
  path: "/v1/wastes",
  bulkPath: "/v1/waste",
  param: "waste_id",
  ids: "waste_ids",
  sorts: ["start_date", "created_at"],
  requiredInBatch: ["unit_id"],
  example: {
    facility_id: "0197f3a0-0000-7000-8000-000000000001",
    identification_name: "Cardboard",
    start_date: "2025-01-01",
    end_date: "2025-01-31",
    base_quantity: 1250.5,
    unit_id: unitId("kg"),
    ler_code_id: catalogueId("ler", "150101"),
    waste_rd_code_id: catalogueId("rd", "R03"),
    total_km_to_waste_center: 42,
  },
  change: { base_quantity: 1300, total_km_to_waste_center: null },
});

export const wasteRoutes = [
  routes.createBatch(),
  route(method.deleteWastes, {
    http: "POST /v2/wastes/delete",
    summary: "Delete wastes as an ingest job",
    rename: { waste_ids: "ids" },
    body: idsBody("waste_ids", JOB_MAX) as never,
    counts: ({ ids }) => ids.length,
    returns: "job",
    status: 202,
    location: jobLocation,
    errors: "problem",
  }),
  routes.create({ deprecated: { since: DEPRECATED_SINCE, successor: "POST /v2/wastes" } }),
  routes.list({ list: "counted", beside: ["total2", "totalGeneral", "filterHash", "totalCapped"] }),
  routes.values({ query: z.object({ field: z.enum(FIELDS), facility_id: id.optional(), ...groupView }) }),
  routes.removeByIds({ deprecated: { since: DEPRECATED_SINCE, successor: "POST /v2/wastes/delete" } }),
  routes.removeByFilters({ query: routes.filter.extend({ facility_id: id }) }),
  routes.get(),
  routes.explain(),
  routes.update(),
  routes.remove(),
];
