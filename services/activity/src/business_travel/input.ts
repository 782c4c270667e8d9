import { enumNumber } from "@emissions/kit/wire/enum";
import type { Journey } from "@emissions/proto/activity/v1/record_events";
import {
  CabinClassSchema,
  FlightTypeSchema,
  RadiativeForcingSchema,
  TransportTypeSchema,
  TravelFuelSchema,
  TravelVehicleSizeSchema,
} from "@emissions/proto/factors/v1/travel";
import { unitId } from "@emissions/quantity/catalogue-id";
import { parse, plain } from "@emissions/quantity/decimal";
import { factorSelector } from "../records/custom-factors.ts";
import { type Distances, journeyFrom, journeyText, parseJourney } from "../records/journeys.ts";
import type { PricingContext, RecordInput } from "../records/kind.ts";
import { distanceOf } from "./distances.ts";
import type { Measured, Travel, TravelRow } from "./row.ts";

/** Means of transport whose factors are per kilometre of the vehicle. */
const BY_VEHICLE: ReadonlySet<string> = new Set(["car", "motorbike"]);
const CATEGORY = "travels";

/** Code of the unit of the distance. */
export const unitOf = ({ transportType }: Travel): string => (BY_VEHICLE.has(transportType) ? "km" : "pkm");

/** The columns of the distance of a valid trip. */
export function measured(travel: Travel, distances: Distances): Record<keyof Measured, string | null> {
  const distance = distanceOf(travel, distances)?.distance;
  if (distance === undefined) return { kilometres: travel.distanceKm, journey: null };
  return { kilometres: distance.kilometres!.value, journey: journeyText(journeyFrom(distance)) };
}

export const journeyOf = ({ journey }: Measured): Journey | undefined => parseJourney(journey);

/** Every traveller adds the whole distance, as the formula of the contract has it. */
export function toInput(row: TravelRow, { organizationCountry, radiativeForcing }: PricingContext): RecordInput {
  const { kilometres, travelNumber, roundTrip, travelDate } = row;
  const factors = [kilometres, ...(travelNumber > 1 ? [`${travelNumber}`] : []), ...(roundTrip ? ["2"] : [])];
  const value = plain(factors.map(parse).reduce((product, factor) => product.times(factor)));
  const unit = unitOf(row);
  const own = factorSelector(row, { unitMustMatch: true });
  const quantity = { value: { value }, unitId: unitId(unit), unit };
  const allocation = factors.length === 1 ? "" : factors.join(" * ");
  const journey = journeyOf(row);
  const selector = (upstream: boolean) => ({
    kind: {
      case: "travel" as const,
      value: {
        ...meansOf(row),
        ...placesOf(row, journey, organizationCountry),
        upstream,
        ...(isFlight(row) && flightOf(row, radiativeForcing)),
      },
    },
  });
  return {
    category: CATEGORY,
    referenceDate: travelDate,
    startDate: travelDate,
    endDate: travelDate,
    quantity,
    allocation,
    selector: own === undefined ? selector(false) : { kind: own },
    ...(journey && { journey }),
    // A memo item, because the minimum boundary of category 6 is the use of fuel and electricity in the vehicle.
    additionalParts:
      own === undefined
        ? [
            {
              part: "travel_upstream",
              category: CATEGORY,
              quantity,
              allocation,
              selector: selector(true),
              memo: true,
              optional: true,
            },
          ]
        : [],
  };
}

const meansOf = ({ transportType, vehicleSize, fuelType }: Travel) => ({
  transportType: enumNumber(TransportTypeSchema, transportType),
  ...(vehicleSize !== null && { vehicleSize: enumNumber(TravelVehicleSizeSchema, vehicleSize) }),
  ...(fuelType !== null && { fuelType: enumNumber(TravelFuelSchema, fuelType) }),
});

const isFlight = ({ transportType }: Travel) => transportType === "aircraft";

/** A trip over land within one country has its factors. Those of flights belong to no country. */
function placesOf(row: TravelRow, journey: Journey | undefined, organizationCountry: string) {
  const [originCountry, destinationCountry] = [journey?.origin?.country ?? "", journey?.destination?.country ?? ""];
  const within = originCountry !== "" && originCountry === destinationCountry && !isFlight(row) ? originCountry : null;
  return { country: row.country ?? within ?? organizationCountry, originCountry, destinationCountry };
}

/** Without both ends, the type of the flight decides about its haul. */
function flightOf(row: TravelRow, radiativeForcing: string | null) {
  const { flightType, cabinClass, kilometres } = row;
  return {
    ...(flightType !== null && { flightType: enumNumber(FlightTypeSchema, flightType) }),
    ...(cabinClass !== null && { cabinClass: enumNumber(CabinClassSchema, cabinClass) }),
    ...(radiativeForcing !== null && { radiativeForcing: enumNumber(RadiativeForcingSchema, radiativeForcing) }),
    distanceKm: { value: kilometres },
  };
}
