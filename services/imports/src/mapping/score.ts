import { distance } from "fastest-levenshtein";
import type { Column, Template } from "../template/template.ts";
import { plainName, type Words, wordsOf } from "./words.ts";

/** A target with all its names. */
export interface Target {
  column: Column;
  /** Labels and keys, as plain names. */
  labels: ReadonlySet<string>;
  /** The aliases also. */
  names: readonly Words[];
}

/** How much a word tells about a target: 1 if only one target has it. */
export interface Scorer {
  targets: readonly Target[];
  /** The likeness of a source name to the best of a target's names, 0 to 1. */
  score(source: Words, target: Target): number;
}

/** Words that no target has say that something else is meant, but less than a word of another target. */
const FOREIGN_WEIGHT = 0.6;
/** The subject of the template, such as `waste`, tells nothing about one of its columns. */
const SUBJECT_WEIGHT = 0.2;
const BRACKETS_WEIGHT = 0.3;
/** A label is surer than an alias, which another target may have as its label. */
const SAME_ALIAS = 0.98;
/** Equal words in another order or with other small words. */
const SAME_WORDS = 0.97;
/** The length from which letters may differ, and the least similarity of two words. */
const FUZZY_LENGTH_MIN = 5;
const FUZZY_MIN = 0.75;
const PREFIX_LENGTH_MIN = 4;
const PREFIX_SIMILARITY = 0.8;

export function createScorer(template: Template): Scorer {
  const targets = template.columns.map((column) => targetOf(column, template));
  const weights = weightsOf(template, targets);
  const similarity = createSimilarity();
  return { targets, score: (source, target) => bestOf(source, target, weights, similarity) };
}

/** Keys of inner fields are also known by their last part, if no other column ends so. */
function targetOf(column: Column, { columns }: Template): Target {
  const { key, labels, aliases } = column;
  const last = key.split(".").at(-1)!;
  const isUnique = columns.filter((other) => other.key.split(".").at(-1) === last).length === 1;
  const own = [key, ...(isUnique ? [last] : []), ...Object.values(labels)].filter((name) => name !== undefined);
  const names = new Set([...own, ...aliases]);
  // An id is chosen by name, so `facility_id` is also known as `facility`.
  for (const name of [...names]) if (/[a-z]_id$/.test(name)) names.add(name.slice(0, -3));
  return { column, labels: new Set(own.map(plainName)), names: [...names].map(wordsOf) };
}

function weightsOf(template: Template, targets: readonly Target[]): (word: string) => number {
  const counts = new Map<string, number>();
  for (const { names } of targets) {
    const words = new Set(names.slice(0, 4).flatMap(({ words }) => words));
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const subject = new Set(
    [template.id, ...Object.values(template.labels)].flatMap((name) => wordsOf(name ?? "").words),
  );
  return (word) => {
    if (subject.has(word)) return SUBJECT_WEIGHT;
    const count = counts.get(word);
    return count === undefined ? FOREIGN_WEIGHT : 1 / Math.sqrt(count);
  };
}

type Similarity = (a: string, b: string) => number;

/** Remembers pairs: the words of 256 columns and of a template repeat themselves. */
function createSimilarity(): Similarity {
  const known = new Map<string, Map<string, number>>();
  return (a, b) => {
    if (a === b) return 1;
    const others = known.get(a) ?? new Map<string, number>();
    known.set(a, others);
    const found = others.get(b);
    if (found !== undefined) return found;
    const similarity = similarityOf(a, b);
    others.set(b, similarity);
    return similarity;
  };
}

function similarityOf(a: string, b: string): number {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length >= PREFIX_LENGTH_MIN && long.startsWith(short)) return PREFIX_SIMILARITY;
  if (short.length < FUZZY_LENGTH_MIN) return 0;
  const ratio = 1 - distance(a, b) / long.length;
  return ratio >= FUZZY_MIN ? ratio : 0;
}

function bestOf(source: Words, target: Target, weight: (word: string) => number, similarity: Similarity): number {
  if (source.plain === "") return 0;
  if (target.labels.has(source.plain)) return 1;
  let best = 0;
  for (const name of target.names) {
    if (name.plain === source.plain) return SAME_ALIAS;
    best = Math.max(best, likeness(source, name, weight, similarity));
  }
  return best;
}

/** The weighted Dice coefficient of the words. Similar words count in part. */
function likeness(source: Words, name: Words, weight: (word: string) => number, similarity: Similarity): number {
  if (source.words.length === 0 || name.words.length === 0) return 0;
  let [common, total] = [0, 0];
  const free = new Set(name.words);
  for (const word of source.words) {
    let [match, matched] = [0, ""];
    for (const other of free) {
      const value = similarity(word, other);
      if (value > match) [match, matched] = [value, other];
    }
    total += weight(word);
    if (match === 0) continue;
    free.delete(matched);
    common += (match * (weight(word) + weight(matched))) / 2;
  }
  for (const word of name.words) total += weight(word);
  const score = Math.min(SAME_WORDS, (2 * common) / total);
  // Units in brackets tell apart names that are equal otherwise.
  if (source.inBrackets.length === 0) return score;
  const inBoth = source.inBrackets.filter((word) => [...name.words, ...name.inBrackets].includes(word)).length;
  return Math.min(SAME_WORDS, score + (1 - score) * BRACKETS_WEIGHT * (inBoth / source.inBrackets.length));
}
