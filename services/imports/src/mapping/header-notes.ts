import { resolveHeaders } from "../header/effects.ts";
import { type Header, readHeader } from "../header/read.ts";
import type { Column, Template } from "../template/template.ts";
import type { CatalogueIndexes } from "../values/catalogue/catalogues.ts";
import { measureOf } from "../values/measures.ts";
import { currencyCodes, listedUnits } from "../values/shown.ts";
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

/**
 * The suggestions with the units of their headers, for confirmation, and with what a person should look at. `shownOf` has
 * the units of the number formats by column of the file.
 */
export async function withHeaders(
  catalogues: Pick<CatalogueIndexes, "unit" | "currency">,
  template: Template,
  suggestions: readonly Suggestion[],
  shownOf: ReadonlyMap<string, readonly string[]> = new Map(),
): Promise<ReadSuggestion[]> {
  const sourceOf = new Map(
    suggestions.flatMap(({ sourceColumn, targetColumn }) =>
      targetColumn === null ? [] : [[targetColumn, sourceColumn] as const],
    ),
  );
  const targets = new Set(sourceOf.keys());
  const shown = new Map(Array.from(sourceOf, ([key, source]) => [key, shownOf.get(source) ?? []] as const));
  const results = await resolveHeaders(catalogues, { template, sources: sourceOf, targets, shown });
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
    if (column !== undefined) {
      notes.push(...formatNotes(template, column, { header, targets, units: shown.get(column.key) ?? [] }));
    }
    if (targetColumn === null) notes.push(...unmappedAmount(template, header, sourceColumn, sourceOf));
    return { ...suggestion, unit: effect?.shownUnit ?? null, scale: effect?.scale ?? null, notes };
  });
}

interface Formats {
  header: Header;
  targets: ReadonlySet<string>;
  /** Of the number formats of the cells. */
  units: readonly string[];
}

/** Questions of the validation about the number formats of the cells. */
function formatNotes(template: Template, column: Column, { header, targets, units }: Formats): Note[] {
  const measure = measureOf(template, column);
  if (measure === null) return [];
  const isStated = header.unit !== null || ("unitKey" in measure && targets.has(measure.unitKey));
  if (units.length > 1 && !isStated) {
    return [
      { code: "value_error.ambiguous", message: `the number formats show several units (${listedUnits(units)})` },
    ];
  }
  if (!header.isMoney) return [];
  const codes = currencyCodes(header.unit!);
  const other = units.find((unit) => {
    const own = currencyCodes(unit);
    return own.length > 0 && !own.some((code) => codes.includes(code));
  });
  if (other === undefined) return [];
  const message = `the header names ${header.unit}, and the number format ${other}`;
  return [{ code: "value_error.unit.contradiction", message }];
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
