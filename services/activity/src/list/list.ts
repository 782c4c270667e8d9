import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import type { Filter } from "./filters.ts";

/** A column, or an expression over columns of the one table. */
export type Column = string | ((tx: Tx) => Fragment);

export interface Term {
  by: Column;
  descending?: boolean;
  /** A column that may be null: rows without a value come last both ways. */
  nullable?: boolean;
}

/** What every list takes besides its own filters. */
export interface Common {
  page: number;
  size: number;
  offset: number;
  limit: number;
  sort: string[];
  search: string;
  includeChildren: boolean;
  organizationId: string[];
}

type FilterOf<R> = Exclude<keyof R, keyof Common | "$typeName" | "$unknown">;

/** The filters of a request and what else it has of the things that lists take. */
export type Sent<R> = Pick<R, FilterOf<R>> & { [F in keyof Common & keyof R]?: R[F] };

/** A filter for each field of a filter message, except the search. Does not compile when one is forgotten. */
export type ListFilters<R> = { [F in FilterOf<R>]: Filter<R[F]> };

/** All there is to say about the list of a resource; R is its list request. */
export interface List<R> {
  /** Its rows have `organization_id` and `id`. Also the name of the resource in the filter hash. */
  table: string;
  /** Where a row is more than its columns: its `select` and `from`, in which the table is called t. */
  rows?: (tx: Tx) => Fragment;
  /** What the text of `search` is looked for in: made by `plain_text`, in the table. */
  search?: Column;
  /** By the request's name for them. Does not compile when one is forgotten. */
  filters: ListFilters<R>;
  /**
   * Where its records wait for a result: the name under which they do, and the column that is not empty exactly in those
   * that failed. An index holds these.
   */
  pendingIndex?: { entityType: string; reason: Column };
  /** The order when no other is asked for. Ties go by id, in the direction of the last term. */
  order: readonly [Term, ...Term[]];
  /** What else it may be sorted by, under the names that clients use. Each needs an index, or a small list. */
  sorts?: Readonly<Record<string, Column | Omit<Term, "descending">>>;
  /** Fields whose different values can be asked for, under the names that clients use. */
  values?: Readonly<Record<string, Values>>;
  /** Rows on a page when the caller does not say. */
  size?: number;
}

export interface Values {
  /** Where it is not the column of the same name. */
  column?: Column;
  /** How the records without a value are told; without it they are left out. */
  none?: string | null;
  /** For people: a column of the same table, or what `labels` finds for the values of the organizations. */
  label?: Column;
  labels?: (tx: Tx, orgs: readonly string[], values: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

export const columnOf = (tx: Tx, column: Column): Fragment =>
  typeof column === "string" ? tx`${tx(column)}` : column(tx);

export const joined = (tx: Tx, parts: readonly Fragment[], by: Fragment): Fragment =>
  parts.reduce((all, part) => tx`${all}${by}${part}`);
