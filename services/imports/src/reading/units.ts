import { parse, plain } from "@emissions/quantity/decimal";
import type { Category } from "./document.ts";

type Dimension = "energy" | "volume" | "mass";

/** Units of readings: codes of the catalogue of units, and their dimensions. */
const UNITS = {
  kWh: "energy",
  MWh: "energy",
  GWh: "energy",
  MJ: "energy",
  GJ: "energy",
  m3: "volume",
  l: "volume",
  kg: "mass",
  t: "mass",
  g: "mass",
} as const satisfies Record<string, Dimension>;
export type Unit = keyof typeof UNITS;

export const UNIT_CODES = Object.keys(UNITS) as readonly Unit[];
export const isUnit = (text: string): text is Unit => Object.hasOwn(UNITS, text);

/** UN/ECE Recommendation 20. */
const REC_20: Readonly<Record<string, Unit>> = {
  KWH: "kWh",
  MWH: "MWh",
  GWH: "GWh",
  "3B": "MJ",
  GV: "GJ",
  MTQ: "m3",
  LTR: "l",
  KGM: "kg",
  TNE: "t",
  GRM: "g",
};

/** Some systems prefix codes of other recommendations with X; those of packages are not amounts. */
export const unitOfCode = (code: string): Unit | null => REC_20[code.trim().toUpperCase()] ?? null;

/** Units as documents print them, in lower case. */
const PRINTED: Readonly<Record<string, Unit>> = {
  kwh: "kWh",
  mwh: "MWh",
  gwh: "GWh",
  mj: "MJ",
  gj: "GJ",
  m3: "m3",
  "m³": "m3",
  "cubic metres": "m3",
  "cubic meters": "m3",
  "metros cúbicos": "m3",
  "mètres cubes": "m3",
  "metri cubi": "m3",
  "metres cúbics": "m3",
  kubikmeter: "m3",
  cbm: "m3",
  mc: "m3",
  l: "l",
  lt: "l",
  lts: "l",
  ltr: "l",
  litros: "l",
  litro: "l",
  litres: "l",
  liters: "l",
  litre: "l",
  liter: "l",
  litri: "l",
  kg: "kg",
  kgs: "kg",
  kilos: "kg",
  kilogramos: "kg",
  kilograms: "kg",
  kilogramm: "kg",
  kilogrammes: "kg",
  quilos: "kg",
  chilogrammi: "kg",
  t: "t",
  tn: "t",
  tm: "t",
  toneladas: "t",
  tonnes: "t",
  tonne: "t",
  tonnen: "t",
  tonnellate: "t",
};

/** The longest spelling comes first, so that `kWh` is not read as another unit. */
export const PRINTED_UNITS = Object.keys(PRINTED).sort((a, b) => b.length - a.length);
export const unitOfText = (text: string): Unit | null => PRINTED[text.toLowerCase().replace(/\s+/g, " ")] ?? null;

const DIMENSIONS: Record<Category, readonly Dimension[]> = {
  water: ["volume"],
  electricity: ["energy"],
  gas: ["energy", "volume"],
  fuel_delivery: ["volume", "mass", "energy"],
  recharges: ["mass"],
  wastes: ["mass"],
};

export const fits = (unit: Unit, category: Category): boolean => DIMENSIONS[category].includes(UNITS[unit]);

/** Exact. Null for a unit that is no mass. */
export function kilograms(quantity: string, unit: Unit): string | null {
  if (UNITS[unit] !== "mass") return null;
  const factor = { kg: "1", t: "1000", g: "0.001" }[unit as "kg" | "t" | "g"];
  return plain(parse(quantity).times(parse(factor)));
}
