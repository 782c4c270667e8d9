import type { Duplicate } from "../../duplicate/duplicate.ts";
import type { Comparison } from "../../duplicate/find.ts";

/** The rows by key that a new row may repeat. A file has at most 200,000 rows, and a row two keys. */
export type SeenRows = Map<string, number>;

/** Finds at most one stored record and one earlier row that a row repeats. Remembers the row. */
export function duplicatesOf({ stored, keys }: Comparison, rowNumber: number, seen: SeenRows): Duplicate[] {
  const repeated = keys.find(({ text }) => seen.has(text));
  const found = stored === null ? [] : [stored];
  if (repeated !== undefined) {
    const { reason, field, text } = repeated;
    found.push({ reason, field, there: { rowNumber: seen.get(text)! } });
  }
  for (const { text } of keys) if (!seen.has(text)) seen.set(text, rowNumber);
  return found;
}
