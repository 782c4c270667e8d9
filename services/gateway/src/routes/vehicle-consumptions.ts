import {
  ConsumptionOfVehicleFilterSchema,
  VehicleConsumptionFilterSchema,
  VehicleConsumptionService,
  VehicleConsumptionValuesSchema,
} from "@emissions/proto/activity/v1/vehicle_consumption_service";
import { VehicleService } from "@emissions/proto/activity/v1/vehicle_service";
import { unitId } from "@emissions/quantity/catalogue-id";
import { z } from "zod";
import { bodySchema, querySchema } from "../rest/message-schema.ts";
import { groupView, page, size, sortBy } from "../rest/query-fields.ts";
import { describedRoute } from "../rest/route.ts";
import { deletionByIds, recordRoutes } from "./records.ts";

const { method } = VehicleConsumptionService;

/** The contract writes the path of the organization with an underscore. */
const ofAll = "/v2/vehicle_consumptions";
const NOT_OF_FUEL = "ERR_UNIT_NOT_ALLOWED_FOR_FUEL";

const example = {
  quantity: 60.5,
  unit_id: unitId("l"),
  start_date: "2025-01-01",
  end_date: "2025-01-31",
  custom_id: "receipt-4711",
};
const window = { page, size: size(50, 100), sort: sortBy("start_date", "created_at") };
const filter = querySchema(VehicleConsumptionFilterSchema);

const usual = recordRoutes({
  service: VehicleConsumptionService,
  methods: {
    list: method.listConsumptionsOfVehicle,
    removeByIds: method.deleteConsumptionsOfVehicle,
    values: method.listConsumptionValuesOfVehicle,
  },
  owner: { param: "vehicle_id", field: "vehicleId" },
  example: { vehicle_id: "0197f3a0-0000-7000-8000-000000000001", ...example },
  change: { quantity: 58.2 },
  differs: {
    create: {
      body: bodySchema(VehicleConsumptionValuesSchema)
        .omit({ vehicle_id: true })
        .meta({ examples: [example] }),
      refuses: [NOT_OF_FUEL],
    },
    createBatch: { http: "POST /v2/vehicle-consumptions" },
    update: { refuses: ["RECORD_CHANGED_MEANWHILE", NOT_OF_FUEL] },
    list: {
      summary: "List the consumptions of a vehicle",
      query: z.object({ ...querySchema(ConsumptionOfVehicleFilterSchema), ...window }),
    },
    values: {
      summary: "List the values of a field of the consumptions of a vehicle",
      first: (call, { vehicle_id: id }) => call(VehicleService.method.getVehicle, { id: id! }),
      query: z.object({ field: z.enum(["file_id"]) }),
    },
    removeByIds: { summary: "Delete consumptions of a vehicle" },
    removeByFilters: {
      http: `POST ${ofAll}/bulk-delete-by-filters`,
      query: z.object(filter),
    },
  },
});

export const vehicleConsumptionRoutes = [
  ...usual,
  describedRoute(method.listVehicleConsumptions, {
    http: `GET ${ofAll}`,
    summary: "List vehicle consumptions",
    query: z.object({ ...filter, ...window, ...groupView }),
    list: "pages",
    cursors: true,
    beside: ["filterHash", "totalCapped"],
  }),
  describedRoute(method.listVehicleConsumptionValues, {
    http: `GET ${ofAll}/unique-values`,
    summary: "List the values of a field of the vehicle consumptions",
    query: z.object({ field: z.enum(["file_id", "vehicle_id"]), ...groupView }),
  }),
  describedRoute(method.deleteVehicleConsumptions, {
    http: `POST ${ofAll}/bulk-delete`,
    summary: "Delete vehicle consumptions",
    ...deletionByIds("consumption_ids"),
    restates: true,
    refuses: ["PERIOD_LOCKED"],
  }),
];
