import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { CommuteSelectorSchema, CommuteTransport } from "@emissions/proto/factors/v1/commute";
import { TravelFuel, TravelVehicleSize } from "@emissions/proto/factors/v1/travel";
import { expect, it } from "vitest";
import { lookUpCommute } from "./commute.ts";

type Commute = Exclude<MessageInitShape<typeof CommuteSelectorSchema>, { $typeName: string }>;

/** The keys with an asterisk for each proxy, and the country whose figures come last. */
function keysOf(commute: Commute): string {
  const lookup = lookUpCommute(create(CommuteSelectorSchema, { country: "GB", ...commute }));
  if ("failureCode" in lookup) return `${lookup.failureCode} ${lookup.failureDetail}`;
  const { steps, standInCountry } = lookup;
  const keys = steps.map(({ category, key, marks }) => `${category} ${key}${marks?.proxy ? "*" : ""}`);
  return [...keys, ...(standInCountry === undefined ? [] : [`or ${standInCountry}`])].join(", ");
}

const { CAR, BUS, TRAIN, METRO, TRAM, MOTORBIKE, BICYCLE, WALKING } = CommuteTransport;
const { TELECOMMUTING, ELECTRIC_KICK_SCOOTER, TROLLEYBUS, UNSPECIFIED } = CommuteTransport;
const { SMALL, LARGE } = TravelVehicleSize;

it.each<[string, Commute, string]>([
  [
    "a car has the figure of its size and fuel, then of the average",
    { transportType: CAR, vehicleSize: SMALL, fuelType: TravelFuel.LPG },
    "passenger_transport car/small/lpg, passenger_transport car/average/lpg*, " +
      "passenger_transport car/small/unknown*, passenger_transport car/average/unknown*",
  ],
  [
    "an electric car never has the figure of another energy",
    { transportType: CAR, fuelType: TravelFuel.BATTERY_ELECTRIC },
    "passenger_transport car/average/battery_electric, or GB",
  ],
  [
    "a motorbike has the figure of its size",
    { transportType: MOTORBIKE, vehicleSize: LARGE },
    "passenger_transport motorbike/large/petrol, passenger_transport motorbike/average/petrol*",
  ],
  ["a bus has the figure of local buses", { transportType: BUS }, "passenger_transport bus/average_local_bus"],
  ["a train has the figure of national rail", { transportType: TRAIN }, "passenger_transport rail/national_rail"],
  [
    "a train in the United States has the figure of commuter rail",
    { transportType: TRAIN, country: "US" },
    "passenger_transport rail/commuter_rail, passenger_transport rail/national_rail",
  ],
  ["a metro has the figure of London", { transportType: METRO }, "passenger_transport rail/london_underground"],
  ["a tram has the figure of light rail", { transportType: TRAM }, "passenger_transport rail/light_rail_and_tram"],
  [
    "a trolleybus has the figure of light rail, as a proxy",
    { transportType: TROLLEYBUS },
    "passenger_transport rail/light_rail_and_tram*",
  ],
  ["a bicycle has a figure by convention", { transportType: BICYCLE }, "passenger_transport bicycle"],
  ["walking has a figure by convention", { transportType: WALKING }, "passenger_transport walking"],
  ["work at home has the figure per working hour", { transportType: TELECOMMUTING }, "homeworking homeworking"],
  [
    "the fuel of a tram has the same key upstream",
    { transportType: TRAM, upstream: true },
    "passenger_transport_upstream rail/light_rail_and_tram",
  ],
  [
    "the fuel of a car has the same key upstream",
    { transportType: CAR, upstream: true },
    "passenger_transport_upstream car/average/unknown",
  ],
  [
    "an electric kick scooter has no figure",
    { transportType: ELECTRIC_KICK_SCOOTER },
    "FACTOR_NOT_FOUND No data set publishes the use of an electric kick scooter.",
  ],
  [
    "an unknown means of transport has no figure",
    { transportType: UNSPECIFIED },
    "FACTOR_NOT_FOUND There is no such means of transport.",
  ],
])("%s", (_, commute, keys) => {
  expect(keysOf(commute)).toBe(keys);
});
