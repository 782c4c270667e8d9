import type { Category } from "../document.ts";
import { fits, PRINTED_UNITS, type Unit, unitOfText } from "../units.ts";
import { folded } from "../words.ts";
import { numberOf, type Style } from "./language.ts";

/** Between groups of three digits. */
const BLANK = "[ \\u00a0\\u2000-\\u200a\\u202f\\u205f]";
const GROUPED = String.raw`[1-9]\d{0,2}(?:(?:${BLANK}|['’])\d{3})+(?:[.,]\d+)?(?!\d)`;
const NUMBER = String.raw`[-−]?(?:${GROUPED}|\d[\d.,]*)`;
const UNIT = PRINTED_UNITS.map((unit) => unit.replace(/ /g, " ?")).join("|");
/** "1.234 kWh", but neither a price per kWh nor a rate per day. */
const NUMBER_UNIT = new RegExp(String.raw`(?<![\p{L}\d.,/'’])(${NUMBER})\s?(${UNIT})(?![\p{L}\d/³])(?!\s*/)`, "giu");
/** "Consumo (kWh): 1.234". A part of a number, and an amount of money, are none. */
const UNIT_NUMBER = new RegExp(
  String.raw`\(?(?<![\p{L}\d/])(${UNIT})\)?\s*[:=]?\s+(${NUMBER})(?![\p{L}\d.,/'’]|\s?[%€£$]|${BLANK}\d{3}(?!\d))`,
  "giu",
);
/** The end of a text before a number of three digits, which may be the first group of that number. */
const FIRST_GROUP = new RegExp(String.raw`(?<!\d)\d{1,3}[.,]?${BLANK}$`, "u");
const THREE_DIGITS = /^\d{3}(?!\d)/;

const TOTAL =
  /\b(?:consumo total|total (?:de )?consumo|total (?:energia|kwh|m3|litros|peso)|total (?:consumption|usage|energy|volume|weight)|consumption total|consumo (?:del periodo|facturado)|(?:billed|metered) (?:consumption|usage|volume)|energy used|energia consumida)\b/;
const LABEL =
  /\b(?:consumo|consumption|usage|consumida|volumen|volume|quantity|cantidad|peso|weight|litros|litres|carga|recarga|recharged|refill(?:ed)?|delivered|entregad\w+|suministrad\w+|collected|recogid\w+)\b/;
/** Other figures of the same unit. */
const OTHER =
  /\b(?:lectura|readings?|anterior|previous|media|medio|average|diari[oa]|daily|potencia|capacity|minim\w+|historico|history|last year|ano pasado|emisiones|emissions|carbon|co2|factor|precio|price|rate|pcs|calorific|comparativa|comparison|deposito|tank)\b/;

export interface Amount {
  value: string;
  unit: Unit;
  line: string;
  /** 2 for a total, 1 for a labelled amount, 0 for another one. */
  rank: 0 | 1 | 2;
  isAmbiguous: boolean;
}

/**
 * Amounts of the category in the lines. Readings of meters, averages and prices are no amounts. `onUnreadable` is called
 * for a number in no known style.
 */
export function amountsIn(
  lines: readonly string[],
  { category, style, onUnreadable }: { category: Category; style: Style; onUnreadable: () => void },
): Amount[] {
  return lines.flatMap((line, at) => {
    const words = folded(line);
    if (OTHER.test(words)) return [];
    const rank = TOTAL.test(words) ? 2 : LABEL.test(`${folded(lines[at - 1] ?? "")} ${words}`) ? 1 : 0;
    return pairsIn(line).flatMap(({ number, unitText, isPart }) => {
      const unit = unitOfText(unitText);
      if (unit === null || !fits(unit, category)) return [];
      const written = numberOf(number, style);
      if (written !== null)
        return [{ value: written.value, unit, line, rank, isAmbiguous: written.isAmbiguous || isPart } as const];
      onUnreadable();
      return [];
    });
  });
}

interface Pair {
  number: string;
  unitText: string;
  /** The digits before it may belong to the number. */
  isPart: boolean;
}

function pairsIn(line: string): Pair[] {
  const after = [...line.matchAll(NUMBER_UNIT)].map(({ 1: number, 2: unit, index }) => ({
    number: number!,
    unitText: unit!,
    isPart: THREE_DIGITS.test(number!) && FIRST_GROUP.test(line.slice(0, index)),
  }));
  if (after.length > 0) return after;
  return [...line.matchAll(UNIT_NUMBER)].map(([, unit, number]) => ({
    number: number!,
    unitText: unit!,
    isPart: false,
  }));
}
