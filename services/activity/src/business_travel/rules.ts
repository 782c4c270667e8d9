import { type Check, missing, violation } from "@emissions/kit/wire/checks";
import type { Travel } from "./row.ts";

const VEHICLES: ReadonlySet<string> = new Set(["car", "motorbike"]);

/** The rules between fields of a trip. */
export const checkTravel = (travel: Travel): Check[] => [...checkSource(travel), ...checkFields(travel)];

/** Either a distance, or both places. */
function checkSource({ distanceKm, origin, destination }: Travel): Check[] {
  if (distanceKm === null) {
    if (origin === null && destination === null) return [missing("distance_km")];
    return [...(origin === null ? [missing("origin")] : []), ...(destination === null ? [missing("destination")] : [])];
  }
  if (origin === null && destination === null) return [];
  const msg = "either distance_km, or origin and destination";
  return [violation("distance_km", "value_error.distance_source", msg)];
}

/** Fields of another means of transport are refused: a factor would ignore them. */
function checkFields(travel: Travel): Check[] {
  const { transportType, vehicleSize, fuelType, flightType, cabinClass } = travel;
  const isVehicle = VEHICLES.has(transportType);
  const isFlight = transportType === "aircraft";
  const strange = [
    ...(isVehicle ? [] : [["vehicle_size", vehicleSize] as const, ["fuel_type", fuelType] as const]),
    ...(isFlight ? [] : [["flight_type", flightType] as const, ["cabin_class", cabinClass] as const]),
  ].filter(([, value]) => value !== null);
  const checks = strange.map(([field]) =>
    violation(field, "value_error.transport_type", `not for the transport type ${transportType}`),
  );
  // No publisher has an average of domestic and international flights, and a distance does not tell them apart.
  const isMeasured = travel.origin !== null || travel.destination !== null;
  if (isFlight && flightType === null && travel.distanceKm !== null && !isMeasured) checks.push(missing("flight_type"));
  return checks;
}
