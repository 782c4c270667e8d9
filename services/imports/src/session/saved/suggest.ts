import { createResolver, profileOf, valueShare } from "../../mapping/evidence.ts";
import type { Fill } from "../../mapping/fill.ts";
import type { Note } from "../../mapping/header-notes.ts";
import type { Suggestion } from "../../mapping/suggest.ts";
import type { Cell } from "../../table/table.ts";
import type { Template } from "../../template/template.ts";
import { toValueMappings } from "../messages.ts";
import { applySaved, missingTargets } from "./apply.ts";
import type { SavedMappingRow } from "./queries.ts";

interface Input {
  template: Template;
  columns: readonly string[];
  samples: readonly (readonly Cell[])[];
  saved: SavedMappingRow;
}

/** The content of a saved mapping as suggestions. Targets that the template no longer has are named instead. */
export function suggestSaved({ template, columns, samples, saved }: Input) {
  const missing = missingTargets(template, saved);
  const { mapping, fill, combine } = applySaved(saved, columns);
  const columnOf = new Map(template.columns.map((column) => [column.key, column]));
  const resolver = createResolver();
  const notes = new Map<string, Note>();
  const suggestions = columns.map((sourceColumn, at): Suggestion => {
    const key = Object.hasOwn(mapping, sourceColumn) ? mapping[sourceColumn]! : null;
    const column = key === null ? undefined : columnOf.get(key);
    if (key !== null && column === undefined) notes.set(sourceColumn, lost(key));
    const share = column === undefined ? null : valueShare(column, profileOf(samples, at), resolver);
    return {
      sourceColumn,
      targetColumn: column?.key ?? null,
      columnConfidence: column === undefined ? 0 : 1,
      valueConfidence: share === null ? null : Math.round(share * 100) / 100,
      restoredFromHistory: column !== undefined,
    };
  });
  const known: Fill = Object.fromEntries(Object.entries(fill).filter(([key]) => columnOf.has(key)));
  return {
    suggestions,
    fill: known,
    combine,
    notes,
    saved: {
      savedMapping: { id: saved.id, name: saved.name, missingTargets: missing },
      valueMappings: toValueMappings(saved.valueMappings),
    },
  };
}

const lost = (key: string): Note => ({
  code: "SAVED_TARGET_MISSING",
  message: `the saved mapping fills ${key}, which the template no longer has`,
});
