import type { ImportColumn, ImportCorrectionInput } from "@emissions/client/types";
import type { Entered } from "../entry/body.ts";
import { decimalOf } from "../format/decimals.ts";

/** New contents of cells, by row and column. */
export type Changes = Readonly<Record<string, Entered>>;

export const changeKey = (row: number, column: string): string => `${row} ${column}`;

/** Changed cells as the API takes them, and the keys of those that cannot be read. */
export function correctionsOf(
  changes: Changes,
  columns: readonly ImportColumn[],
  locale: string,
): { corrections: ImportCorrectionInput[]; faults: ReadonlySet<string> } {
  const types = new Map(columns.map(({ key, type }) => [key, type]));
  const corrections: ImportCorrectionInput[] = [];
  const faults = new Set<string>();
  for (const [key, { text, value: entry }] of Object.entries(changes)) {
    const at = key.indexOf(" ");
    const column = key.slice(at + 1);
    const written = types.get(column) === "number" && text.trim() !== "" ? decimalOf(text, locale) : text.trim();
    const value = entry ?? written;
    if (value === null) faults.add(key);
    else corrections.push({ row_index: Number(key.slice(0, at)), column, value: value === "" ? null : value });
  }
  return { corrections, faults };
}
