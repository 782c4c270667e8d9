import { PRINTED_UNITS } from "../units.ts";

/** Between groups of three digits. */
const BLANK = "[ \\u00a0\\u2000-\\u200a\\u202f\\u205f]";
const GROUPED = String.raw`[1-9]\d{0,2}(?:(?:${BLANK}|['’])\d{3})+(?:[.,]\d+)?(?!\d)`;
const NUMBER = String.raw`[-−]?(?:${GROUPED}|\d[\d.,]*)`;
const UNIT = PRINTED_UNITS.map((unit) => unit.replace(/ /g, " ?")).join("|");
/** "per day" and "al año" make a rate of an amount. */
const TIME = "day|month|year|annum|tag|monat|jahr|jour|mois|an(?:no|n[eé]e)?|giorno|mese|d[ií]a|m[eê]s|a[ñn]o|any";
const RATE = String.raw`\s*(?:/|(?:per|pro|par|por|al?|ao|all['’]|a l['’]|je|each)\s?(?:${TIME})(?!\p{L}))`;
/** "1.234 kWh", but neither a price per kWh nor a rate per day. */
const NUMBER_UNIT = new RegExp(String.raw`(?<![\p{L}\d.,/'’])(${NUMBER})\s?(${UNIT})(?![\p{L}\d/³])(?!${RATE})`, "giu");
const MONEY = String.raw`\s?[%€£$]|\s?(?:eur|euros?|usd|gbp|chf)(?!\p{L})`;
/** "Consumo (kWh): 1.234". A part of a number, and an amount of money, are none. */
const UNIT_NUMBER = new RegExp(
  String.raw`\(?(?<![\p{L}\d/])(${UNIT})\)?\s*[:=]?\s+(${NUMBER})(?![\p{L}\d.,/'’]|${MONEY}|${BLANK}\d{3}(?!\d))`,
  "giu",
);
/** The end of a text before a number of three digits, which may be the first group of that number. */
const FIRST_GROUP = new RegExp(String.raw`(?<!\d)\d{1,3}[.,]?${BLANK}$`, "u");
const THREE_DIGITS = /^\d{3}(?!\d)/;
const WHOLE_NUMBER = new RegExp(`^${NUMBER}$`, "u");
const WHOLE_UNIT = new RegExp(String.raw`^[([]?(${UNIT})[)\]]?$`, "iu");
const WHOLE_PAIR = new RegExp(String.raw`^(${NUMBER})\s?(${UNIT})$`, "iu");
const UNIT_IN = new RegExp(String.raw`(?<![\p{L}\d/])(?<!/ )(${UNIT})(?![\p{L}\d/³])(?!\s*/)`, "iu");
/** Next to digits, too. */
const UNIT_SOMEWHERE = new RegExp(String.raw`(?<![\p{L}/])(?<!/ )(${UNIT})(?![\p{L}/³])(?!${RATE})`, "iu");
const NUMBER_AT_END = new RegExp(String.raw`^.*\p{L}\S* (${NUMBER})$`, "u");

const PRICE = new RegExp(String.raw`(?:[€£$]|\bp|ct|cts|cent|eur|usd|gbp|chf)\s?/\s?(${UNIT})(?![\p{L}\d/³])`, "iu");

/** A number and the unit that it has. */
export interface Pair {
  number: string;
  unitText: string;
  /** Digits before it may belong to the number, or the number to another unit. */
  isDoubtful: boolean;
  /** The words that belong to the pair stand before it. */
  before: string;
  /** These stand after it. */
  after: string;
}

export const cellsOf = (line: string): string[] => line.split(/ {2,}/);
export const isNumber = (cell: string): boolean => WHOLE_NUMBER.test(cell);
export const unitOfCell = (cell: string): string | null => WHOLE_UNIT.exec(cell)?.[1] ?? null;
export const unitIn = (text: string): string | null => UNIT_IN.exec(text)?.[1] ?? null;
export const unitSomewhere = (line: string): string | null => UNIT_SOMEWHERE.exec(line)?.[1] ?? null;
/** That follows a name in a cell. */
export const numberAtEnd = (cell: string): string | null => NUMBER_AT_END.exec(cell)?.[1] ?? null;

/** The unit that "0,15 €/kWh" is the price of. */
export const unitOfPrice = (text: string): string | null => PRICE.exec(text)?.[1] ?? null;

/** "350 kWh" alone in a cell. */
export function pairOfCell(cell: string): { number: string; unitText: string } | null {
  const [, number, unitText] = WHOLE_PAIR.exec(cell) ?? [];
  return number === undefined ? null : { number, unitText: unitText! };
}

/** Pairs of a line that is no row of a known table. Which of several numbers a unit has is for others to decide. */
export function pairsIn(line: string): Pair[] {
  const written = [...line.matchAll(NUMBER_UNIT)];
  if (written.length > 0) return written.map((match, at) => pairOf(line, { match, at, all: written, number: 1 }));
  const cells = cellsOf(line);
  const numbers = cells.filter(isNumber);
  const unit = cells.findIndex((cell) => unitOfCell(cell) !== null);
  if (unit >= 0 && numbers.length > 0) {
    const beside = [cells[unit - 1], cells[unit + 1]].filter((cell) => cell !== undefined && isNumber(cell));
    return inCells(cells, [...(beside as string[]), ...numbers], unitOfCell(cells[unit]!)!);
  }
  const labels = cells.filter((cell) => !isNumber(cell)).join(" ");
  const header = numbers.length > 1 ? unitIn(labels) : null;
  if (header !== null) return inCells(cells, numbers, header);
  const labelled = [...line.matchAll(UNIT_NUMBER)];
  return labelled.map((match, at) => pairOf(line, { match, at, all: labelled, number: 2 }));
}

function inCells(cells: readonly string[], numbers: readonly string[], unitText: string): Pair[] {
  const before = cells.filter((cell) => !isNumber(cell)).join(" ");
  return [...new Set(numbers)].map((number) => ({ number, unitText, isDoubtful: false, before, after: "" }));
}

interface Found {
  match: RegExpExecArray;
  at: number;
  all: readonly RegExpExecArray[];
  /** The group of the number. */
  number: 1 | 2;
}

const endOf = (match: RegExpExecArray) => match.index + match[0].length;
/** Words after an amount end at a gap or a mark. */
const phrase = (text: string) => text.split(/ {2,}|[,;.:]/)[0]!;

function pairOf(line: string, { match, at, all, number }: Found): Pair {
  const previous = all[at - 1];
  const next = all[at + 1];
  // "58 m³ x 11,2 kWh/m³ = 650 kWh": the words before the sign belong to the factors.
  const own = line
    .slice(previous === undefined ? 0 : endOf(previous), match.index)
    .split("=")
    .at(-1)!;
  const rest = line.slice(endOf(match), next?.index);
  const first = line.slice(0, all[0]!.index);
  const isLabelledBefore = /\p{L}{2}/u.test(first);
  return {
    number: match[number]!,
    unitText: match[3 - number]!,
    isDoubtful: number === 1 && THREE_DIGITS.test(match[1]!) && FIRST_GROUP.test(line.slice(0, match.index)),
    before: !isLabelledBefore ? "" : /\p{L}{2}/u.test(own) ? own : first,
    after: !isLabelledBefore || next === undefined ? phrase(rest) : "",
  };
}
