import type { Values } from "./target.ts";
import type { ValueError } from "./values.ts";

/** By column key. */
export type RowErrors = Record<string, ValueError[]>;

/** A row of a file as a record of the template. */
export interface ReadRow {
  /** One record, as the init of its message. */
  values: Values;
  /** By column key, for people: names instead of ids. A text that is no value stays as written. */
  data: Record<string, string | null>;
  errors: RowErrors;
}
