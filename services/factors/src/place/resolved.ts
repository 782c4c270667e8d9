export type Resolved = Found | Unresolved;

export interface Found {
  index: number;
  /** Other places of the name, the most important first. */
  others: readonly number[];
  /** How many times larger the place is than the others of the name. Infinite for the only one, and for codes. */
  certainty: number;
}

export interface Unresolved {
  /** Places of an ambiguous name, the most important first. Empty for an unknown name. */
  candidates: readonly number[];
  /** The name for comparison, and the country, if the text has one. */
  name: string;
  country: string;
  /** Airports that had the code or name before the day, or have it after the day. */
  outOfUse?: readonly number[];
}
