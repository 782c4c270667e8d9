/** Names are compared up to this many edits, and short ones up to one. */
const EDITS_MAX = 2;
const SHORT_NAME = 4;
/** A name that begins with at least so many letters of the text counts as one edit: somebody has not finished it. */
const BEGINNING_MIN = 3;

interface Named {
  name: string;
  index: number;
}

export interface Spellings {
  /** Places whose names are nearest to a misspelled name, the best first. */
  nearest(name: string, limit: number, accepts: (index: number) => boolean): number[];
  /** Places with one letter more, less or other than a name. */
  alike(name: string, accepts: (index: number) => boolean): number[];
  /** Places whose names have more words after a name. */
  longer(name: string, accepts: (index: number) => boolean): number[];
}

/**
 * The most important places first. Only names with the same first letter are compared, so that a comparison takes about
 * 1 ms.
 */
export function spellings(named: readonly Named[]): Spellings {
  const byFirst = Map.groupBy(named, ({ name }) => name[0] ?? "");
  return {
    nearest: (name, limit, accepts) => {
      const most = name.length <= SHORT_NAME ? 1 : EDITS_MAX;
      const found: { edits: number; index: number }[] = [];
      for (const candidate of byFirst.get(name[0] ?? "") ?? []) {
        const edits = distance(name, candidate.name, most);
        if (edits <= most && accepts(candidate.index)) found.push({ edits, index: candidate.index });
      }
      found.sort((a, b) => a.edits - b.edits);
      return found.slice(0, limit).map(({ index }) => index);
    },
    alike: (name, accepts) =>
      (byFirst.get(name[0] ?? "") ?? [])
        .filter((one) => accepts(one.index) && editDistance(name, one.name, 1) === 1)
        .map(({ index }) => index),
    longer: (name, accepts) =>
      (byFirst.get(name[0] ?? "") ?? [])
        .filter((one) => one.name.startsWith(`${name} `) && accepts(one.index))
        .map(({ index }) => index),
  };
}

function distance(sent: string, name: string, most: number): number {
  if (sent.length >= BEGINNING_MIN && name.startsWith(sent)) return 1;
  return Math.abs(name.length - sent.length) > most ? most + 1 : editDistance(sent, name, most);
}

/** Insertions, deletions, replacements and swaps of neighbours between two texts. More than `most` is not counted. */
export function editDistance(a: string, b: string, most: number): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let edits = Math.min(previous[j]! + 1, current[j - 1]! + 1, replaced);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) edits = Math.min(edits, before[j - 2]! + 1);
      current.push(edits);
    }
    if (Math.min(...current) > most) return most + 1;
    before = previous;
    previous = current;
  }
  return previous[b.length]!;
}
