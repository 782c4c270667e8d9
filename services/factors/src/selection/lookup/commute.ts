import { create } from "@bufbuild/protobuf";
import { type CommuteSelector, CommuteTransport } from "@emissions/proto/factors/v1/commute";
import { TransportType, TravelSelectorSchema } from "@emissions/proto/factors/v1/travel";
import type { KeyStep } from "../../catalogue/sectors.ts";
import { failure } from "../answer.ts";
import { isEpa } from "./flight.ts";
import { LIBRARY_SCHEME } from "./library.ts";
import type { Lookup } from "./lookup.ts";
import { lookUpTravel } from "./travel.ts";
import type { TravelKey } from "./travel-key.ts";

const TRIPS = "passenger_transport";
const HOMEWORKING = "homeworking";
const UPSTREAM = "_upstream";
const COUNTRY_OF_EPA = "US";

/** Means of transport with the same factors as on business travels. */
const AS_TRAVEL: ReadonlyMap<CommuteTransport, TransportType> = new Map([
  [CommuteTransport.CAR, TransportType.CAR],
  [CommuteTransport.BUS, TransportType.BUS],
  [CommuteTransport.TRAIN, TransportType.TRAIN],
  [CommuteTransport.METRO, TransportType.METRO],
  [CommuteTransport.MOTORBIKE, TransportType.MOTORBIKE],
  [CommuteTransport.TROLLEYBUS, TransportType.TROLLEYBUS],
]);

/** The factor of a trip to work, or of an hour of work at home. */
export function lookUpCommute(selector: CommuteSelector): Lookup {
  const { transportType, country, upstream } = selector;
  if (transportType === CommuteTransport.ELECTRIC_KICK_SCOOTER) {
    return failure("FACTOR_NOT_FOUND", "No data set publishes the use of an electric kick scooter.");
  }
  const own = ownKeys(selector);
  const steps = own.keys.map((key): KeyStep => {
    return { ...key, category: upstream ? `${own.category}${UPSTREAM}` : own.category, scheme: LIBRARY_SCHEME };
  });
  const known = AS_TRAVEL.get(transportType);
  if (known === undefined) {
    return steps.length > 0 ? { steps, country } : failure("FACTOR_NOT_FOUND", "There is no such means of transport.");
  }
  const travel = lookUpTravel(travelOf(selector, known));
  return "failureCode" in travel ? travel : { ...travel, steps: [...steps, ...travel.steps] };
}

function travelOf({ vehicleSize, fuelType, country, upstream }: CommuteSelector, transportType: TransportType) {
  return create(TravelSelectorSchema, { transportType, vehicleSize, fuelType, country, upstream });
}

/** Keys that business travels do not have, the most exact first. */
function ownKeys({ transportType, country }: CommuteSelector): { category: string; keys: TravelKey[] } {
  switch (transportType) {
    case CommuteTransport.TRAM:
      return { category: TRIPS, keys: [{ key: "rail/light_rail_and_tram", label: "tram" }] };
    case CommuteTransport.TRAIN:
      return { category: TRIPS, keys: country === COUNTRY_OF_EPA ? [COMMUTER_RAIL] : [] };
    case CommuteTransport.BICYCLE:
      return { category: TRIPS, keys: [{ key: "bicycle", label: "bicycle" }] };
    case CommuteTransport.WALKING:
      return { category: TRIPS, keys: [{ key: "walking", label: "walking" }] };
    case CommuteTransport.TELECOMMUTING:
      return { category: HOMEWORKING, keys: [{ key: "homeworking", label: "work at home" }] };
    default:
      return { category: TRIPS, keys: [] };
  }
}

/** EPA tells commuter rail from intercity rail. DESNZ has one figure for both. */
const COMMUTER_RAIL: TravelKey = { key: "rail/commuter_rail", label: "commuter rail of EPA", inDataset: isEpa };
