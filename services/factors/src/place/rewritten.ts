/** Before or after a name, with the letters of a country. Its digits alone would not say which place is meant. */
const POSTAL_CODE = /^(?:[A-Z]{1,2}[- ])?\d{4,5} (?=\p{L})|(?<=\p{L}) \d{4,5}$/u;
const IN_BRACKETS = /^([^()]+?) ?\(([^()]+)\)$/;
const DIVIDED = /^([^,]+?)(?: [-–—] | ?\/ ?)([^,]+)$/u;

/** "City (area)", "City - area" and "City/area" as "City, area". Null for another text. */
export function withComma(text: string): string | null {
  const [, name, area] = IN_BRACKETS.exec(text) ?? DIVIDED.exec(text) ?? [];
  return name === undefined ? null : `${name}, ${area}`;
}

/** Without the postal code. Null for a text without one. */
export function withoutPostalCode(text: string): string | null {
  return POSTAL_CODE.test(text) ? text.replace(POSTAL_CODE, "") : null;
}

/** "Zaragoza España" as "Zaragoza, España", by its last word and by its last two. */
export function withLastWords(text: string): string[] {
  const words = text.split(" ");
  return [1, 2]
    .filter((count) => words.length > count)
    .map((count) => `${words.slice(0, -count).join(" ")}, ${words.slice(-count).join(" ")}`);
}

const SHORTENED: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^st /, ["saint ", "sankt "]],
  [/^ste /, ["sainte "]],
  [/^ft /, ["fort "]],
  [/^mt /, ["mount "]],
];

/** A name for comparison with "Saint", "Fort" and "Mount" in full. */
export const fullWritingsOf = (name: string): string[] =>
  SHORTENED.flatMap(([short, full]) => (short.test(name) ? full.map((word) => name.replace(short, word)) : []));

/** A name for comparison with "ä", "ö" and "ü" in place of "ae", "oe" and "ue". Null for another name. */
export const dottedOf = (name: string): string | null => (/[aou]e/.test(name) ? name.replace(/([aou])e/g, "$1") : null);
