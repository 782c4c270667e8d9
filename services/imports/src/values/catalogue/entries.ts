import type { Country } from "@emissions/proto/factors/v1/country_service";
import type { EnergySupplier } from "@emissions/proto/factors/v1/energy_supplier_service";
import type { LibraryFuel } from "@emissions/proto/factors/v1/facility_catalogue_service";
import type { LogisticsFuel, TransportOperationCategory } from "@emissions/proto/factors/v1/freight_service";
import type { Sector } from "@emissions/proto/factors/v1/sector_service";
import type { UnitDetail } from "@emissions/proto/factors/v1/unit_service";
import type { UnknownVehicle, VehicleFuel } from "@emissions/proto/factors/v1/vehicle_catalogue_service";
import type { LerCode, RdCode } from "@emissions/proto/factors/v1/waste_catalogue_service";
import { countryNames } from "@emissions/quantity/country-names";
import { divide, parse } from "@emissions/quantity/decimal";
import { LANGUAGES } from "../../template/template.ts";
import { ALPHA3 } from "./alpha3.ts";
import type { Entry } from "./index.ts";
import { NAMES_OF_FUELS, namesOfRefrigerant } from "./names-of-fuels.ts";
import { CALORIFIC_ENDINGS, CURRENCY_SIGNS, EXACT_UNITS, NAMES_OF_UNITS } from "./names-of-units.ts";

export const CURRENCY = "currency";

/** Of units such as "kilogram_(kg)", of currencies, and of energies that state a calorific value, such as "kWh PCS". */
export function unitEntry({ unit, code, dimension, numerator, denominator }: UnitDetail): Entry[] {
  if (unit === undefined) return [];
  const { id, name } = unit;
  if (dimension === CURRENCY)
    return [{ id, code, label: code, names: [name, ...namesOfCurrency(code), ...(CURRENCY_SIGNS[code] ?? [])] }];
  const [words = ""] = name.split("_(");
  const names = [words, ...(NAMES_OF_UNITS[code] ?? [])].flatMap((one) => [one, ...plurals(one)]);
  const factor = divide(parse(numerator?.value || "1"), parse(denominator?.value || "1"));
  const entry = { id, code, label: words.replaceAll("_", " "), unit: { dimension, factor } };
  const plain = { ...entry, names: [...names, name], exact: EXACT_UNITS[code] ?? [] };
  return dimension === "energy" ? [plain, ...withCalorificBasis(entry)] : [plain];
}

const withCalorificBasis = (entry: Pick<Entry, "id" | "code" | "label" | "unit">): Entry[] =>
  Object.entries(CALORIFIC_ENDINGS).map(([basis, endings]) => ({
    ...entry,
    names: endings.map((ending) => `${entry.code} ${ending}`),
    implies: { column: "calorific_basis", value: basis },
  }));

/** Of the first word and of all words: "kilovatios hora", "toneladas metricas". */
function plurals(name: string): string[] {
  const [first = "", ...rest] = name.replaceAll("_", " ").split(" ");
  const all = [first, ...rest].map((word) => `${word}s`).join(" ");
  return rest.length === 0 ? [all] : [[`${first}s`, ...rest].join(" "), all];
}

/** Countries have no other id than their code. */
export const countryEntry = ({ code, name }: Country): Entry => ({
  id: code,
  code,
  label: name,
  names: [...countryNames(code), ALPHA3.get(code) ?? ""],
});

const currencyNames = LANGUAGES.map(
  (language) => new Intl.DisplayNames(language, { type: "currency", fallback: "none" }),
);

const namesOfCurrency = (code: string) => currencyNames.flatMap((one) => one.of(code) ?? []);

const fuelNames = (key: string) => [key, ...(NAMES_OF_FUELS[key] ?? [])];

export const vehicleFuelEntry = ({ id, fuel, country }: VehicleFuel): Entry => ({
  id,
  code: fuel,
  label: fuel,
  names: fuelNames(fuel),
  country,
});

const VEHICLE_TYPES: Readonly<Record<string, readonly string[]>> = {
  car: ["turismo", "coche", "automóvil", "cotxe", "turisme", "passenger car"],
  suv: ["todoterreno", "4x4", "tot terreny"],
  van: ["furgoneta", "furgó"],
  truck: ["camión", "camió", "lorry"],
  bus: ["autobús", "autocar", "coach"],
  motorcycle: ["motocicleta", "moto", "motorbike"],
  scooter: ["ciclomotor"],
  ambulance: ["ambulancia", "ambulància"],
  vehicle: ["vehículo", "vehicle"],
};

export const vehicleTypeEntry = ({ id, type }: UnknownVehicle): Entry => ({
  id,
  code: type,
  label: type,
  names: VEHICLE_TYPES[type] ?? [],
});

/** Suppliers of several countries may have one name. */
export const energySupplierEntry = ({ id, name, country }: EnergySupplier): Entry => ({
  id,
  code: name,
  label: name,
  names: [],
  country,
});

export const facilityFuelEntry = ({ id, fuel, key }: LibraryFuel): Entry => ({
  id,
  code: key,
  label: fuel,
  names: [...fuelNames(key), ...namesOfRefrigerant(key)],
});

export const logisticsFuelEntry = ({ id, name }: LogisticsFuel): Entry => ({
  id,
  code: name,
  label: name,
  names: fuelNames(name),
});

export const lerEntry = ({ id, code, name }: LerCode): Entry => ({ id, code, label: `${code} ${name}`, names: [name] });

export const rdEntry = ({ id, code, name, description }: RdCode): Entry => ({
  id,
  code,
  label: `${code} ${name}`,
  names: [name, ...(description === undefined ? [] : [description])],
});

export const tocEntry = ({ id, toc, vehicle, type }: TransportOperationCategory): Entry => ({
  id,
  code: toc,
  label: toc,
  names: [`${vehicle} ${type}`],
});

/** The same code may exist in several classifications with different titles. */
export const sectorEntry = ({ code, name, unambiguousCode }: Sector): Entry => ({
  id: unambiguousCode,
  code,
  label: `${code} ${name}`,
  names: [name],
});

/** The six digits at the start of "15 01 01*", "150101" or "15.01.01 - Paper". */
export const lerKey = (text: string): string =>
  /^(\d\d)[ .-]?(\d\d)[ .-]?(\d\d)(?!\d)/.exec(text.trim())?.slice(1).join("") ?? "";

/** "R3", "r 03" and "R03 - Organic recycling" as "R03". */
export function rdKey(text: string): string {
  const [, letter, number] = /^([rd])[ -]?0?(\d{1,2})(?![\p{L}\d])/iu.exec(text.trim()) ?? [];
  return letter === undefined || number === undefined ? "" : letter.toUpperCase() + number.padStart(2, "0");
}

/** "62.01" and "6201" are the same code. */
export const sectorKey = (text: string): string => {
  const [, code] = /^(\d{2}(?:\.?\d+)*)(?!\S)/.exec(text.trim()) ?? [];
  return code?.replaceAll(".", "") ?? "";
};
