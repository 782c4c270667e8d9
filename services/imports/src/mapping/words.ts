import { conceptsOf, STOP_WORDS } from "./vocabulary.ts";

/** Words of a name that are compared, and characters of one word. */
export const WORDS_MAX = 12;
export const WORD_LENGTH_MAX = 32;
const NAME_LENGTH_MAX = 255;

/** Units in any case, which are one word: `kWh`, `MWh`, `kBtu`, `tCO2e`. */
const UNIT = /(?<![\p{L}\d])(?:[kmgt]w[hp]?|kva(?:rh?)?|m{0,2}k?btu|(?:kg|g|t)co2(?:eq?)?|hl)(?![\p{L}\d])/giu;
/** A unit behind another word, such as `ConsumokWh`. */
const UNIT_AT_END = /(?<=\p{Ll})(?:kWh|MWh|GWh)(?!\p{Ll})/gu;

/** A name without case, accents and punctuation: two names that differ only in these are equal. */
export const plainName = (name: string): string =>
  name
    .slice(0, NAME_LENGTH_MAX)
    .replace(UNIT, (unit) => unit.toLowerCase())
    .replace(UNIT_AT_END, (unit) => ` ${unit.toLowerCase()} `)
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    // A compatibility character may become several.
    .slice(0, NAME_LENGTH_MAX);

const BRACKETS = /[([{][^)\]}]*[)\]}]/g;

export interface Words {
  /** The whole name, for equality. */
  plain: string;
  /** Concepts of the words outside of brackets, each once. */
  words: readonly string[];
  /** Concepts of the words in brackets, which are mostly units: `Cantidad (kg)`. */
  inBrackets: readonly string[];
}

export function wordsOf(name: string): Words {
  const short = name.slice(0, NAME_LENGTH_MAX);
  const outside = conceptsIn(short.replace(BRACKETS, " "));
  const inside = conceptsIn((short.match(BRACKETS) ?? []).join(" "));
  // A name in brackets alone is a name.
  if (outside.length === 0) return { plain: plainName(name), words: inside, inBrackets: [] };
  return { plain: plainName(name), words: outside, inBrackets: inside };
}

function conceptsIn(text: string): readonly string[] {
  // Abbreviations with points are one word: C.I.F.
  const joined = text.replace(/\b(\p{L})\.(?=\p{L}\b)/gu, "$1");
  const words = plainName(joined)
    .split(" ")
    .filter((word) => word !== "" && !STOP_WORDS.has(word));
  const concepts = words
    .slice(0, WORDS_MAX)
    .flatMap((word) => split(word.slice(0, WORD_LENGTH_MAX)))
    .flatMap(conceptsOf);
  return [...new Set(concepts)].slice(0, WORDS_MAX);
}

/** A number at the end of a word is one of its own. The first of several names often has none: `origin`, `origin2`. */
function split(word: string): string[] {
  const [, letters, digits] = /^(\p{L}{3,})(\d{1,2})$/u.exec(word) ?? [word, word];
  return [letters!, digits].filter((part) => part !== undefined && part !== "1") as string[];
}

/** A share of columns that begin with one word, which is then a prefix of the system that wrote the file. */
const PREFIX_SHARE = 0.7;
const PREFIXED_COLUMNS_MIN = 4;

/** The names without a prefix that most of them have, such as `WST_`. */
export function withoutPrefix(names: readonly string[]): string[] {
  const prefixes = names.map((name) => /^(\p{L}[\p{L}\d]*)[_.\-: ]+(?=.)/u.exec(name)?.[1]?.toLowerCase());
  const counts = new Map<string, number>();
  for (const prefix of prefixes) if (prefix !== undefined) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  const [common] =
    [...counts].find(([, count]) => count >= Math.max(PREFIXED_COLUMNS_MIN, names.length * PREFIX_SHARE)) ?? [];
  if (common === undefined) return [...names];
  return names.map((name, at) =>
    prefixes[at] === common ? name.slice(common.length).replace(/^[_.\-: ]+/, "") : name,
  );
}
