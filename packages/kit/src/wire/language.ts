/** Longest header that is read, and the most languages in it. */
const HEADER_LENGTH_MAX = 255;
const RANGES_MAX = 20;

/** The best known language of an `Accept-Language` header (RFC 9110, 12.5.4); the first known one if it names none. */
export function preferredLanguage<L extends string>(header: string, known: readonly [L, ...L[]]): L {
  const ranges = header.slice(0, HEADER_LENGTH_MAX).split(",", RANGES_MAX).map(rangeOf);
  const byWeight = ranges.filter(({ weight }) => weight > 0).sort((one, other) => other.weight - one.weight);
  for (const { tag } of byWeight) {
    const found = known.find((language) => tag === language || tag.startsWith(`${language}-`));
    if (found !== undefined) return found;
  }
  return known[0];
}

function rangeOf(text: string) {
  const [tag = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((one) => one.startsWith("q="))?.slice(2);
  return { tag: tag.replaceAll("_", "-"), weight: weight === undefined ? 1 : Number.parseFloat(weight) || 0 };
}
