import type { Cell } from "../table/table.ts";
import type { Template } from "../template/template.ts";
import type { Resolutions } from "../values/resolution.ts";
import { profileOf } from "./evidence.ts";
import type { Suggestion } from "./suggest.ts";

interface Sampled {
  template: Template;
  samples: readonly (readonly Cell[])[];
  /** Of `suggestMapping`: one for each source column, in order. */
  suggestions: readonly Suggestion[];
}

/** The texts of columns that name entities, by target column, as `resolveReferences` takes them. */
export function sampledReferences({ template, samples, suggestions }: Sampled): Map<string, ReadonlySet<string>> {
  const references = new Set(template.columns.filter(({ type }) => type === "reference").map(({ key }) => key));
  const texts = new Map<string, ReadonlySet<string>>();
  for (const [at, { targetColumn }] of suggestions.entries()) {
    if (targetColumn === null || !references.has(targetColumn)) continue;
    texts.set(targetColumn, new Set(profileOf(samples, at).texts));
  }
  return texts;
}

/** The suggestions with the share of texts that name an entity of the organization. */
export function withValueConfidence(sampled: Sampled, resolutions: Resolutions): Suggestion[] {
  const texts = sampledReferences(sampled);
  return sampled.suggestions.map((suggestion) => {
    const sampledTexts = texts.get(suggestion.targetColumn ?? "");
    const resolved = resolutions.get(suggestion.targetColumn ?? "");
    if (sampledTexts === undefined || resolved === undefined || sampledTexts.size === 0) return suggestion;
    const known = [...sampledTexts].filter((text) => isKnown(resolved.get(text)?.status)).length;
    return { ...suggestion, valueConfidence: Math.round((known / sampledTexts.size) * 100) / 100 };
  });
}

const isKnown = (status: string | undefined) => status === "matched" || status === "matched_by_country";
