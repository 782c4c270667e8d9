import type { Decimal } from "@emissions/quantity/decimal";
import { type Name, nearest } from "../near.ts";
import type { Implied, Match } from "../resolution.ts";
import { textKey } from "../text-key.ts";

/** An entry of a catalogue. */
export interface Entry {
  id: string;
  /** Natural key: a unit's symbol, the code of a country. Entries of several countries have the same code. */
  code: string;
  label: string;
  /** Further names, in any language. */
  names: readonly string[];
  /** Texts that mean the entry only in this spelling, such as "Mg" beside "mg". */
  exact?: readonly string[];
  /** For entries that exist once for each country. */
  country?: string;
  /** A value of another column that the names state, too. */
  implies?: Implied;
  /** Of a unit: `factor` base units of the dimension. */
  unit?: { dimension: string; factor: Decimal };
}

export interface CatalogueIndex {
  /** The entries that a text names: by id, by code, by name, and last by name without blanks. */
  find(text: string): readonly Entry[];
  /** Entries with similar names. `value` is the code. */
  near(text: string, max: number): Match[];
}

/** Without blanks and points: "R-410 A" is "R410A", "U.S.A." is "USA". */
const compact = (text: string) => textKey(text).replace(/[ .*]/g, "");

/** `keyOf` is a spelling of the catalogue's own, such as the six digits of a waste code. */
export function catalogueIndex(entries: readonly Entry[], keyOf?: (text: string) => string): CatalogueIndex {
  const byId = group(entries, ({ id }) => [id.toLowerCase()]);
  const levels: [index: ReadonlyMap<string, readonly Entry[]>, key: (text: string) => string][] = [
    [group(entries, ({ code, exact = [] }) => [code, ...exact]), (text) => text],
    ...(keyOf === undefined ? [] : [[group(entries, ({ code }) => [keyOf(code)]), keyOf] as const]).map(
      ([index, key]): [ReadonlyMap<string, readonly Entry[]>, (text: string) => string] => [index, key],
    ),
    [group(entries, ({ code }) => [textKey(code)]), textKey],
    [group(entries, ({ names, label }) => [label, ...names].map(textKey)), textKey],
    [group(entries, ({ names, label, code }) => [code, label, ...names].map(compact)), compact],
  ];
  const names = entries.flatMap(({ code, label, names: more }): Name[] =>
    [code, label, ...more].map((name) => ({ key: textKey(name), match: { value: code, label } })),
  );
  const near = nearest(names);
  return {
    find: (text) => {
      const written = text.trim();
      const same = byId.get(written.toLowerCase());
      if (same !== undefined) return same;
      for (const [index, key] of levels) {
        const wanted = key(written);
        const found = wanted === "" ? undefined : index.get(wanted);
        if (found !== undefined) return found;
      }
      return [];
    },
    near: (text, max) => near(textKey(text), max),
  };
}

function group(entries: readonly Entry[], keysOf: (entry: Entry) => readonly string[]) {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    for (const key of new Set(keysOf(entry))) {
      if (key === "") continue;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [entry]);
      else group.push(entry);
    }
  }
  return groups;
}
