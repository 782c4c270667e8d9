import { type Check, violation } from "@emissions/kit/wire/checks";
import type { Template } from "../template/template.ts";
import { checkCombine } from "./combine.ts";
import { checkFill } from "./fill.ts";
import { MAPPING_COLUMNS_MAX, VALUE_LENGTH_MAX, VALUE_MAPPINGS_MAX } from "./limits.ts";
import type { SentMapping } from "./sent-mapping.ts";

export const valuesOf = ({ valueMappings }: SentMapping) =>
  Object.fromEntries(Object.entries(valueMappings).map(([key, { values }]) => [key, values] as const));

export function checkMapping(template: Template, sourceColumns: readonly string[], sent: SentMapping): Check[] {
  const found: Check[] = [];
  const fault = (loc: string[], type: string, msg: string) => found.push({ loc: ["body", ...loc], type, msg });
  const [sources, keys] = [new Set(sourceColumns), new Set(template.columns.map(({ key }) => key))];
  const entries = Object.entries(sent.mapping);
  if (entries.length > MAPPING_COLUMNS_MAX) {
    return [violation("mapping", "value_error.list.max_items", `at most ${MAPPING_COLUMNS_MAX} columns`)];
  }
  const isEmpty = entries.length === 0 && !Object.values(sent.fill).some(({ column }) => column !== undefined);
  if (isEmpty) found.push(violation("mapping", "value_error.missing", "at least one column"));
  const sourceOf = new Map<string, string>();
  for (const [source, target] of entries) {
    if (!sources.has(source)) fault(["mapping", source], "value_error.not_found", "the file has no such column");
    if (!keys.has(target)) fault(["mapping", source], "value_error.not_found", "the template has no such column");
    else if (sourceOf.has(target)) {
      fault(["mapping", source], "value_error.duplicate", `${target} is mapped from another column, too`);
    }
    sourceOf.set(target, source);
  }
  const fills = checkFill(template, sources, { fill: sent.fill, sourceOf });
  return [...found, ...fills, ...checkCombine(template, sources, sent), ...checkValueMappings(keys, sent)];
}

function checkValueMappings(keys: ReadonlySet<string>, { valueMappings }: SentMapping): Check[] {
  const found: Check[] = [];
  let texts = 0;
  for (const [key, { values }] of Object.entries(valueMappings)) {
    const fault = (type: string, msg: string) => found.push({ loc: ["body", "value_mappings", key], type, msg });
    if (!keys.has(key)) fault("value_error.not_found", "the template has no such column");
    for (const pair of Object.entries(values)) {
      texts++;
      if (pair.some((text) => text.length > VALUE_LENGTH_MAX || text.includes("\0"))) {
        fault("value_error.any_str.max_length", `at most ${VALUE_LENGTH_MAX} characters, without U+0000`);
      }
    }
    if (found.length > MAPPING_COLUMNS_MAX) break;
  }
  if (texts > VALUE_MAPPINGS_MAX) {
    found.push(violation("value_mappings", "value_error.list.max_items", `at most ${VALUE_MAPPINGS_MAX} texts`));
  }
  return found;
}
