import type { Column } from "../template/template.ts";
import type { AmountFacts, Effect } from "../values/amounts.ts";
import type { CatalogueIndexes } from "../values/catalogue/catalogues.ts";
import { type Measure, measureOf } from "../values/measures.ts";
import type { Match } from "../values/resolution.ts";
import { hasIds } from "../values/resolve.ts";
import { currencyCodes, NO_UNIT } from "../values/shown.ts";
import { type FilledTemplate, resolveHeaders } from "./effects.ts";

/** Facts of the headers of a mapping, once for a file. Headers with a fault were refused with the mapping. */
export async function amountFacts(
  catalogues: Pick<CatalogueIndexes, "unit" | "currency">,
  filled: FilledTemplate,
): Promise<AmountFacts> {
  const effects = new Map<string, Effect>();
  for (const [key, result] of await resolveHeaders(catalogues, filled)) {
    if ("effect" in result) effects.set(key, result.effect);
  }
  const { template, targets, shown = new Map<string, readonly string[]>() } = filled;
  const shownCodes = new Map<string, ReadonlyMap<string, readonly string[]>>();
  const units = new Map<string, ReadonlyMap<string, Match>>();
  for (const column of template.columns) {
    const measure = measureOf(template, column);
    if (measure === null || !targets.has(column.key)) continue;
    const own = await codesOfShown(catalogues, measure, shown.get(column.key) ?? []);
    shownCodes.set(column.key, own);
    if (!("unitKey" in measure)) continue;
    const codes = [...(effects.get(column.key)?.unit?.codes ?? []), ...[...own.values()].flat()];
    const isMoney = measure.kind === "money";
    if (codes.length === 0 && !isMoney) continue;
    const unit = template.columns.find(({ key }) => key === measure.unitKey)!;
    const wanted = isMoney ? Intl.supportedValuesOf("currency") : codes;
    units.set(unit.key, await matchesOf(catalogues, unit, wanted));
  }
  return { effects, units, shown, shownCodes, lowShares: filled.lowShares ?? new Set() };
}

/** Codes of the units of number formats. Those that are none of the measure have no codes. */
async function codesOfShown(
  catalogues: Pick<CatalogueIndexes, "unit">,
  { kind }: Measure,
  units: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const named = units.filter((unit) => unit !== NO_UNIT);
  if (kind === "money") return new Map(named.map((unit) => [unit, currencyCodes(unit)]));
  if (named.length === 0) return new Map();
  const index = await catalogues.unit();
  return new Map(named.map((unit) => [unit, [...new Set(index.find(unit).map(({ code }) => code))]]));
}

async function matchesOf(
  catalogues: Pick<CatalogueIndexes, "unit" | "currency">,
  column: Column,
  codes: readonly string[],
): Promise<ReadonlyMap<string, Match>> {
  if (column.type === "option") return new Map(codes.map((code) => [code, { value: code, label: code }]));
  const index = await catalogues[column.reference === "currency" ? "currency" : "unit"]();
  return new Map(
    codes.flatMap((code) => {
      const entry = index.find(code).find((one) => one.code === code);
      if (entry === undefined) return [];
      return [[code, { value: hasIds(column) ? entry.id : entry.code, label: entry.label }] as const];
    }),
  );
}
