import type { DeleteRecordsRequest } from "@emissions/proto/activity/v1/record";
import { WasteFilterSchema, WasteService } from "@emissions/proto/activity/v1/waste_service";
import { catalogueId, unitId } from "@emissions/quantity/catalogue-id";
import { z } from "zod";
import { id } from "../rest/fields.ts";
import { querySchema } from "../rest/message-schema.ts";
import { groupView } from "../rest/query-fields.ts";
import { describedRoute } from "../rest/route.ts";
import { idsBody, jobLocation, recordRoutes } from "./records.ts";

const { method } = WasteService;

const JOB_MAX = 5_000;
/** The batch routes replaced the single ones on this day. */
const DEPRECATED_SINCE = "2026-09-29";
const FIELDS = ["file_id", "created_at", "identification_name", "ler_code", "rd_code", "fitness"] as const;

const usual = recordRoutes({
  service: WasteService,
  methods: { removeByIds: method.deleteWastesById },
  bulkPath: "/v1/waste",
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
  differs: {
    create: { deprecated: { since: DEPRECATED_SINCE, successor: "POST /v2/wastes" } },
    list: { list: "counted", beside: ["total2", "totalGeneral", "filterHash", "totalCapped"] },
    values: { query: z.object({ field: z.enum(FIELDS), facility_id: id.optional(), ...groupView }) },
    removeByIds: { deprecated: { since: DEPRECATED_SINCE, successor: "POST /v2/wastes/delete" } },
    removeByFilters: { query: z.object({ ...querySchema(WasteFilterSchema), facility_id: id }) },
  },
});

export const wasteRoutes = [
  ...usual,
  describedRoute(method.deleteWastes, {
    http: "POST /v2/wastes/delete",
    summary: "Delete wastes as an ingest job",
    restates: true,
    rename: { waste_ids: "ids" },
    body: idsBody("waste_ids", JOB_MAX),
    dry: { total: ({ ids }: DeleteRecordsRequest) => ids.length },
    status: 202,
    location: jobLocation,
  }),
];
