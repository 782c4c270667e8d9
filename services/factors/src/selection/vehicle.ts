import { VehiclePart, type VehicleSelector } from "@emissions/proto/factors/v1/selection_service";
import type { Snapshot } from "../catalogue/snapshot.ts";
import { type Answer, failure } from "./answer.ts";
import { lookUpVehicle } from "./lookup/vehicle.ts";
import { type LibraryNeed, resolveInLibrary } from "./resolve-library.ts";

interface VehicleNeed extends LibraryNeed {
  /** Of the unit: a distance has other factors than an amount of fuel. */
  dimension: string;
}

const { EXHAUST, CH4_AND_N2O } = VehiclePart;

/** The factor of a vehicle. CH4 and N2O count by themselves only where the figure of the exhaust has neither. */
export function resolveVehicle(snapshot: Snapshot, selector: VehicleSelector, need: VehicleNeed): Answer {
  const answerOf = (part: VehiclePart) =>
    resolveInLibrary(snapshot, { ...need, lookup: lookUpVehicle(snapshot, { ...selector, part }, need.dimension) });
  if (selector.part === CH4_AND_N2O) {
    const values = answerOf(EXHAUST).factor?.values;
    if (values?.co2e !== undefined) {
      return failure("IN_EXHAUST_FIGURE", "The figure of the exhaust has CH4 and N2O.");
    }
  }
  return answerOf(selector.part);
}
