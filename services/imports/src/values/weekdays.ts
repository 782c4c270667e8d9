import type { Column } from "../template/template.ts";
import { textKey } from "./text-key.ts";
import { type Converted, fault, quoted, type ValueError, value } from "./values.ts";

/** The only lists of whole numbers are those of weekdays, from 0 for Monday to 6 for Sunday. */
export const isWeekdays = ({ type, isList }: Column): boolean => type === "integer" && isList;

/** How far digits are those of the API: in any text, in a text of several days, or only beside a 0, which no other count has. */
export type Digits = "all" | "lists" | "with zero";

/** Names from Monday to Sunday; those of one letter may mean two days. */
const LANGUAGES: readonly (readonly string[])[] = [
  ["monday mon mo m", "tuesday tue tues tu t", "wednesday wed we w", "thursday thu thur thurs th t"].concat(
    "friday fri fr f",
    "saturday sat sa s",
    "sunday sun su s",
  ),
  ["lunes lun lu l", "martes mar ma m", "miercoles mie mier mi x", "jueves jue ju j", "viernes vie vi v"].concat(
    "sabado sab sa s",
    "domingo dom do d",
  ),
  ["dilluns dl", "dimarts dt", "dimecres dc", "dijous dj", "divendres dv", "dissabte ds", "diumenge dg"],
  ["lundi lun lu l", "mardi mar ma m", "mercredi mer me m", "jeudi jeu je j", "vendredi ven ve v"].concat(
    "samedi sam sa s",
    "dimanche dim di d",
  ),
  ["lunedi lun lu l", "martedi mar ma m", "mercoledi mer me m", "giovedi gio gi g", "venerdi ven ve v"].concat(
    "sabato sab sa s",
    "domenica dom do d",
  ),
  ["montag mo", "dienstag di", "mittwoch mi", "donnerstag do", "freitag fr", "samstag sonnabend sa", "sonntag so"],
  ["segunda feira|segunda|seg|2a feira", "terca feira|terca|ter|3a feira", "quarta feira|quarta|qua|4a feira"].concat(
    "quinta feira|quinta|qui|5a feira",
    "sexta feira|sexta|sex|6a feira",
    "sabado|sab",
    "domingo|dom",
  ),
];
const TABLES = LANGUAGES.map(tableOf);
const MONDAY_TO_FRIDAY = new Set(["weekdays", "monday to friday"]);
const ALL_DAYS = new Set(
  [
    "daily",
    "every day",
    "all days",
    "todos los dias",
    "cada dia",
    "tots els dies",
    "tous les jours",
    "tutti i giorni",
  ].concat(["taglich", "jeden tag", "todos os dias"]),
);

/** Before a range: "de lunes a viernes", "du lundi au vendredi". */
const OPENING = /^(?:de|du|des|desde|del|dal|da|from|von)\s+/i;
const RANGE_WORDS = /\s+(?:a|al|au|to|till|until|bis|ate|hasta|fins a)\s+/i;
const RANGE_SIGNS = /\s*(?:-|–|—|\.\.+|…)\s*/g;
const SEPARATORS = /\s*(?:[;,|/+&\n]|\s(?:and|y|i|et|e|und)\s)\s*/i;
const COUNT =
  /^([1-7])\s*(?:x\s*)?(?:(?:days?|d[ií]as?|dies|jours?|giorni|tage?|dias?)\b.*|\/\s*(?:7|week|semana|semaine|woche).*|x.*)$/i;
/** Of a text, as of a file's other values. */
const TEXT_MAX = 200;
const PARTS_MAX = 7;
const NAMES = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/**
 * The weekdays that a text names, as the API's numbers: "Mon-Fri", "L-V", "LMXJV", "lunes, miércoles", "0; 1; 2". A text that
 * may mean two things is an error with both readings.
 */
export function readWeekdays(text: string, digits: Digits): Converted[] {
  if (text.length > TEXT_MAX) return [unknown(text)];
  const written = text.trim().replace(OPENING, "");
  const key = textKey(written);
  if (MONDAY_TO_FRIDAY.has(key)) return days([0, 1, 2, 3, 4]);
  if (ALL_DAYS.has(key)) return days([0, 1, 2, 3, 4, 5, 6]);
  const parts = written.split(SEPARATORS).filter((part) => part !== "");
  if (parts.length > 0 && parts.every((part) => /^-?\d+(?:\.\d+)?$/.test(part))) return ofNumbers(text, parts, digits);
  const count = COUNT.exec(written)?.[1];
  if (count !== undefined) return count === "7" ? days([0, 1, 2, 3, 4, 5, 6]) : [countedDays(text, Number(count))];
  if (parts.length > PARTS_MAX) return [unknown(text)];
  const readings = new Map(TABLES.flatMap((table) => readingsIn(table, parts)).map((one) => [one.join(), one]));
  const [reading, other] = [...readings.values()];
  if (reading === undefined) return [unknown(text)];
  if (other === undefined) return days(reading);
  return [fault("value_error.weekdays.ambiguous", `${quoted(text)} may mean ${named(reading)} or ${named(other)}`)];
}

