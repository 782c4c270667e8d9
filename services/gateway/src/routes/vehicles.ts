import {
  VehicleFilterSchema,
  VehicleService,
  VehicleUseSchema,
  VehicleValuesSchema,
} from "@emissions/proto/activity/v1/vehicle_service";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import { z } from "zod";
import { enumOf } from "../rest/fields.ts";
import { bodySchema, changesSchema, querySchema } from "../rest/message-schema.ts";
import { groupView, page, size, sortBy } from "../rest/query-fields.ts";
import { recordsOf } from "../rest/records.ts";
import { describedRoute } from "../rest/route.ts";
import { BATCH_MAX, deletionByIds, queuedBatch, Seen } from "./records.ts";

const { method } = VehicleService;

const path = "/v1/vehicles";
const one = `${path}/{vehicle_id}` as const;
const rename = { vehicle_id: "id" };

const example = {
  name: "Pool car 7",
  type: "passenger",
  ownership: "owned",
  license_plate: "1234 BCD",
  unknown_vehicle_id: catalogueId("unknown_vehicle", "car"),
  country: "ES",
  vehicle_fuel_id: catalogueId("vehicle_fuel", "ES:diesel"),
  registration_year: 2021,
  size: "medium",
};

const NewVehicle = bodySchema(VehicleValuesSchema);
const Changes = changesSchema(VehicleValuesSchema)
  .extend({ status: enumOf(VehicleUseSchema).optional() })
  .meta({ examples: [{ status: "archived" }] });
const Batch = z
  .strictObject({ records: recordsOf(NewVehicle, BATCH_MAX) })
  .meta({ examples: [{ records: [{ ...example, external_id: "car-7" }] }] });

const filters = querySchema(VehicleFilterSchema);

export const vehicleRoutes = [
  describedRoute(method.createVehicle, {
    http: `POST ${path}`,
    summary: "Create a vehicle",
    body: NewVehicle.meta({ examples: [example] }),
    status: 201,
    refuses: ["VEHICLE_ALREADY_EXISTS"],
  }),
  describedRoute(method.createVehicles, {
    http: "POST /v2/vehicles",
    summary: "Create vehicles",
    body: Batch,
    ...queuedBatch,
    refuses: ["BULK_RECORDS_REJECTED", "VEHICLE_ALREADY_EXISTS"],
  }),
  describedRoute(method.listVehicles, {
    http: `GET ${path}`,
    summary: "List vehicles",
    query: z.object({
      ...filters,
      page,
      size: size(50, 100),
      sort: sortBy("name", "license_plate", "created_at", "updated_at"),
      ...groupView,
    }),
    list: "pages",
    cursors: true,
    beside: ["filterHash", "totalCapped"],
  }),
  describedRoute(method.listVehicleValues, {
    http: `GET ${path}/unique-values`,
    summary: "List the values of a field of the vehicles",
    query: z.object({ field: z.enum(["file_id", "vehicle_fuel_id", "unknown_vehicle_id"]), ...groupView }),
  }),
  describedRoute(method.getVehicle, { http: `GET ${one}`, summary: "Get a vehicle", rename }),
  describedRoute(method.updateVehicle, {
    http: `PATCH ${one}`,
    versioned: true,
    summary: "Change a vehicle",
    rename,
    body: Changes,
    refuses: ["VEHICLE_ALREADY_EXISTS", "RECORD_CHANGED_MEANWHILE"],
  }),
  describedRoute(method.deleteVehicle, {
    http: `DELETE ${one}`,
    versioned: true,
    summary: "Delete a vehicle",
    rename,
    restates: true,
    refuses: ["TOO_MANY_ROWS", "PERIOD_LOCKED"],
  }),
  describedRoute(method.deleteVehicles, {
    http: `POST ${path}/bulk-delete`,
    summary: "Delete vehicles",
    ...deletionByIds("vehicle_ids"),
    restates: true,
    refuses: ["TOO_MANY_ROWS", "PERIOD_LOCKED"],
  }),
  describedRoute(method.deleteVehiclesByFilters, {
    http: `POST ${path}/bulk-delete-by-filters`,
    summary: "Delete all vehicles that match",
    query: z.object({ ...filters, ...groupView }),
    body: Seen,
    restates: true,
    refuses: ["FILTER_HASH_MISMATCH", "TOO_MANY_ROWS", "PERIOD_LOCKED"],
  }),
];
