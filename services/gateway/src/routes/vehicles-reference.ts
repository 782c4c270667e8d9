import { VehicleCatalogueService } from "@emissions/proto/factors/v1/vehicle_catalogue_service";
import { z } from "zod";
import { searchedList } from "../rest/query-fields.ts";
import { route } from "../rest/route.ts";

const { listVehicleFuels, listUnknownVehicles } = VehicleCatalogueService.method;

export const vehicleReferenceRoutes = [
  route(listVehicleFuels, {
    http: "GET /v1/vehicle-fuels",
    summary: "List vehicle fuels",
    query: z.object(searchedList),
    list: "bare",
    auth: "key",
  }),
  route(listUnknownVehicles, { http: "GET /v1/unknown-vehicles", summary: "List kinds of vehicles", list: "bare" }),
];
