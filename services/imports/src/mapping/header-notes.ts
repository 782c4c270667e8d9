import { resolveHeaders } from "../header/effects.ts";
import { type Header, readHeader } from "../header/read.ts";
import type { Template } from "../template/template.ts";
import type { CatalogueIndexes } from "../values/catalogue/catalogues.ts";
import { measureOf } from "../values/measures.ts";
import { hasPhysicalUnit, isPhysicalAmount } from "./amounts.ts";
import type { Suggestion } from "./suggest.ts";

export const QUANTITY_NOT_MAPPED = "QUANTITY_NOT_MAPPED";

export interface Note {
  code: string;
  message: string;
}

interface ReadSuggestion extends Suggestion {
  unit: string | null;
  scale: string | null;
  notes: readonly Note[];
}

/** The suggestions with the units of their headers, for confirmation, and with what a person should look at. */
export async function withHeaders(
  catalogues: Pick<CatalogueIndexes, "unit" | "currency">,
  template: Template,
  suggestions: readonly Suggestion[],
): Promise<ReadSuggestion[]> {
  const sourceOf = new Map(
    suggestions.flatMap(({ sourceColumn, targetColumn }) =>
      targetColumn === null ? [] : [[targetColumn, sourceColumn] as const],
    ),
  );
  const targets = new Set(sourceOf.keys());
  const results = await resolveHeaders(catalogues, { template, sources: sourceOf, targets });
  return suggestions.map((suggestion) => {
    const { sourceColumn, targetColumn } = suggestion;
    const result = targetColumn === null ? undefined : results.get(targetColumn);
    const effect = result !== undefined && "effect" in result ? result.effect : null;
    const notes: Note[] = [];
    if (result !== undefined && "fault" in result) notes.push({ code: result.fault.type, message: result.fault.msg });
    const column = template.columns.find(({ key }) => key === targetColumn);
    const header = readHeader(sourceColumn);
    if (column !== undefined && header.unread !== null && measureOf(template, column) !== null) {
      notes.push({ code: "HEADER_NOT_READ", message: `"${header.unread}" is read as no unit` });
    }
    if (targetColumn === null) notes.push(...unmappedAmount(template, header, sourceColumn, sourceOf));
    return { ...suggestion, unit: effect?.shownUnit ?? null, scale: effect?.scale ?? null, notes };
  });
}

/** An amount with a physical unit that no target takes, although another column fills one. */
function unmappedAmount(
  template: Template,
  header: Header,
  source: string,
  sourceOf: ReadonlyMap<string, string>,
): Note[] {
  if (!hasPhysicalUnit(header)) return [];
  const filled = template.columns.find((column) => isPhysicalAmount(template, column) && sourceOf.has(column.key));
  if (filled === undefined) return [];
  const other = sourceOf.get(filled.key);
  return [
    {
      code: QUANTITY_NOT_MAPPED,
      message: `"${source}" is not mapped, and "${other}" fills ${filled.key}; which one is it?`,
    },
  ];
}
