import { dayText } from "./days.ts";
import { type Coverage, momentText } from "./intervals.ts";

type Note = { code: string; message: string };

/** Places that a message names. */
const PLACES_MAX = 3;
const DAY_MINUTES = 1_440;

export interface CombinedFacts {
  rows: number;
  /** Of the amounts as written; null if all are empty. */
  total: string | null;
  empty: number;
  estimated: number;
  /** All times of the file are UTC. */
  isUtcOnly: boolean;
}

/** Reasons not to add the rows. */
export function coverageErrors({ doubled, minutes }: Coverage): Note[] {
  if (minutes !== null && minutes > DAY_MINUTES) {
    const days = minutes / DAY_MINUTES;
    return [{ code: "value_error.interval.long", message: `rows of ${days} days may belong to two months` }];
  }
  if (doubled.length === 0) return [];
  const places = doubled
    .slice(0, PLACES_MAX)
    .map(({ first, second }) => `${momentText(second)} (rows ${first.rowNumber} and ${second.rowNumber})`);
  const more = doubled.length > PLACES_MAX ? ` and ${doubled.length - PLACES_MAX} more` : "";
  const message = `intervals are doubled or overlap: ${places.join(", ")}${more}`;
  return [{ code: "value_error.interval.doubled", message }];
}

/** Says which rows were added, and gives hints to look at. */
export function coverageNotices(coverage: Coverage, facts: CombinedFacts): Note[] {
  const { first, last, missing, changed } = coverage;
  const { rows, total, empty, estimated, isUtcOnly } = facts;
  const notes: Note[] = [];
  const add = (code: string, message: string) => notes.push({ code, message });
  const days = [...changed].map(([day, hours]) => `; ${dayText(day)} has ${hours} hours`).join("");
  add(
    "rows_combined",
    `${rows} rows${lengthText(coverage)} add up to ${total ?? "nothing"}: ${spanText(first, last)}${days}`,
  );
  if (missing.size > 0) {
    const count = [...missing.values()].reduce((sum, one) => sum + one, 0);
    const places = [...missing].slice(0, PLACES_MAX).map(([day, number]) => `${number} on ${dayText(day)}`);
    const more = missing.size > PLACES_MAX ? `, and on ${missing.size - PLACES_MAX} more days` : "";
    add("intervals_missing", `intervals missing: ${count} (${places.join(", ")}${more})`);
  }
  if (empty > 0) add("readings_empty", `rows without an amount: ${empty}`);
  if (estimated > 0) add("readings_estimated", `estimated amounts: ${estimated}`);
  if (isUtcOnly) add("times_in_utc", "all times are UTC, and so are the months; time_zone gives local ones");
  return notes;
}

const spanText = (first: Coverage["first"], last: Coverage["last"]) => `${momentText(first)} to ${momentText(last)}`;

function lengthText({ minutes }: Coverage): string {
  if (minutes === null) return "";
  return minutes === DAY_MINUTES ? " of a day" : ` of ${minutes} minutes`;
}
