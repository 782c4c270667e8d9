import type { Cell } from "../table.ts";
import { parseDay } from "./dates.ts";
import { DATE_ORDERS, type DateOrder, DECIMAL_MARKS, type DecimalMark } from "./locales.ts";
import { parseNumber } from "./numbers.ts";

/** Texts that are examined in each column. */
export const SAMPLES_MAX = 10_000;
export const EXAMPLES_MAX = 5;

/** The result of a detection. */
export interface Detected<T> {
  /** The style that reads every text; null if none does, or if several do with different values. */
  value: T | null;
  /** Styles that read every text. Empty if the texts contradict each other. */
  possible: readonly T[];
  /** Texts that have different values in the possible styles, or that exclude a style which others need. */
  examples: string[];
}

/** Detects the decimal mark of texts that are numbers in some style. Other texts are left out. */
export const detectDecimalMark = (cells: Iterable<Cell>): Detected<DecimalMark> =>
  detect(cells, DECIMAL_MARKS, (text, mark) => parseNumber(text, mark)?.number ?? null);

/** Detects the order of day and month. */
export const detectDateOrder = (cells: Iterable<Cell>): Detected<DateOrder> =>
  detect(cells, DATE_ORDERS, (text, order) => (/^\d+$/.test(text) ? null : parseDay(text, { order })));

function detect<T>(
  cells: Iterable<Cell>,
  styles: readonly T[],
  read: (text: string, style: T) => string | null,
): Detected<T> {
  const fits = new Map(styles.map((style) => [style, 0]));
  const [differing, partial]: [string[], string[]] = [[], []];
  let relevant = 0;
  for (const text of textsOf(cells)) {
    const values = styles.map((style) => read(text, style));
    if (values.every((value) => value === null)) continue;
    relevant++;
    for (const [at, style] of styles.entries()) if (values[at] !== null) fits.set(style, fits.get(style)! + 1);
    const readable = values.filter((value) => value !== null);
    if (new Set(readable).size > 1 && differing.length < EXAMPLES_MAX) differing.push(text);
    if (readable.length < styles.length && partial.length < EXAMPLES_MAX) partial.push(text);
  }
  const possible = styles.filter((style) => relevant > 0 && fits.get(style) === relevant);
  const [first] = possible;
  if (first !== undefined && (possible.length === 1 || differing.length === 0)) {
    return { value: first, possible, examples: [] };
  }
  return { value: null, possible, examples: possible.length === 0 ? partial : differing };
}

function* textsOf(cells: Iterable<Cell>): Generator<string> {
  let samples = 0;
  for (const cell of cells) {
    if (typeof cell !== "string") continue;
    if (++samples > SAMPLES_MAX) return;
    yield cell;
  }
}
