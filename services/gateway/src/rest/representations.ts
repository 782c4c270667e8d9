/** A representation of an answer besides JSON. */
export interface Representation {
  /** The media type, as in the header `Accept`. */
  type: string;
  headers: Readonly<Record<string, string>>;
  /** For the description of the API. */
  example: string;
  /** Makes the text from the fields of the answer. */
  write(shown: unknown): string;
}

export type Representations = Readonly<Record<string, Representation>>;

const JSON_TYPE = "application/json";
const ACCEPT_LENGTH_MAX = 1_000;
const RANGES_MAX = 20;

/** The requested representation. Undefined for JSON: it is the default, and the answer to a type that does not exist. */
export function representationOf(
  all: Representations,
  format: unknown,
  accept: string | undefined,
): Representation | undefined {
  if (typeof format === "string") return all[format];
  const known = [JSON_TYPE, ...Object.values(all).map(({ type }) => type)];
  const preferred = mediaRanges(accept).find(({ range }) => known.includes(range) || range === "*/*");
  return Object.values(all).find(({ type }) => type === preferred?.range);
}

/** The media ranges of a header, the preferred first. */
function mediaRanges(accept: string | undefined): { range: string; quality: number }[] {
  return (accept ?? "")
    .slice(0, ACCEPT_LENGTH_MAX)
    .split(",", RANGES_MAX)
    .map((text) => {
      const [range = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith("q="));
      return { range, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
}
