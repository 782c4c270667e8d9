export interface Paging {
  /** `bare` answers are the items themselves; `rows` is the style of import rows. */
  style: "pages" | "offset" | "rows" | "bare";
  /** The largest page. */
  sizeMax: number;
}

/** The facts of an operation that calls need, from the description of the API. */
export interface Operation {
  verb: string;
  /** With its parameters in braces. */
  path: string;
  /** Whether it takes an `Idempotency-Key`. */
  takesKey?: true;
  body?: "json" | "form" | "bytes";
  /** Whether the answer is a file. */
  bytes?: true;
  paging?: Paging;
}

/**
 * The places of decimals in a value. 1 is a decimal, a text is the name of a component, and a list has the choices of
 * a value. An object has the shapes of its properties, with "*" for all others. Lists of values have the shape of their items.
 */
export type Shape = 1 | string | readonly Shape[] | { readonly [property: string]: Shape };
