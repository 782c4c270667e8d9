import { EnergySupplierService } from "@emissions/proto/factors/v1/energy_supplier_service";
import { z } from "zod";
import { country } from "../rest/fields.ts";
import { searchedList } from "../rest/query-fields.ts";
import { route } from "../rest/route.ts";

const { listEnergySuppliers } = EnergySupplierService.method;

export const energySupplierRoutes = [
  route(listEnergySuppliers, {
    http: "GET /v1/energy-suppliers",
    summary: "List who sells energy",
    query: z.object({ country: country.optional(), ...searchedList }),
    list: "bare",
  }),
];
