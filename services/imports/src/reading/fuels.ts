import { catalogueId } from "@emissions/quantity/catalogue-id";
import { folded } from "./words.ts";

/** A fuel as documents print it, in one of the languages that are read. The longer name comes first. */
const FUEL =
  /\b(?:gas[oó]leo(?: (?:calefacci[oó]n|automoci[oó]n|agr[ií]cola|[ABC]\b))?(?: e\+\d{0,2})?|gasoil(?: [ABC]\b)?|(?:red |white )?di[eé]sel(?: (?:[ABC]\b|e\+\d{0,2}|B\d{1,2}\b))?|gas oil|heating oil|heiz[oö]l(?: el)?|fioul(?: domestique)?|gazole|gasolio(?: (?:da )?(?:riscaldamento|auto(?:trazione)?))?|kerosene|queroseno|fuel ?oil|benzina?|super e(?:5|10)|gasolina(?: (?:sin plomo )?\d{2})?|unleaded petrol|petrol|propano?e?|butano?e?|GLP|LPG|GPL|fl[uü]ssiggas|biodiesel|wood pellets|holzpellets|granul[eé]s de bois|pellets(?: de madera)?)(?![\p{L}\d])/iu;

const REFRIGERANT = /\bR-?\d{2,4}[A-Z]{0,2}(?:\(?[A-Z]\)?)?(?![\p{L}\d])/u;

export const fuelNameIn = (text: string): string | null => FUEL.exec(text)?.[0].trim() ?? null;
export const refrigerantNameIn = (text: string): string | null => REFRIGERANT.exec(text)?.[0] ?? null;

/** Keys of burned fuels in the library, by folded printed names. The first that matches counts. */
const FUELS: readonly (readonly [RegExp, string])[] = [
  [/^biodiesel\b/, "biodiesel"],
  [
    /^(?:gasoleo|gasoil|gas oil|diesel b\b|diesel c\b|red diesel|heating oil|heizol|fioul|gasolio (?:da )?riscaldamento)/,
    "gas_oil",
  ],
  [/^(?:(?:white )?diesel|gazole|gasolio auto(?:trazione)?)\b/, "diesel"],
  [/^(?:kerosene|queroseno)\b/, "kerosene"],
  [/^fuel ?oil\b/, "fuel_oil"],
  [/^(?:gasolina|unleaded petrol|petrol|benzina?|super e(?:5|10))\b/, "petrol"],
  [/^propan[oe]?\b/, "propane"],
  [/^butan[oe]?\b/, "butane"],
  [/^(?:glp|lpg|gpl|flussiggas)\b/, "lpg"],
  [/^(?:(?:wood |holz)?pellets|granules de bois)\b/, "wood_pellets"],
  [/^(?:gas natural|natural gas)\b/, "natural_gas"],
];

/** Road diesel has another name than heating oil in Spain, and the same one in the letter A. */
const ROAD = /^(?:gasoleo|gasoil) (?:a\b|automocion)/;

const fuel = (key: string) => catalogueId("facility_fuel", `fuels/${key}`);

export const NATURAL_GAS = fuel("natural_gas");

/** The id of the fuel in the catalogue of facilities; null for a name that is not known. */
export function fuelIdOf(printed: string): string | null {
  const name = folded(printed).trim();
  if (ROAD.test(name)) return fuel("diesel");
  const key = FUELS.find(([pattern]) => pattern.test(name))?.[1];
  return key === undefined ? null : fuel(key);
}

/** The id of a refrigerant by its number: R-410A and r410a are the same. Whether it exists the catalogue knows. */
export function refrigerantIdOf(printed: string): string | null {
  const match = /^r-?(\d{2,4})([a-z]{0,2})$/i.exec(printed.trim());
  if (match === null) return null;
  return catalogueId("facility_fuel", `refrigerants/r_${match[1]}${match[2]!.toLowerCase()}`);
}
