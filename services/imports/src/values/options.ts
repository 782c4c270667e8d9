import type { Column, Option } from "../template/template.ts";
import { nearest } from "./near.ts";
import { type Match, NEAR_MAX, type Resolution, resolutionOf } from "./resolution.ts";
import { textKey } from "./text-key.ts";

/** Options that a message lists when no option is similar. */
const LISTED_MAX = 10;

/** Resolves texts of a closed list: value, label or alias, without regard to case and accents. */
export function optionResolver(column: Column): (text: string) => Resolution {
  const options = column.options ?? [];
  const byValue = new Map(options.map((option) => [option.value, matchOf(option)]));
  const byKey = keyIndex(options);
  const names = options.flatMap((option) =>
    namesOf(option).map((name) => ({ key: textKey(name), match: matchOf(option) })),
  );
  const near = nearest(names);
  return (text) => {
    const exact = byValue.get(text.trim());
    if (exact !== undefined) return { status: "matched", match: exact };
    const key = textKey(text);
    return resolutionOf(byKey.get(key) ?? [], () => near(key, NEAR_MAX));
  };
}

/** Values come before labels and labels before aliases, so that an alias cannot hide an option. */
function keyIndex(options: readonly Option[]): ReadonlyMap<string, readonly Match[]> {
  const index = new Map<string, readonly Match[]>();
  const levels: ((option: Option) => readonly string[])[] = [
    ({ value }) => [value],
    ({ labels }) => Object.values(labels),
    ({ aliases }) => aliases,
  ];
  for (const level of levels) {
    const found = new Map<string, Match[]>();
    for (const option of options) {
      for (const key of new Set(level(option).map(textKey))) {
        if (!index.has(key)) found.set(key, [...(found.get(key) ?? []), matchOf(option)]);
      }
    }
    for (const [key, matches] of found) index.set(key, matches);
  }
  return index;
}

const namesOf = ({ value, labels, aliases }: Option) => [value, ...Object.values(labels), ...aliases];

/** The API's text is shown, because corrections use it. */
const matchOf = ({ value, labels }: Option): Match => ({ value, label: labels.en });

/** The values of the list, for messages. */
export function listedValues(column: Column): string {
  const values = (column.options ?? []).map((option) => option.value);
  const more = values.length > LISTED_MAX ? ", ..." : "";
  return values.slice(0, LISTED_MAX).join(", ") + more;
}
