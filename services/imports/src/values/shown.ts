import { UNNAMED_CURRENCY } from "../table/formats.ts";
import type { Cell } from "../table/table.ts";
import { readMeasure } from "./measure-text.ts";
import { codesOf } from "./unit-words.ts";
import { fault } from "./values.ts";

/** The meaning of the text that a number format shows. */
export interface Shown {
  /** The unit or the currency as written. */
  unit: string;
  isMoney: boolean;
  /** A price or a rate, or several units: no unit of an amount. */
  isRate: boolean;
  /** `miles`, which are statute miles or thousands. */
  isMiles: boolean;
}

/** Texts whose meaning is kept. Workbooks have a few formats. */
const CACHE_MAX = 1_000;
const meanings = new Map<string, Shown | null>();

/** The meaning of the text beside a number. Null if it names neither a unit nor money. */
export function shownBy(text: string): Shown | null {
  const known = meanings.get(text);
  if (known !== undefined) return known;
  const meaning = meaningOf(text);
  if (meanings.size < CACHE_MAX) meanings.set(text, meaning);
  return meaning;
}

export const shownIn = (cell: Cell): Shown | null =>
  cell !== null && typeof cell === "object" && "number" in cell && cell.shows !== undefined
    ? shownBy(cell.shows)
    : null;

function meaningOf(text: string): Shown | null {
  const whole = unitIn(text);
  if (whole !== null) return whole;
  const words = text.split(" ").flatMap((word) => unitIn(word) ?? []);
  const [first, ...others] = words;
  if (first !== undefined && others.every(({ unit }) => unit === first.unit)) return first;
  if (first !== undefined) return { ...first, unit: text, isMoney: words.some(({ isMoney }) => isMoney), isRate: true };
  const sign = /\p{Sc}/u.exec(text)?.[0];
  return sign === undefined ? null : { unit: sign, isMoney: true, isRate: false, isMiles: false };
}

/** A format changes no number, so a scale in its text has no effect. */
function unitIn(text: string): Shown | null {
  const { unit, isMoney = false, isRate = false, isMiles = false } = readMeasure(text) ?? {};
  if (unit === undefined || unit === null) return null;
  return { unit: isRate ? text : unit, isMoney, isRate, isMiles };
}

/** Codes of a currency; empty for one that is not named. */
export const currencyCodes = (unit: string): readonly string[] => (unit === UNNAMED_CURRENCY ? [] : codesOf(unit));

/** A column has few formats. */
const UNITS_MAX = 8;
/** A number without a unit in its format. */
export const NO_UNIT = "";

/** Adds the unit that a number is shown with. Texts have no format. */
export function addShown(units: Set<string>, cell: Cell): void {
  if (cell === null || typeof cell !== "object" || !("number" in cell) || units.size >= UNITS_MAX) return;
  units.add(shownIn(cell)?.unit ?? NO_UNIT);
}

/** The header may name the unit of the stored number, or of the one that is shown. Null for other cells. */
export function scaledNumber(cell: Cell) {
  if (cell === null || typeof cell !== "object" || !("number" in cell) || !cell.isScaled) return null;
  const message = `${cell.number} is shown in thousands or millions; write the amount of the cell`;
  return fault("value_error.number.ambiguous", message);
}

/** Units of the formats of a column, for messages. */
export const listedUnits = (units: readonly string[]): string =>
  units.map((unit) => (unit === NO_UNIT ? "none" : unit)).join(", ");
