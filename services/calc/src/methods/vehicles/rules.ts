import { VehiclePart } from "@emissions/proto/factors/v1/selection_service";
import { byFactor } from "../by-factor.ts";

/** kg = (quantity * multiply_by / divide_by) * factor; see README.md. */
export const vehicles = byFactor("vehicles/1", { scope: 1, part: "combustion" });

/** Figures per distance have one category, and the part of the vehicle decides about the scope. */
export function lookedUpForVehicle(part: VehiclePart, category: string): string {
  if (part === VehiclePart.ELECTRICITY) return "electricity_of_vehicles";
  return part === VehiclePart.ELECTRICITY_LOSSES ? "electricity_losses" : category;
}
