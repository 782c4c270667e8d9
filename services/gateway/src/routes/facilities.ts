import {
  FacilityCategorySchema,
  FacilityService,
  FacilityStatusSchema,
} from "@emissions/proto/activity/v1/facility_service";
import { z } from "zod";
import { country, decimal, enumOf, id, pattern, text } from "../rest/fields.ts";
import { listQuery } from "../rest/message-schema.ts";
import { searchedList } from "../rest/query-fields.ts";
import { recordsOf } from "../rest/records.ts";
import { describedRoute, route } from "../rest/route.ts";

const { method } = FacilityService;

const BATCH_MAX = 1_000;
/** A thousand facilities with all that fits into them, and less than services send each other at once. */
const BATCH_BYTES_MAX = 6 * 1024 * 1024;
const CUPS_MAX = 100;
const GRID_ZONE_MAX = 50;
/** When the batch routes took the place of the single ones. */
const DEPRECATED_SINCE = "2026-10-09";

const NewFacility = z.strictObject({
  name: text(255),
  type: text(255),
  country,
  address: z.string().max(500).nullish(),
  logistic_factor: decimal({ min: "0", max: "1" }).optional(),
  categories: z.array(enumOf(FacilityCategorySchema)).optional(),
  cups_list: z
    .array(pattern(/^[\x21-\x7e]{1,30}$/))
    .max(CUPS_MAX)
    .optional(),
  grid_zone: z.string().max(GRID_ZONE_MAX).nullish(),
});
const example = {
  name: "Plant north",
  type: "factory",
  country: "ES",
  categories: ["electricity", "wastes"],
  cups_list: ["ES0021000000000001JN"],
};

/** With an address, the default is the country of the organization. Batches have no default. */
const SingleFacility = NewFacility.extend({ country: country.optional() })
  .refine((sent) => sent.country !== undefined || (sent.address ?? "").trim() !== "", {
    path: ["country"],
    message: "field required",
    params: { type: "value_error.missing" },
    when: ({ value, issues }) => isObject(value) && !issues.some(({ path }) => path?.[0] === "address"),
  })
  .meta({ examples: [example] });

const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

const Changes = NewFacility.extend({ status: enumOf(FacilityStatusSchema) })
  .partial()
  .meta({ examples: [{ name: "Plant south", logistic_factor: 0.25 }] });

const Batch = z
  .strictObject({
    records: recordsOf(NewFacility.extend({ external_id: text(255).nullish() }), BATCH_MAX),
  })
  .meta({ examples: [{ records: [{ ...example, external_id: "plant-7" }] }] });

const Ids = z
  .strictObject({ facility_ids: z.array(id).min(1).max(BATCH_MAX) })
  .meta({ examples: [{ facility_ids: ["0197f3a0-0000-7000-8000-000000000001"] }] });

const one = "/v1/facilities/{facility_id}";

export const facilityRoutes = [
  route(method.createFacility, {
    http: "POST /v1/facilities",
    summary: "Create a facility",
    body: SingleFacility,
    status: 201,
    deprecated: { since: DEPRECATED_SINCE, successor: "POST /v2/facilities" },
  }),
  route(method.createFacilities, {
    http: "POST /v2/facilities",
    summary: "Create facilities",
    body: Batch,
    list: "whole",
    status: 201,
    batch: "records",
    limits: { bodyBytes: BATCH_BYTES_MAX },
    refuses: ["BULK_RECORDS_REJECTED"],
  }),
  describedRoute(method.listFacilities, {
    http: "GET /v1/facilities",
    summary: "List facilities",
    query: listQuery(method.listFacilities.input, 10, "after"),
    list: "pages",
    cursors: true,
  }),
  route(method.getFacility, { http: `GET ${one}`, summary: "Get a facility" }),
  route(method.updateFacility, { http: `PATCH ${one}`, versioned: true, summary: "Change a facility", body: Changes }),
  route(method.listFacilityFuels, {
    http: `GET ${one}/fuels`,
    summary: "List what a facility can burn or refill",
    query: z.object(searchedList),
    list: "bare",
  }),
  route(method.deleteFacility, {
    http: `DELETE ${one}`,
    versioned: true,
    summary: "Delete a facility",
    restates: true,
    deprecated: { since: DEPRECATED_SINCE, successor: "POST /v2/facilities/delete" },
  }),
  route(method.deleteFacilities, {
    http: "POST /v2/facilities/delete",
    summary: "Delete facilities",
    restates: true,
    body: Ids,
    dry: { total: ({ facilityIds }) => facilityIds.length },
    location: ({ job }) => `/v2/ingest-jobs/${job?.id}`,
    status: 202,
  }),
];
