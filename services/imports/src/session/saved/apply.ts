import type { Check } from "@emissions/kit/wire/checks";
import type { Combine } from "../../combine/combine.ts";
import { type Fill, targetsOf } from "../../mapping/fill.ts";
import type { Template } from "../../template/template.ts";
import type { SavedMappingRow } from "./queries.ts";
import { renaming } from "./shape.ts";

/** The content of a saved mapping, for one file. */
export interface Applied {
  mapping: Record<string, string>;
  fill: Fill;
  combine: Combine | null;
  /** Columns that it names and the file lacks. */
  missingColumns: readonly string[];
}

/** Columns of the template that a saved mapping names, and that a later version lacks. Null: it lacks the template. */
export function missingTargets(template: Template | null, saved: Pick<SavedMappingRow, "mapping" | "fill">): string[] {
  const known = new Set(template?.columns.map(({ key }) => key));
  return [...targetsOf(saved)].filter((key) => !known.has(key));
}

/** A saved mapping with the names of the columns of a file. */
export function applySaved(saved: SavedMappingRow, sourceColumns: readonly string[]): Applied {
  const nameOf = renaming(sourceColumns);
  const missing = new Set<string>();
  const named = (column: string) => {
    const name = nameOf(column);
    if (name === null) missing.add(column);
    return name ?? column;
  };
  const mapping = Object.entries(saved.mapping).map(([source, key]) => [named(source), key] as const);
  const fill = Object.entries(saved.fill).map(
    ([key, one]) => [key, "value" in one ? one : { ...one, column: named(one.column) }] as const,
  );
  const combine = saved.combine && namedCombine(saved.combine, named);
  return {
    mapping: Object.fromEntries(mapping),
    fill: Object.fromEntries(fill),
    combine,
    missingColumns: [...missing],
  };
}

function namedCombine(combine: Combine, named: (column: string) => string): Combine {
  const namedOrNull = (column: string | null) => (column === null ? null : named(column));
  const { at, estimatedColumn } = combine;
  return {
    ...combine,
    at: { ...at, column: named(at.column), timeColumn: namedOrNull(at.timeColumn) },
    estimatedColumn: namedOrNull(estimatedColumn),
  };
}

/** Why a saved mapping cannot be used for a file. */
export function applicationFaults(template: Template, saved: SavedMappingRow, applied: Applied): Check[] {
  const fault = (msg: string): Check => ({ loc: ["body", "saved_mapping_id"], type: "value_error.not_found", msg });
  const of = (name: string) => JSON.stringify(name);
  return [
    ...(saved.templateId === template.id ? [] : [fault(`it is for the template ${saved.templateId}`)]),
    ...applied.missingColumns.map((name) => fault(`the file has no column ${of(name)}, or several`)),
    ...missingTargets(template, saved).map((key) => fault(`the template no longer has the column ${of(key)}`)),
  ];
}
