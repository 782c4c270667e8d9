import { isPhysicalAmount } from "../mapping/amounts.ts";
import { type Profile, profileOf } from "../mapping/evidence.ts";
import type { Note } from "../mapping/header-notes.ts";
import type { Suggestion } from "../mapping/suggest.ts";
import { parseDay } from "../table/locale/dates.ts";
import { DATE_ORDERS } from "../table/locale/locales.ts";
import type { Cell } from "../table/table.ts";
import type { Template } from "../template/template.ts";
import { cellText } from "../values/values.ts";
import { type Combine, FIRST_DAY, type Marks } from "./combine.ts";
import { dayNumber } from "./days.ts";
import { clockMinutes, intervalNumber, splitMoment } from "./moments.ts";

interface Input {
  template: Template;
  columns: readonly string[];
  samples: readonly (readonly Cell[])[];
  suggestions: readonly Suggestion[];
}

export interface SuggestedCombine {
  combine: Combine;
  /** By column of the file. */
  notes: ReadonlyMap<string, Note>;
}

/** The template of what meters measure. Several wastes of a day are no intervals. */
const METERED = "invoices";
const SHARE_MIN = 0.8;
const DAY_MINUTES = 1_440;
/** Quarters of an hour of a day with 25 hours. */
const NUMBER_MAX = 100;
const HOURS_MIN = 24;

const TIME_WORD = /hora|hour|time|heure|uhr|stunde|\bora\b|per[ií]odo|interval/i;
const START_WORD = /start|begin|from|desde|inici|d[ée]but|\bvon\b/i;
const END_WORD = /\bend|\bto\b|hasta|\bfin\b|\bbis\b|until/i;
const STATUS = /^(?:r|e|real|actual|measured|medid[ao]|estim\p{L}*)$/iu;
const STATUS_WORD = /estim|m[eé]todo.?obtenci|^notes?$/i;

/** Proposes `combine` if the rows are intervals of a day or less, and their amounts have a physical unit. */
export function suggestCombine(input: Input): SuggestedCombine | null {
  const { template, columns, samples, suggestions } = input;
  const sum = suggestions.find(({ targetColumn }) =>
    template.columns.some((column) => column.key === targetColumn && isPhysicalAmount(template, column)),
  )?.targetColumn;
  if (!sum || template.id !== METERED || samples.length < 2) return null;
  const profiles = columns.map((_, at) => profileOf(samples, at));
  const at = dayColumn(profiles, suggestions);
  if (at === null) return null;
  const timeAt = timeColumn(columns, profiles, samples);
  const texts = timesOf(samples, at, timeAt);
  if (texts.every((text) => text === null) ? !areDays(samples, at) : !areShort(samples, { at, texts })) return null;
  const isTimed = texts.some((text) => text !== null);
  const header = columns[timeAt ?? at]!;
  const marks = isTimed ? marksOf(header, texts) : null;
  const estimatedAt = estimatedColumn(columns, profiles);
  const combine: Combine = {
    by: "month",
    sum,
    at: { column: columns[at]!, timeColumn: timeAt === null ? null : columns[timeAt]!, marks },
    estimatedColumn: estimatedAt === null ? null : columns[estimatedAt]!,
    timeZone: null,
  };
  return { combine, notes: new Map(isTimed && marks === null ? [[header, MARKS_UNKNOWN]] : []) };
}

const MARKS_UNKNOWN: Note = {
  code: "INTERVAL_MARKS_UNKNOWN",
  message: "its times may begin or end their intervals; set marks of combine.at",
};

/** The only column of days, or the one that begins the rows. */
function dayColumn(profiles: readonly Profile[], suggestions: readonly Suggestion[]): number | null {
  const days = [...profiles.keys()].filter((at) => profiles[at]!.days >= SHARE_MIN);
  if (days.length === 1) return days[0]!;
  return days.find((at) => suggestions[at]?.targetColumn === FIRST_DAY) ?? null;
}

/** The column that begins the intervals comes first. */
function timeColumn(
  columns: readonly string[],
  profiles: readonly Profile[],
  samples: Input["samples"],
): number | null {
  const times = [...columns.keys()].filter((at) => {
    const { texts } = profiles[at]!;
    if (texts.length === 0) return false;
    const isNamed = TIME_WORD.test(columns[at]!);
    // 0.25 is an amount, unless the header says that it is a time.
    if (texts.every((text) => clockMinutes(text) !== null && (isNamed || text.includes(":")))) return true;
    const numbers = samples.map((cells) => intervalNumber(textOf(cells[at]) ?? ""));
    return isNamed && numbers.every((number) => number !== null && number <= NUMBER_MAX);
  });
  return times.find((at) => START_WORD.test(columns[at]!)) ?? times[0] ?? null;
}

function textOf(cell: Cell | undefined): string | null {
  const text = cellText(cell ?? null);
  return typeof text === "string" ? text.trim() : null;
}

const timesOf = (samples: Input["samples"], at: number, timeAt: number | null): (string | null)[] =>
  samples.map((cells) => (timeAt === null ? splitMoment(cells[at] ?? null).time : textOf(cells[timeAt])));

/** Several rows of one day at different times, or one for each day. */
function areShort(
  samples: Input["samples"],
  { at, texts }: { at: number; texts: readonly (string | null)[] },
): boolean {
  const times = new Map<string | null, Set<string | null>>();
  for (const [row, cells] of samples.entries()) {
    const day = textOf(splitMoment(cells[at] ?? null).day);
    times.set(day, (times.get(day) ?? new Set()).add(texts[row]!));
  }
  return [...times.values()].some(({ size }) => size > 1) || areDays(samples, at);
}

/** In each order of day and month that reads all rows, most of them are a day after or before another. */
function areDays(samples: Input["samples"], at: number): boolean {
  const texts = samples.map((cells) => textOf(splitMoment(cells[at] ?? null).day));
  const readings = DATE_ORDERS.map((order) =>
    texts.flatMap((text) => {
      const day = text === null ? null : parseDay(text, { order });
      return day === null ? [] : [dayNumber(day)];
    }),
  );
  const most = Math.max(...readings.map(({ length }) => length));
  return readings.every((days) => {
    if (days.length < most) return true;
    const distances = days.slice(1).map((day, before) => Math.abs(day - days[before]!));
    const single = distances.filter((distance) => distance === 1).length;
    return single > 0 && single >= distances.filter((distance) => distance > 1).length;
  });
}

/** The header says it, or hour 24 does. Midnight as 00:00 may be the end of the day before. */
function marksOf(header: string, texts: readonly (string | null)[]): Marks | null {
  if (START_WORD.test(header)) return "start";
  if (END_WORD.test(header)) return "end";
  const numbers = texts.map((text) => intervalNumber(text ?? ""));
  if (numbers.some((number) => number !== null)) {
    if (numbers.includes(0)) return "start";
    return Math.max(...numbers.map((number) => number ?? 0)) >= HOURS_MIN ? "end" : null;
  }
  return texts.some((text) => (clockMinutes(text ?? "") ?? 0) >= DAY_MINUTES) ? "end" : null;
}

/** A column without numbers whose texts or whose name are about estimates. */
function estimatedColumn(columns: readonly string[], profiles: readonly Profile[]): number | null {
  const found = [...columns.keys()].find((at) => {
    const { texts, numbers } = profiles[at]!;
    if (numbers > 0) return false;
    return STATUS_WORD.test(columns[at]!) || (texts.length > 0 && texts.every((text) => STATUS.test(text)));
  });
  return found ?? null;
}
