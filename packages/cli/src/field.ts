/** A field of a request, from the description of the API. */
export interface Field {
  /** As in the API, in snake case. */
  name: string;
  type: "text" | "decimal" | "integer" | "boolean" | "json";
  about: string;
  required?: true;
  /** Whether it is a list of such values. */
  many?: true;
  choices?: readonly string[];
}

/** The inputs of an operation. */
export interface Inputs {
  /** Names of the parameters in its path, in their order. */
  path: readonly string[];
  /** Filters and choices, without those of paging. */
  query: readonly Field[];
  body: readonly Field[];
  /** Whether it answers pages. */
  paged?: true;
}
