import { type Decimal, divide, parse, plain } from "@emissions/quantity/decimal";
import type { Category } from "./document.ts";

type Dimension = "energy" | "volume" | "mass";

/**
 * Units of readings: codes of the catalogue of units, their dimensions, and what they are in J, kg and 1/1821 l. A normal
 * cubic metre is 1921/1821 of a standard one: 288.15 K to 273.15 K.
 */
const UNITS = {
  kWh: ["energy", "3600000"],
  Wh: ["energy", "3600"],
  MWh: ["energy", "3600000000"],
  GWh: ["energy", "3600000000000"],
  J: ["energy", "1"],
  MJ: ["energy", "1000000"],
  GJ: ["energy", "1000000000"],
  TJ: ["energy", "1000000000000"],
  therm: ["energy", "105505585.262"],
  mmBtu: ["energy", "1055055852.62"],
  kBtu: ["energy", "1055055.85262"],
  kcal: ["energy", "4186.8"],
  Gcal: ["energy", "4186800000"],
  m3: ["volume", "1821000"],
  l: ["volume", "1821"],
  kl: ["volume", "1821000"],
  ml: ["volume", "1.821"],
  megalitre: ["volume", "1821000000"],
  gal_us: ["volume", "6893.234858664"],
  gal_imp: ["volume", "8278.42989"],
  bbl: ["volume", "289515.864063888"],
  Sm3: ["volume", "1821000"],
  Nm3: ["volume", "1921000"],
  ft3: ["volume", "51564.977644032"],
  ccf: ["volume", "5156497.7644032"],
  kcf: ["volume", "51564977.644032"],
  kg: ["mass", "1"],
  t: ["mass", "1000"],
  kt: ["mass", "1000000"],
  g: ["mass", "0.001"],
  mg: ["mass", "0.000001"],
  lb: ["mass", "0.45359237"],
  oz: ["mass", "0.028349523125"],
  short_ton: ["mass", "907.18474"],
  long_ton: ["mass", "1016.0469088"],
} as const satisfies Record<string, readonly [Dimension, string]>;
export type Unit = keyof typeof UNITS;

export const UNIT_CODES = Object.keys(UNITS) as readonly Unit[];
export const isUnit = (text: string): text is Unit => Object.hasOwn(UNITS, text);
export const dimensionOf = (unit: Unit): Dimension => UNITS[unit][0];

/** Exact, in J, 1/1821 l or kg. */
export const inBase = (quantity: Decimal, unit: Unit): Decimal => quantity.times(parse(UNITS[unit][1]));
export const fromBase = (base: Decimal, unit: Unit): Decimal => divide(base, parse(UNITS[unit][1]));

/** A unit, and how many of it an amount of one is. */
export interface UnitOfCode {
  unit: Unit;
  times: string;
}

/** UN/ECE Recommendation 20. The two therms differ by 0.02 %. */
const REC_20: Readonly<Record<string, Unit>> = {
  KWH: "kWh",
  WHR: "Wh",
  MWH: "MWh",
  GWH: "GWh",
  JOU: "J",
  "3B": "MJ",
  GV: "GJ",
  D30: "TJ",
  N71: "therm",
  N72: "therm",
  E14: "kcal",
  MTQ: "m3",
  K6: "kl",
  LTR: "l",
  DMQ: "l",
  MLT: "ml",
  CMQ: "ml",
  MAL: "megalitre",
  GLL: "gal_us",
  GLI: "gal_imp",
  BLL: "bbl",
  FTQ: "ft3",
  SM3: "Sm3",
  NM3: "Nm3",
  KGM: "kg",
  TNE: "t",
  "2U": "t",
  KTN: "kt",
  GRM: "g",
  MGM: "mg",
  LBR: "lb",
  ONZ: "oz",
  STN: "short_ton",
  LTN: "long_ton",
};

/** Multiples that the catalogue does not have. */
const MULTIPLES: Readonly<Record<string, UnitOfCode>> = {
  D32: { unit: "GWh", times: "1000" },
  KJO: { unit: "MJ", times: "0.001" },
  HLT: { unit: "l", times: "100" },
  DLT: { unit: "l", times: "0.1" },
  CLT: { unit: "l", times: "0.01" },
  H19: { unit: "m3", times: "1000000" },
  DTN: { unit: "kg", times: "100" },
  HGM: { unit: "kg", times: "0.1" },
};

/** Some systems prefix codes of other recommendations with X; those of packages are not amounts. */
export function unitOfCode(text: string): UnitOfCode | null {
  const code = text.trim().toUpperCase();
  const unit = REC_20[code];
  return unit === undefined ? (MULTIPLES[code] ?? null) : { unit, times: "1" };
}

/** Units as documents print them, in lower case. */
const PRINTED: Readonly<Record<string, Unit>> = {
  kwh: "kWh",
  mwh: "MWh",
  gwh: "GWh",
  wh: "Wh",
  therm: "therm",
  therms: "therm",
  mmbtu: "mmBtu",
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
  sm3: "Sm3",
  smc: "Sm3",
  nm3: "Nm3",
  nmc: "Nm3",
  "sm³": "Sm3",
  "nm³": "Nm3",
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
  lb: "lb",
  lbs: "lb",
  "short tons": "short_ton",
  "us gallons": "gal_us",
  "imperial gallons": "gal_imp",
  ft3: "ft3",
  ccf: "ccf",
  kl: "kl",
  gcal: "Gcal",
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

export const fits = (unit: Unit, category: Category): boolean => DIMENSIONS[category].includes(dimensionOf(unit));

/** Exact. Null for a unit that is no mass. */
export const kilograms = (quantity: string, unit: Unit): string | null =>
  dimensionOf(unit) === "mass" ? plain(inBase(parse(quantity), unit)) : null;
