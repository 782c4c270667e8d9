import { isId } from "@emissions/kit/process/id";
import { type Check, missing, unknown, violation } from "@emissions/kit/wire/checks";
import type { VehicleValues as VehicleMessage } from "@emissions/proto/activity/v1/vehicle_service";
import type { Country } from "@emissions/proto/factors/v1/country_service";
import type { UnknownVehicle, VehicleFuel } from "@emissions/proto/factors/v1/vehicle_catalogue_service";
import { checkCountry } from "../checks.ts";
import type { ValuesOf } from "../records/columns.ts";
import { checkFactors, type Factors, namesOf, refuseConcurrentChange } from "../records/custom-factors.ts";
import { plateKey } from "./plate.ts";

/** The values that a caller decides, as the table stores them. */
export type VehicleValues = ValuesOf<VehicleMessage>;

const FIRST_YEAR = 1900;
const PLATE_KEY_MAX = 255;
/** Spain publishes fuel factors of its own, which no other country may use. */
const OWN_FUELS_ONLY = "ES";

/** Changes of these values change the factors of the consumptions. */
export const FACTOR_VALUES = [
  "type",
  "unknownVehicleId",
  "country",
  "vehicleFuelId",
  "customEmissionFactorId",
  "registrationYear",
  "marketSegment",
  "size",
] as const satisfies (keyof VehicleValues)[];

export const changesFactors = (before: VehicleValues, after: VehicleValues): boolean =>
  FACTOR_VALUES.some((field) => before[field] !== after[field]);

/** Catalogues and custom factors that vehicles refer to. */
export interface VehicleLookups {
  countries: ReadonlyMap<string, Country>;
  /** By id. */
  fuels: ReadonlyMap<string, VehicleFuel>;
  /** By id. */
  unknownVehicles: ReadonlyMap<string, UnknownVehicle>;
  factors: Factors;
}

/** Violations that the values alone show, besides those of the fields. */
export const checkValues = (vehicle: VehicleValues): Check[] => [
  ...checkPlate(vehicle.licensePlate),
  ...checkYear(vehicle),
  ...(vehicle.vehicleFuelId === null && vehicle.customEmissionFactorId === null ? [missing("vehicle_fuel_id")] : []),
];

/** Whether entries of catalogues and custom factors exist and fit. Malformed ids have the violation of their field. */
export function checkLookups(vehicle: VehicleValues, lookups: VehicleLookups): Check[] {
  refuseConcurrentChange(namesOf(vehicle), lookups.factors);
  return [
    ...(COUNTRY.test(vehicle.country) ? checkCountry("country", vehicle.country, lookups.countries) : []),
    ...checkFuel(vehicle, lookups),
    ...checkType(vehicle, lookups),
    ...checkFactors(namesOf(vehicle), lookups.factors, { category: "", unit: undefined }),
  ];
}

const COUNTRY = /^[A-Z]{2}$/;

function checkPlate(licensePlate: string): Check[] {
  if (licensePlate === "") return [];
  const field = "license_plate";
  const key = plateKey(licensePlate);
  if (key === "") return [violation(field, "value_error.license_plate", "must have a letter or a digit")];
  return key.length > PLATE_KEY_MAX ? [violation(field, "value_error.license_plate", "has too many letters")] : [];
}

function checkFuel({ country, vehicleFuelId: id }: VehicleValues, { fuels }: VehicleLookups): Check[] {
  if (id === null || !isId(id)) return [];
  const field = "vehicle_fuel_id";
  const fuel = fuels.get(id);
  if (fuel === undefined) return [unknown(field)];
  const hasFuels = [...fuels.values()].some((one) => one.country === country);
  const fits = hasFuels ? fuel.country === country : fuel.country !== OWN_FUELS_ONLY;
  return fits ? [] : [violation(field, "value_error.fuel_country", "not a fuel of the country of the vehicle")];
}

function checkType({ unknownVehicleId: id, country }: VehicleValues, { unknownVehicles }: VehicleLookups): Check[] {
  if (!isId(id)) return [];
  const type = unknownVehicles.get(id);
  return type !== undefined && (type.country ?? country) === country ? [] : [unknown("unknown_vehicle_id")];
}

function checkYear({ registrationYear: year }: VehicleValues): Check[] {
  const nextYear = new Date().getUTCFullYear() + 1;
  if (year === null || year < FIRST_YEAR || year <= nextYear) return [];
  const msg = `ensure this value is less than or equal to ${nextYear}`;
  return [violation("registration_year", "value_error.number.not_le", msg)];
}
