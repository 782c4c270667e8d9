import type { MessageInitShape } from "@bufbuild/protobuf";
import { enumNumber } from "@emissions/kit/wire/enum";
import type { AdditionalPartSchema } from "@emissions/proto/activity/v1/record_events";
import { CommuteTransport, CommuteTransportSchema } from "@emissions/proto/factors/v1/commute";
import { TravelFuelSchema, TravelVehicleSizeSchema } from "@emissions/proto/factors/v1/travel";
import { unitId } from "@emissions/quantity/catalogue-id";
import { divide, parse, plain } from "@emissions/quantity/decimal";
import { factorSelector } from "../records/custom-factors.ts";
import type { PricingContext, RecordInput, StoredRecord } from "../records/kind.ts";
import { type Days, daysOf } from "./days.ts";
import { type Commute, TELECOMMUTING } from "./row.ts";

type Part = MessageInitShape<typeof AdditionalPartSchema>;

const CATEGORY = "employees";
/** Hours of one employee at home. */
const HOURS = "fte_hour";
/** Means of transport whose factors are per kilometre of the vehicle. */
const BY_VEHICLE: ReadonlySet<string> = new Set(["car", "motorbike", "electric_kick_scooter"]);
/** Means of transport whose fuel or electricity has a published factor of production. */
const WITH_UPSTREAM: ReadonlySet<string> = new Set(["car", "bus", "train", "metro", "tram", "motorbike", "trolleybus"]);
/** Some years, or all, have no published factor. */
const WITHOUT_FACTOR: ReadonlySet<string> = new Set([TELECOMMUTING, "electric_kick_scooter"]);

/** Code of the unit of the trips, or of the hours of telecommuting. */
export const unitOf = ({ transportType }: Commute): string =>
  transportType === TELECOMMUTING ? HOURS : BY_VEHICLE.has(transportType) ? "km" : "pkm";

/** Kilometres of all trips, or hours of all days at home. Days at home beside trips are a part of their own. */
export function toInput(row: Commute & StoredRecord, { organizationCountry }: PricingContext): RecordInput {
  const { transportType, startDate, endDate } = row;
  const country = row.country ?? organizationCountry;
  const own = factorSelector(row, { unitMustMatch: true });
  const days = daysOf(row);
  const atHome = product(HOURS, [row.hoursPerDay], days.home);
  const isHome = transportType === TELECOMMUTING;
  const trips = isHome ? atHome : distanceOf(row, days.travel);
  const ofTrips = (upstream: boolean) => selectorOf({ ...meansOf(row), country, upstream });
  const upstream: Part = { part: "commuting_upstream", category: CATEGORY, ...trips, selector: ofTrips(true) };
  const home: Part = {
    part: "telecommuting",
    category: CATEGORY,
    ...atHome,
    selector: selectorOf({ transportType: CommuteTransport.TELECOMMUTING, country }),
  };
  return {
    category: CATEGORY,
    referenceDate: endDate,
    startDate,
    endDate,
    ...trips,
    selector: own === undefined ? ofTrips(false) : { kind: own },
    factorOptional: own === undefined && WITHOUT_FACTOR.has(transportType),
    additionalParts: [
      // A memo item, because the minimum boundary of category 7 is the use of fuel and electricity in the vehicle.
      ...(own === undefined && WITH_UPSTREAM.has(transportType) ? [{ ...upstream, memo: true, optional: true }] : []),
      ...(!days.home.days.isZero() && !isHome ? [{ ...home, optional: true }] : []),
    ],
  };
}

/** Both directions of each trip; two people share a trip of a carpool. */
function distanceOf(row: Commute, travel: Days) {
  const { totalKm, dailyTrips, carpool } = row;
  const shared = carpool ? { ...travel, per: travel.per.times(2), perTexts: [...travel.perTexts, "2"] } : travel;
  return product(unitOf(row), [totalKm!, `${dailyTrips}`, "2"], shared);
}

function product(unit: string, factors: readonly string[], { days, per, text, perTexts }: Days) {
  const divisor = perTexts.length > 1 ? `(${perTexts.join(" * ")})` : perTexts.join("");
  const dividend = factors.map(parse).reduce((all, factor) => all.times(factor), days);
  const value = plain(divide(dividend, per));
  const allocation = `${[...factors, text].join(" * ")}${divisor && ` / ${divisor}`}`;
  return { quantity: { value: { value }, unitId: unitId(unit), unit }, allocation };
}

const meansOf = ({ transportType, vehicleSize, fuelType }: Commute) => ({
  transportType: enumNumber(CommuteTransportSchema, transportType),
  ...(vehicleSize !== null && { vehicleSize: enumNumber(TravelVehicleSizeSchema, vehicleSize) }),
  ...(fuelType !== null && { fuelType: enumNumber(TravelFuelSchema, fuelType) }),
});

type CommuteSelector = Extract<NonNullable<NonNullable<Part["selector"]>["kind"]>, { case: "commute" }>["value"];

const selectorOf = (value: CommuteSelector) => ({ kind: { case: "commute" as const, value } });
