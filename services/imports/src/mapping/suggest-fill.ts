import { readPeriod } from "../table/locale/periods.ts";
import type { Cell } from "../table/table.ts";
import type { Template } from "../template/template.ts";
import { type Profile, profileOf } from "./evidence.ts";
import type { Fill } from "./fill.ts";
import type { Note } from "./header-notes.ts";
import type { Suggestion } from "./suggest.ts";
import { wordsOf } from "./words.ts";

/** The first and the last day of a record, in the templates whose records have a period. */
const [START, END] = ["start_date", "end_date"];
/** The share of texts that are periods or days. */
const SHARE_MIN = 0.9;
/** Words of headers that say that four or six digits are a year or a month. */
const WORDS_OF_TIME = new Set(["year", "month", "period", "date", "quarter", "trimestre", "billing"]);
const DIGITS = /^\d+$/;

interface Input {
  template: Template;
  columns: readonly string[];
  samples: readonly (readonly Cell[])[];
  suggestions: readonly Suggestion[];
}

interface SuggestedFill {
  suggestions: readonly Suggestion[];
  fill: Fill;
  /** By column of the file. */
  notes: ReadonlyMap<string, Note>;
}

/** Fills the first and the last day of the rows from one column, if the file has one column of days or periods. */
export function suggestFill({ template, columns, samples, suggestions }: Input): SuggestedFill {
  const nothing: SuggestedFill = { suggestions, fill: {}, notes: new Map() };
  const needed = template.columns.filter(({ key, required }) => required && (key === START || key === END));
  if (needed.length < 2) return nothing;
  const profiles = columns.map((_, at) => profileOf(samples, at));
  const times = columns.flatMap((name, at) => {
    const isPeriod = samples.some((row) => isMonth(row[at])) || isPeriods(name, profiles[at]!);
    const as = isPeriod ? "period" : profiles[at]!.days >= SHARE_MIN ? "value" : null;
    return as === null ? [] : [{ name, as, target: suggestions[at]?.targetColumn ?? null }];
  });
  const [time] = times;
  // With several columns a person decides which ones are meant.
  if (time === undefined || times.length > 1) return nothing;
  const { name: column, as, target } = time;
  const others = suggestions.filter(({ sourceColumn }) => sourceColumn !== column);
  if (others.some(({ targetColumn }) => targetColumn === START || targetColumn === END)) return nothing;
  if (target !== null && target !== START && target !== END) return nothing;
  if (as === "period") {
    return {
      suggestions: suggestions.map((one) => (one.sourceColumn === column ? { ...one, ...UNMAPPED } : one)),
      fill: { [START]: { column, as: "period_start" }, [END]: { column, as: "period_end" } },
      notes: new Map(),
    };
  }
  const free = [START, END].filter((key) => key !== target);
  return {
    suggestions,
    fill: Object.fromEntries(free.map((key) => [key, { column, as: "value" }])),
    notes: new Map([[column, ONE_DAY]]),
  };
}

const UNMAPPED = { targetColumn: null, columnConfidence: 0, valueConfidence: null, restoredFromHistory: false };

const ONE_DAY: Note = {
  code: "ONE_DAY_PERIOD",
  message: "it is the only column of days, so each row would begin and end on the same day; is that its period?",
};

const isMonth = (cell: Cell | undefined) => typeof cell === "object" && cell !== null && "day" in cell && cell.isMonth;

/** Periods without letters and marks, such as 2025 and 202503, need a header about time. */
function isPeriods(name: string, { texts, days }: Profile): boolean {
  if (texts.length === 0 || days > 0) return false;
  const periods = texts.filter((text) => readPeriod(text) !== null);
  if (periods.length < texts.length * SHARE_MIN) return false;
  return !periods.some((text) => DIGITS.test(text)) || wordsOf(name).words.some((word) => WORDS_OF_TIME.has(word));
}
