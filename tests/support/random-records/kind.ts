import type fc from "fast-check";

export type Body = Record<string, unknown>;

/** A kind of record, as far as relations between its results need it. */
export interface RandomKind {
  name: string;
  /** The list of the API. */
  list: string;
  /** Where records are created, if it is not their list: the path of an owner, whose field the body does not have. */
  under?: { field: string; path: (id: string) => string };
  template: string;
  bodies: fc.Arbitrary<Body>;
  /** Fields that a part of a record has a share of. Whole numbers are split in whole numbers. */
  amounts: readonly string[];
  /** The field of the unit of these amounts. */
  unit?: string;
  /** Limits of the amounts, where they have others than most. */
  limits?: { max: number; decimals: number };
  /** How amounts change, by default by PATCH. A repeat replaces a record of the same key. */
  change?: "PUT" | "repeat" | "none";
  /** A text that tells records apart, which would otherwise replace one another. */
  key?: string;
  /** A text that no two records may share. */
  identity?: (body: Body) => string;
}
