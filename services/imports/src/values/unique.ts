import type { Cell } from "../table/table.ts";
import { type Mapped, type MappedColumn, mappedColumns, partsOf } from "./columns.ts";
import { optionResolver } from "./options.ts";
import type { Match, Resolution, Resolutions } from "./resolution.ts";
import { DISTINCT_MAX } from "./resolution.ts";
import { cellText } from "./values.ts";

/** Values of a column in one answer. */
export const UNIQUE_VALUES_MAX = 1_000;

export interface UniqueValue {
  raw: string;
  /** The text of the API or the id; null if the text is unmatched. */
  resolved: string | null;
  /** The name of the resolved entry. */
  label: string | null;
  status: "matched" | "unmatched";
  /** Similar entries of an unmatched text, or the entries that an ambiguous text could mean. */
  near: readonly Match[];
}

export interface UniqueColumn {
  columnKey: string;
  sourceColumn: string;
  /** Sorted by the first row of each value. */
  values: UniqueValue[];
  /** Different values of the column, at most `DISTINCT_MAX`. */
  totalUnique: number;
  truncated: boolean;
}

export interface UniqueValues {
  /** Examines the cells of one row. */
  add(cells: readonly Cell[]): void;
  /** Texts of the columns with references that the answer shows, for `resolveReferences`. */
  distinct(): ReadonlyMap<string, ReadonlySet<string>>;
  columns(resolutions: Resolutions): UniqueColumn[];
}

/** Collects the different values of the columns with options and references. */
export function uniqueValues(options: Mapped): UniqueValues {
  const counted = mappedColumns(options)
    .filter(({ column }) => column.type === "option" || column.type === "reference")
    .map((one) => ({ ...one, texts: new Set<string>() }));
  const shownTexts = ({ texts }: { texts: Set<string> }) => [...texts].slice(0, UNIQUE_VALUES_MAX);
  return {
    add: (cells) => {
      for (const { at, column, texts } of counted) {
        const text = cellText(cells[at] ?? null);
        if (typeof text !== "string") continue;
        for (const part of column.isList ? partsOf(text) : [text]) if (texts.size < DISTINCT_MAX) texts.add(part);
      }
    },
    distinct: () =>
      new Map(
        counted
          .filter(({ column }) => column.type === "reference")
          .map((one) => [one.column.key, new Set(shownTexts(one).flatMap((text) => replacedText(one, text) ?? []))]),
      ),
    columns: (resolutions) =>
      counted.map((one) => {
        const resolve = resolverOf(one, resolutions);
        const values = shownTexts(one).map((raw) => uniqueValue(raw, resolve(replacedText(one, raw))));
        const { column, sourceColumn, texts } = one;
        const totalUnique = texts.size;
        return { columnKey: column.key, sourceColumn, values, totalUnique, truncated: totalUnique > values.length };
      }),
  };
}

function resolverOf(
  { column }: MappedColumn,
  resolutions: Resolutions,
): (text: string | null) => Resolution | undefined {
  if (column.type === "reference")
    return (text) => (text === null ? undefined : resolutions.get(column.key)?.get(text));
  const resolve = optionResolver(column);
  return (text) => (text === null ? undefined : resolve(text));
}

/** Null if a replacement makes the value empty. */
function replacedText({ replaced }: MappedColumn, raw: string): string | null {
  const { cell } = replaced(raw);
  return typeof cell === "string" ? cell : null;
}

function uniqueValue(raw: string, resolution: Resolution | undefined): UniqueValue {
  switch (resolution?.status) {
    case "matched": {
      const { value: resolved, label } = resolution.match;
      return { raw, resolved, label, status: "matched", near: [] };
    }
    case "matched_by_country":
      // The id differs from row to row.
      return { raw, resolved: resolution.name, label: resolution.name, status: "matched", near: [] };
    default:
      return { raw, resolved: null, label: null, status: "unmatched", near: resolution?.near ?? [] };
  }
}
