import type { Match } from "./resolution.ts";

/** A name that a text may be similar to. `key` is its `textKey`. */
export interface Name {
  key: string;
  match: Match;
}

/** Least share of common trigrams. "palnt bilbao" and "plant bilbao" have 0.53. */
const SIMILARITY_MIN = 0.35;
/** Characters of a text that are compared. */
const COMPARED_MAX = 100;
const PREFIX_BONUS = 0.1;

/**
 * Finds the names that are most similar to a text, by the share of common trigrams (Dice). The index makes one search
 * proportional to the names that share a trigram with the text.
 */
export function nearest(names: readonly Name[]): (key: string, max: number) => Match[] {
  let index: { byTrigram: Map<string, number[]>; sizes: number[] } | null = null;
  return (key, max) => {
    index ??= indexOf(names);
    const wanted = trigrams(key);
    const common = new Map<number, number>();
    for (const trigram of wanted) {
      for (const at of index.byTrigram.get(trigram) ?? []) common.set(at, (common.get(at) ?? 0) + 1);
    }
    const best = new Map<string, { match: Match; score: number }>();
    for (const [at, shared] of common) {
      const { match, key: name } = names[at]!;
      const score = (2 * shared) / (wanted.size + index.sizes[at]!) + (name.startsWith(key) ? PREFIX_BONUS : 0);
      const earlier = best.get(match.value);
      if (score >= SIMILARITY_MIN && (earlier === undefined || earlier.score < score))
        best.set(match.value, { match, score });
    }
    const order = [...best.values()].sort((a, b) => b.score - a.score || (a.match.label < b.match.label ? -1 : 1));
    return order.slice(0, max).map(({ match }) => match);
  };
}

function indexOf(names: readonly Name[]) {
  const byTrigram = new Map<string, number[]>();
  const sizes = names.map(({ key }, at) => {
    const parts = trigrams(key);
    for (const part of parts) {
      const places = byTrigram.get(part);
      if (places === undefined) byTrigram.set(part, [at]);
      else places.push(at);
    }
    return parts.size;
  });
  return { byTrigram, sizes };
}

/** Of each word, with blanks around it, as in pg_trgm. */
function trigrams(key: string): Set<string> {
  const parts = new Set<string>();
  for (const word of key.slice(0, COMPARED_MAX).split(" ")) {
    const padded = `  ${word} `;
    for (let at = 0; at + 3 <= padded.length; at++) parts.add(padded.slice(at, at + 3));
  }
  return parts;
}
