import { parseDay } from "../table/locale/dates.ts";
import { DATE_ORDERS, DECIMAL_MARKS } from "../table/locale/locales.ts";
import { currencyIn, parseNumber } from "../table/locale/numbers.ts";
import type { Cell } from "../table/table.ts";
import type { Column, ReferenceKind } from "../template/template.ts";
import { addShown } from "../values/shown.ts";
import { plainName } from "./words.ts";

/** Rows that are looked at. */
export const SAMPLE_ROWS_MAX = 200;
/** Different texts of one column that are looked at. */
export const SAMPLE_TEXTS_MAX = 50;
const TEXT_LENGTH_MAX = 100;

/** The different values of one source column: shares are from 0 to 1. */
export interface Profile {
  texts: readonly string[];
  numbers: number;
  days: number;
  booleans: number;
  /** Numbers with a sign or a code of a currency. */
  money: number;
  /** Units that the number formats show; see `Styles`. */
  shown: readonly string[];
}

const BOOLEAN_WORDS: ReadonlySet<string> = new Set(
  "true false yes no y n si s cert fals verdadero falso wahr falsch ja nein x 1 0".split(" "),
);

export function profileOf(samples: readonly (readonly Cell[])[], at: number): Profile {
  const values = new Map<string, Cell>();
  const shown = new Set<string>();
  for (const row of samples.slice(0, SAMPLE_ROWS_MAX)) {
    const cell = row[at] ?? null;
    if (cell === null || (typeof cell === "object" && "error" in cell)) continue;
    addShown(shown, cell);
    const text = textOf(cell).slice(0, TEXT_LENGTH_MAX);
    if (!values.has(text)) values.set(text, cell);
    if (values.size === SAMPLE_TEXTS_MAX) break;
  }
  const cells = [...values.values()];
  const share = (is: (cell: Cell) => boolean) => (cells.length === 0 ? 0 : cells.filter(is).length / cells.length);
  return {
    texts: [...values.keys()],
    numbers: share(isNumber),
    days: share(isDay),
    booleans: share(isBoolean),
    money: share(isMoney),
    shown: [...shown],
  };
}

const textOf = (cell: Exclude<Cell, null>): string => {
  if (typeof cell !== "object") return String(cell);
  if ("number" in cell) return cell.number;
  return "day" in cell ? cell.day : "";
};

/** A serial number or eight digits are a number, too, so neither is taken for a day. */
const isDay = (cell: Cell) =>
  typeof cell === "string"
    ? !/^[\d.]+$/.test(cell.replace(/\.(?=.*\.)/g, "-")) &&
      DATE_ORDERS.some((order) => parseDay(cell, { order }) !== null)
    : cell !== null && typeof cell === "object" && "day" in cell;

const isNumber = (cell: Cell) =>
  typeof cell === "string"
    ? DECIMAL_MARKS.some((mark) => parseNumber(cell, mark) !== null)
    : cell !== null && typeof cell === "object" && "number" in cell;

const isMoney = (cell: Cell) => typeof cell === "string" && currencyIn(cell) !== null && isNumber(cell);

const isBoolean = (cell: Cell) =>
  typeof cell === "boolean" ||
  (typeof cell === "string" && BOOLEAN_WORDS.has(plainName(cell))) ||
  (cell !== null && typeof cell === "object" && "number" in cell && /^[01]$/.test(cell.number));

/** Catalogues whose values have a writing of their own. */
const WRITINGS: Partial<Record<ReferenceKind, RegExp>> = {
  ler_code: /^(?:\d{6}|\d{2} ?\d{2} ?\d{2}) ?\*?$/,
  rd_code: /^[RD] ?\d{1,2}$/i,
  currency: /^(?:[A-Z]{3}|€|\$|£)$/,
  country: /^[A-Z]{2,3}$/,
  unit: /^(?:kg|kgs|g|t|tn|tm|to|ton|tons|tonne|tonnes|tonelada|toneladas|kilo|kilos|l|lt|lts|litro|litros|litre|litres|liter|m3|m³|kwh|mwh|gj|km|mi|eur|usd|gbp|ud|uds|h)\.?$/i,
};

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** Whether a text is a value of the target. Null if that cannot be told without the organization's own data. */
export type Resolves = (column: Column, text: string) => boolean | null;

/** By the labels and aliases of options and by the writing of codes. */
export function createResolver(): Resolves {
  const optionTexts = new Map<Column, ReadonlySet<string>>();
  const textsOf = (column: Column): ReadonlySet<string> => {
    const known = optionTexts.get(column);
    if (known !== undefined) return known;
    const texts = new Set<string>();
    for (const { value, labels, aliases } of column.options ?? []) {
      for (const text of [value, ...Object.values(labels), ...aliases]) if (text) texts.add(plainName(text));
    }
    optionTexts.set(column, texts);
    return texts;
  };
  return (column, text) => {
    if (column.options !== null) return textsOf(column).has(plainName(text));
    if (column.reference === null) return null;
    if (column.reference === "currency" && /^[A-Z]{3}$/.test(text)) return CURRENCIES.has(text);
    if (column.reference === "country") return isCountry(text);
    return WRITINGS[column.reference]?.test(text.trim()) ?? null;
  };
}

const COUNTRY_LANGUAGES = ["en", "es", "ca", "de", "fr", "pt", "it"];
let countryTexts: ReadonlySet<string> | null = null;

function isCountry(text: string): boolean {
  countryTexts ??= namesOfCountries();
  return countryTexts.has(plainName(text)) || /^[A-Z]{3}$/.test(text);
}

/** Codes and names of all countries that the runtime knows. */
function namesOfCountries(): ReadonlySet<string> {
  const texts = new Set<string>();
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  for (const language of COUNTRY_LANGUAGES) {
    const names = new Intl.DisplayNames(language, { type: "region", fallback: "none" });
    for (const code of codes) {
      const name = names.of(code);
      if (name !== undefined) texts.add(plainName(name)).add(code.toLowerCase());
    }
  }
  return texts;
}

/** The share of values that fit the type of a target; null if nothing is known. */
export function typeFit(column: Column, profile: Profile): number | null {
  // The items of a list stand in one cell, which is no number itself.
  if (profile.texts.length === 0 || column.isList) return null;
  switch (column.type) {
    case "number":
    case "integer":
      return profile.numbers;
    case "date":
      return profile.days > 0 ? profile.days : looksLikeSerials(profile) ? 0.6 : 0;
    case "boolean":
      return profile.booleans;
    case "text":
    case "option":
    case "reference":
      // A day is hardly ever a name.
      return profile.days > 0.5 ? 0 : null;
  }
}

/** Eight digits or the serial number of a day, if a column holds nothing else. */
const looksLikeSerials = ({ texts }: Profile) =>
  texts.length > 0 &&
  texts.every((text) => /^(?:\d{5}|\d{8})$/.test(text) && parseDay(text, { order: "day_first" }) !== null);

/** The share of different values that are values of an option or of a catalogue; null if it cannot be told. */
export function valueShare(column: Column, { texts, booleans }: Profile, resolves: Resolves): number | null {
  if (column.type !== "option" && column.type !== "reference") return null;
  // "No" and "SI" are flags, not Norway and Slovenia.
  if (column.reference === "country" && booleans === 1) return 0;
  let known = 0;
  for (const text of texts) {
    const resolved = resolves(column, text);
    if (resolved === null) return null;
    if (resolved) known++;
  }
  return texts.length === 0 ? null : known / texts.length;
}
