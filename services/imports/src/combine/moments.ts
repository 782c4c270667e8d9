import type { DateOrder } from "../table/locale/locales.ts";
import type { Cell, DateSystem } from "../table/table.ts";
import { dateConverter } from "../values/dates.ts";
import { cellText, fault, quoted, type ValueError } from "../values/values.ts";
import type { Marks } from "./combine.ts";
import { dayNumber, mayHave25Hours, zoneOffsets } from "./days.ts";

/** The local day of an interval, and the time that the file writes for it. */
export interface Moment {
  /** Days since 1970-01-01. */
  day: number;
  /** Minutes of this day, to 1,500; null for a whole day. An interval that ends at midnight has 1,440 of its own day. */
  minute: number | null;
  /** Minutes since 1970 in UTC; null for a time without an offset. */
  instant: number | null;
}

const DAY_MINUTES = 1_440;
const HOUR = 60;

/** A time behind a day, with or without an offset from UTC. */
const TAIL =
  /[T ,]\s*(\d{1,2}[:.h]\d{2}(?:[:.]\d{2}(?:[.,]\d{1,9})?)?\s*(?:[ap]\.?\s?m\.?)?)\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i;
const CLOCK = /^(\d{1,2})[:.h](\d{2})(?:[:.]\d{2}(?:[.,]\d{1,9})?)?\s*(?:([ap])\.?\s?m\.?)?$/i;
/** The number of an interval in its day. */
const NUMBER = /^\d{1,3}$/;
const OFFSET = /^([+-])(\d{2}):?(\d{2})$/;

export interface Split {
  day: Cell;
  time: string | null;
  /** Minutes; null without one. */
  offset: number | null;
}

/** The day and the time of a cell that may have both. */
export function splitMoment(cell: Cell): Split {
  if (typeof cell === "object" && cell !== null && "day" in cell) {
    return { day: { day: cell.day }, time: cell.time ?? null, offset: null };
  }
  const match = typeof cell === "string" ? TAIL.exec(cell) : null;
  if (match === null) return { day: cell, time: null, offset: null };
  const [, time = "", offset] = match;
  return { day: (cell as string).slice(0, match.index), time: time.trim(), offset: offsetOf(offset) };
}

function offsetOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const [, sign, hours = "0", minutes = "0"] = OFFSET.exec(text) ?? [];
  return (Number(hours) * HOUR + Number(minutes)) * (sign === "-" ? -1 : 1);
}

/** The number of the interval; null for a clock time. */
export const intervalNumber = (text: string): number | null => (NUMBER.test(text) ? Number(text) : null);

/** Minutes since midnight; null if the text is no time. */
export function clockMinutes(text: string): number | null {
  const [, hours, minutes, half] = CLOCK.exec(text) ?? [];
  if (hours === undefined || Number(minutes) >= HOUR) return null;
  if (half === undefined) return Number(hours) * HOUR + Number(minutes);
  if (Number(hours) < 1 || Number(hours) > 12) return null;
  return ((Number(hours) % 12) + (half.toLowerCase() === "p" ? 12 : 0)) * HOUR + Number(minutes);
}

export interface MomentStyle {
  /** Places of the columns. */
  at: number;
  timeAt: number | null;
  order: DateOrder | null;
  dateSystem: DateSystem;
  /** Day and month of some cells may be exchanged. */
  isMixed: boolean;
  /** The rows have times of day. */
  isTimed: boolean;
  /** The header says that times are UTC. */
  isUtc: boolean;
  /** Minutes of an interval with a number, such as hour 24. */
  numberedMinutes: number;
  marks: Marks | null;
  timeZone: string | null;
}

type Read = Moment | { error: ValueError };

const unread = (message: string) => fault("value_error.interval.time", message);

/** Reads the moments of rows. Nothing is guessed: a moment with two readings is an error. */
export function createMomentReader(style: MomentStyle): (cells: readonly Cell[]) => Read {
  const { at, timeAt, marks, isTimed } = style;
  const days = new Map<Cell, ReturnType<typeof dayOf>>();
  const convert = dateConverter(style);
  const dayOf = (cell: Cell): number | { error: ValueError } => {
    const converted = convert(cell);
    if (converted === null) return unread("the row has no day");
    return "error" in converted ? converted : dayNumber(converted.value);
  };
  const knownDay = (cell: Cell) => {
    if (typeof cell !== "string") return dayOf(cell);
    const day = days.get(cell) ?? dayOf(cell);
    days.set(cell, day);
    return day;
  };
  const localOf = style.timeZone === null ? null : zoneOffsets(style.timeZone);
  return (cells) => {
    const cell = cells[at] ?? null;
    const split = splitMoment(cell);
    const day = knownDay(split.day);
    if (typeof day !== "number") return day;
    const text = timeAt === null ? (split.time ?? midnightOf(cell, isTimed)) : timeText(cells[timeAt] ?? null);
    if (text === null) return isTimed ? unread("the row has no time") : { day, minute: null, instant: null };
    if (!isTimed) return unread("the row has a time, and others have none");
    if (marks === null) {
      return fault("value_error.interval.marks", "times may begin or end their intervals: set marks of combine.at");
    }
    const number = intervalNumber(text);
    const minute = number === null ? clockMinutes(text) : number * style.numberedMinutes;
    if (minute === null) return unread(`${quoted(text)} is no time of day`);
    const offset = split.offset ?? (style.isUtc ? 0 : null);
    if (offset === null) {
      if (localOf !== null) return unread(`${quoted(text)} has no offset from UTC, so time_zone cannot apply`);
      return inDay({ day, minute, instant: null }, marks, text);
    }
    const instant = day * DAY_MINUTES + minute - offset;
    if (localOf === null) return inDay({ day, minute, instant }, marks, text);
    const local = instant + localOf(instant);
    const localDay = Math.floor(local / DAY_MINUTES);
    return inDay({ day: localDay, minute: local - localDay * DAY_MINUTES, instant }, marks, text);
  };
}

/** Spreadsheets store midnight as a day without a time. */
const midnightOf = (cell: Cell, isTimed: boolean) =>
  isTimed && typeof cell === "object" && cell !== null && "day" in cell ? "00:00" : null;

function timeText(cell: Cell): string | null {
  const text = cellText(cell);
  return typeof text === "string" ? text.trim() : null;
}

/** An interval that ends at 00:00 belongs to the day before. Only a day of 25 hours has a time from 24:00. */
function inDay(moment: Moment & { minute: number }, marks: Marks, text: string): Read {
  const { day, minute } = moment;
  if (marks === "end" && minute === 0) return { ...moment, day: day - 1, minute: DAY_MINUTES };
  const last = marks === "end" ? DAY_MINUTES : DAY_MINUTES - 1;
  if (minute <= last || (minute <= last + HOUR && mayHave25Hours(day))) return moment;
  return unread(`${quoted(text)} ${marks === "end" ? "ends" : "begins"} no interval of this day`);
}
