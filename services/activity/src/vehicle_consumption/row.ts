import type { VehicleConsumptionValues } from "@emissions/proto/activity/v1/vehicle_consumption_service";
import type { ValuesOf } from "../records/columns.ts";

export type Consumption = ValuesOf<VehicleConsumptionValues, "quantity"> & {
  /** The group of the vehicle when the consumption was recorded, or when the vehicle was given another group. */
  customEmissionFactorId: string | null;
  /** Kilograms of CO2e of `co2e` that arise before the energy is used. */
  co2eGeneration: string | null;
};
