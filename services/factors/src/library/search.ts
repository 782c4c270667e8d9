import type { LibraryFactor } from "../catalogue/factor.ts";
import { plainText } from "../plain-text.ts";

/** Normalized text that factors of several years and regions share. A search reads these texts, not the factors. */
interface SearchText {
  name: string;
  key: string;
  /** Name, key, group, note and category in lines. A search word has no line break, so it matches within one of them. */
  text: string;
}

/** All factors in the order of the results, each with its search text. */
export interface SearchIndex {
  factors: readonly LibraryFactor[];
  /** For each factor the index of its search text. */
  textIndexes: Int32Array;
  words: readonly SearchText[];
  sources: ReadonlySet<string>;
  regions: ReadonlySet<string>;
}

export interface SearchFilter {
  /** The search words of the user. */
  search: string;
  /** An empty value of this and the following filters matches every factor. */
  category: string;
  region: string;
  year: number;
  source: string;
  /** Unit code. Null for an unknown unit, which matches no factor. */
  unit: string | null;
}

export function indexFactors(factors: Iterable<LibraryFactor>): SearchIndex {
  const words: SearchText[] = [];
  const indexOf = new Map<string, number>();
  const entries = Array.from(factors, (factor) => {
    const { name, key, category, row } = factor;
    const written = [name, key, row.groupPath, row.note, category].join("\n");
    let textIndex = indexOf.get(written);
    if (textIndex === undefined) {
      textIndex =
        words.push({
          name: normalized(name),
          key: normalized(key),
          text: written.split("\n").map(normalized).join("\n"),
        }) - 1;
      indexOf.set(written, textIndex);
    }
    return { factor, textIndex };
  });
  const rank = ranks(words.map(({ name }) => name));
  entries.sort((a, b) => compare(a.factor, b.factor, rank[a.textIndex]! - rank[b.textIndex]!));
  return {
    factors: entries.map(({ factor }) => factor),
    textIndexes: Int32Array.from(entries, ({ textIndex }) => textIndex),
    words,
    sources: new Set(entries.map(({ factor }) => factor.source)),
    regions: new Set(entries.map(({ factor }) => factor.region)),
  };
}

/** Removes hyphens and underscores: publishers write R410A or R-410A, and keys have underscores. */
const normalized = (text: string) => plainText(text).replace(/[\p{Pd}_]/gu, "");

/** The rank of each text in sorted order: a sort by numbers is much faster than a sort by texts. */
function ranks(texts: readonly string[]): number[] {
  const sorted = [...new Set(texts)].sort();
  const at = new Map(sorted.map((text, rank) => [text, rank]));
  return texts.map((text) => at.get(text)!);
}

function compare(a: LibraryFactor, b: LibraryFactor, byName: number): number {
  return (
    order(a.category, b.category) ||
    byName ||
    order(a.region, b.region) ||
    b.year - a.year ||
    a.priority - b.priority ||
    order(a.id, b.id)
  );
}

const order = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);

/** Match quality; lower is better. */
const EXACT = 0;
const NAMED = 1;
const MENTIONED = 2;
const ABSENT = 3;

/**
 * All matches, the best first: exact name or key, then all words in the name, then all words in the text. Equal matches
 * keep the order of the index.
 */
export function searchFactors(index: SearchIndex, filter: SearchFilter): LibraryFactor[] {
  const phrase = normalized(filter.search);
  const typed = phrase.split(" ").filter(Boolean);
  const levels = Uint8Array.from(index.words, (words) => levelOf(words, phrase, typed));
  const fits = filterOf(index, filter);
  const found: LibraryFactor[][] = [[], [], []];
  for (const [at, factor] of index.factors.entries()) {
    const level = levels[index.textIndexes[at]!]!;
    if (level !== ABSENT && fits(factor)) found[level]!.push(factor);
  }
  return found.flat();
}

function levelOf({ name, key, text }: SearchText, phrase: string, typed: readonly string[]): number {
  let level = name === phrase || key === phrase ? EXACT : NAMED;
  for (const word of typed) {
    const at = text.indexOf(word);
    if (at === -1) return ABSENT;
    if (at >= name.length && level === NAMED) level = MENTIONED;
  }
  return level;
}

function filterOf(index: SearchIndex, { category, region, year, source, unit }: SearchFilter) {
  const [publisher, textIndex] = [plainText(source), plainText(region)];
  const sources = new Set([...index.sources].filter((each) => plainText(each).includes(publisher)));
  const regions = new Set([...index.regions].filter((each) => plainText(each) === textIndex));
  return (factor: LibraryFactor) =>
    (category === "" || factor.category === category) &&
    (textIndex === "" || regions.has(factor.region)) &&
    (year === 0 || factor.year === year) &&
    (unit === "" || factor.unit === unit) &&
    (publisher === "" || sources.has(factor.source));
}
