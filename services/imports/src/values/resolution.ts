/** A value in the API's own writing, and its text for people. */
export interface Match {
  value: string;
  label: string;
  implies?: Implied | undefined;
}

/** The value of another column that a text states as well: "kWh PCS" is an energy by the gross calorific value. */
export interface Implied {
  column: string;
  value: string;
}

/** The result of one text. */
export type Resolution =
  | { status: "matched"; match: Match }
  /** The entry depends on the country of the row, as fuels of vehicles do. By ISO 3166-1 alpha-2. */
  | { status: "matched_by_country"; byCountry: ReadonlyMap<string, Match>; name: string }
  /** Several entries have this name. */
  | { status: "ambiguous"; count: number; near: readonly Match[] }
  /** `near` has similar names, the most similar first. */
  | { status: "unmatched"; near: readonly Match[] };

/** By column key, then by text as the file writes it. */
export type Resolutions = ReadonlyMap<string, ReadonlyMap<string, Resolution>>;

/** Texts of a column that are resolved; texts beyond are errors of their rows. */
export const DISTINCT_MAX = 20_000;

export const matched = (match: Match): Resolution => ({ status: "matched", match });

/** Zero, one or several matches as a resolution. */
export function resolutionOf(matches: readonly Match[], near: () => readonly Match[]): Resolution {
  const [first] = matches;
  if (first === undefined) return { status: "unmatched", near: near() };
  const distinct = new Map(matches.map((match) => [match.value, match]));
  if (distinct.size === 1) return matched(first);
  return { status: "ambiguous", count: distinct.size, near: [...distinct.values()].slice(0, NEAR_MAX) };
}

/** Similar names that are offered for one text. */
export const NEAR_MAX = 5;

/** Key in `byCountry` for countries without an entry of their own. */
export const ANY_COUNTRY = "";
