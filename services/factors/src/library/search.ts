import type { LibraryFactor } from "../catalogue/factor.ts";
import { plainText } from "../plain-text.ts";

/** What factors of several years and places have in common, made bare once: a search reads these, not the factors. */
interface Words {
  name: string;
  key: string;
  /** The name first, then key, group, note and category. No word holds a line break, so none is found across two of them. */
  text: string;
}

/** All factors in the order in which they are shown, each with its words. */
export interface SearchIndex {
  factors: readonly LibraryFactor[];
  /** For each factor the place of its words. */
  places: Int32Array;
  words: readonly Words[];
  sources: ReadonlySet<string>;
  regions: ReadonlySet<string>;
}

export interface Wish {
  /** What somebody typed. */
  search: string;
  /** Each of the following lets everything pass when it is empty. */
  category: string;
  region: string;
  year: number;
  source: string;
  /** Code of the unit; null when there is none like the one asked for. */
  unit: string | null;
}

export function indexFactors(factors: Iterable<LibraryFactor>): SearchIndex {
  const words: Words[] = [];
  const placeOf = new Map<string, number>();
  const entries = Array.from(factors, (factor) => {
    const { name, key, category, row } = factor;
    const written = [name, key, row.groupPath, row.note, category].join("\n");
    let place = placeOf.get(written);
    if (place === undefined) {
      place = words.push({ name: bare(name), key: bare(key), text: written.split("\n").map(bare).join("\n") }) - 1;
      placeOf.set(written, place);
    }
    return { factor, place };
  });
  const rank = ranks(words.map(({ name }) => name));
  entries.sort((a, b) => compare(a.factor, b.factor, rank[a.place]! - rank[b.place]!));
  return {
    factors: entries.map(({ factor }) => factor),
    places: Int32Array.from(entries, ({ place }) => place),
    words,
    sources: new Set(entries.map(({ factor }) => factor.source)),
    regions: new Set(entries.map(({ factor }) => factor.region)),
  };
}

/** Publishers write R410A or R-410A, and keys have underscores where names have spaces or hyphens. */
const bare = (text: string) => plainText(text).replace(/[\p{Pd}_]/gu, "");

/** For each text its place among the sorted ones: comparing numbers is much cheaper than comparing texts. */
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

/** How well words fit what somebody typed; the lower the better. */
const EXACT = 0;
const NAMED = 1;
const MENTIONED = 2;
const ABSENT = 3;

/**
 * Everything that fits, the best first: what is called just so, then what has
 * all words in its name, then the rest. Inside of these the order of the index.
 */
export function searchFactors(index: SearchIndex, wish: Wish): LibraryFactor[] {
  const phrase = bare(wish.search);
  const typed = phrase.split(" ").filter(Boolean);
  const levels = Uint8Array.from(index.words, (words) => levelOf(words, phrase, typed));
  const fits = filterOf(index, wish);
  const found: LibraryFactor[][] = [[], [], []];
  for (const [at, factor] of index.factors.entries()) {
    const level = levels[index.places[at]!]!;
    if (level !== ABSENT && fits(factor)) found[level]!.push(factor);
  }
  return found.flat();
}

function levelOf({ name, key, text }: Words, phrase: string, typed: readonly string[]): number {
  let level = name === phrase || key === phrase ? EXACT : NAMED;
  for (const word of typed) {
    const at = text.indexOf(word);
    if (at === -1) return ABSENT;
    if (at >= name.length && level === NAMED) level = MENTIONED;
  }
  return level;
}

function filterOf(index: SearchIndex, { category, region, year, source, unit }: Wish) {
  const [publisher, place] = [plainText(source), plainText(region)];
  const sources = new Set([...index.sources].filter((each) => plainText(each).includes(publisher)));
  const regions = new Set([...index.regions].filter((each) => plainText(each) === place));
  return (factor: LibraryFactor) =>
    (category === "" || factor.category === category) &&
    (place === "" || regions.has(factor.region)) &&
    (year === 0 || factor.year === year) &&
    (unit === "" || factor.unit === unit) &&
    (publisher === "" || sources.has(factor.source));
}
