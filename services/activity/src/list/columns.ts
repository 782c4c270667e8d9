import type { Fragment, Tx } from "@emissions/kit/db/transactions";

/** A column of the table, or an expression over its columns. */
export type Column = string | ((tx: Tx) => Fragment);

export const columnOf = (tx: Tx, column: Column): Fragment =>
  typeof column === "string" ? tx`${tx(column)}` : column(tx);

export const joined = (tx: Tx, parts: readonly Fragment[], by: Fragment): Fragment =>
  parts.reduce((all, part) => tx`${all}${by}${part}`);