/** For the API's own writing, such as a correction. Other texts stay. */
export const weekdaysOfApi = (text: string): string =>
  text.replaceAll(/(?<!\d)[0-6](?!\d)/g, (digit) => NAMES[Number(digit)]!);

function ofNumbers(text: string, parts: readonly string[], digits: Digits): Converted[] {
  const isSure = digits === "all" || (parts.length > 1 && (digits === "lists" || parts.includes("0")));
  if (isSure) return parts.map((part) => value(part));
  const [first = ""] = parts;
  if (parts.length === 1) return [countedDays(text, Number(first))];
  const [fromMonday, fromSunday] = [NAMES[Number(first)], NAMES[Number(first) - 1]];
  if (fromMonday === undefined || fromSunday === undefined) return [unknown(text)];
  const message = `${quoted(text)} may begin with ${fromMonday} or ${fromSunday}; write the names of the days`;
  return [fault("value_error.weekdays.ambiguous", message)];
}

function countedDays(text: string, count: number) {
  const name = NAMES[count];
  const or = name === undefined ? "" : ` or ${name}`;
  const message = `${quoted(text)} may be a number of days${or}; write the days, such as Mon-Fri`;
  return fault("value_error.weekdays.ambiguous", message);
}

const unknown = (text: string): { error: ValueError } =>
  fault("value_error.weekdays", `${quoted(text)} names no weekdays, such as Mon-Fri or Mon; Wed`);

const days = (numbers: readonly number[]): Converted[] => numbers.map((day) => value(String(day)));
const named = (numbers: readonly number[]) => numbers.map((day) => NAMES[day]!.slice(0, 3)).join(" ");

type Table = ReadonlyMap<string, readonly number[]>;

function tableOf(language: readonly string[]): Table {
  const table = new Map<string, number[]>();
  for (const [day, names] of language.entries()) {
    for (const name of names.split(names.includes("|") ? "|" : " ")) table.set(name, [...(table.get(name) ?? []), day]);
  }
  return table;
}

/** The sets of days that the parts may mean in a language, in ascending order. */
function readingsIn(table: Table, parts: readonly string[]): number[][] {
  let readings: number[][] = [[]];
  for (const part of parts) {
    const meanings = meaningsOf(table, part);
    readings = readings.flatMap((before) => meanings.map((meaning) => [...before, ...meaning]));
  }
  return readings.filter((one) => new Set(one).size === one.length).map((one) => one.toSorted((a, b) => a - b));
}

function meaningsOf(table: Table, part: string): number[][] {
  const key = textKey(part);
  const single = table.get(key);
  if (single !== undefined) return single.map((day) => [day]);
  for (const [from, to] of rangesOf(part)) {
    const [starts, ends] = [table.get(textKey(from)) ?? [], table.get(textKey(to)) ?? []];
    const found = starts.flatMap((start) => ends.filter((end) => end > start).map((end) => [start, end] as const));
    if (found.length > 0)
      return found.map(([start, end]) => Array.from({ length: end - start + 1 }, (_, at) => start + at));
  }
  // "LMXJV" and "L M X J V".
  const letters = /^[a-z]{2,7}$|^[a-z](?: [a-z]){1,6}$/.test(key) ? [...key.replaceAll(" ", "")] : [];
  if (letters.length === 0 || !letters.every((letter) => table.has(letter))) return [];
  return readingsIn(table, letters).filter((one) => isAscendingIn(table, letters, one));
}

/** Letters stand in the order of the week. */
const isAscendingIn = (table: Table, letters: readonly string[], found: readonly number[]) =>
  letters.every((letter, at) => table.get(letter)!.includes(found[at]!));

function* rangesOf(part: string): Generator<[from: string, to: string]> {
  const words = part.split(RANGE_WORDS);
  if (words.length === 2) yield [words[0]!, words[1]!];
  for (const { index, 0: sign } of part.matchAll(RANGE_SIGNS)) {
    yield [part.slice(0, index), part.slice(index + sign.length)];
  }
}
