import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import { columnOf, joined } from "./columns.ts";
import type { Term } from "./list.ts";
import { type ListQuery, matching, orderBy } from "./query.ts";

export interface RowKey {
  inOrg: string;
  inId: string;
}

/** The value of each term of the order, in the text form of Postgres; null for a missing one. */
export type Key = readonly (string | null)[];

interface Part {
  limit: number;
  offset: number;
  /** Only rows after this key. */
  after?: Key | undefined;
}

/** Organization, id and keys of a part of the list, in order. */
export function rowKeysOf(tx: Tx, query: ListQuery, { limit, offset, after }: Part = query.window): Fragment {
  const columns = tx`${columnsOf(tx, query)} from ${tx(query.table)}`;
  const onlyAfter = after ? tx`and ${comesAfter(tx, query, after)}` : tx``;
  if (query.orgs.length === 1) {
    return tx`
      ${columns} ${matching(tx, query)} ${onlyAfter} ${orderBy(tx, query.order)} limit ${limit} offset ${offset}`;
  }
  // The first rows of each organization come from its index in order. The outer statement merges them.
  return tx`
    select each.* from unnest(${query.orgs as string[]}::uuid[]) as o (org)
    cross join lateral (
      ${columns} ${matching(tx, query, tx`o.org`)} ${onlyAfter} ${orderBy(tx, query.order)} limit ${limit + offset})
      as each
    ${orderBy(tx, keyTerms(query))} limit ${limit} offset ${offset}`;
}

/** Selects organization, id and the columns of the order. */
export function columnsOf(tx: Tx, { order }: ListQuery): Fragment {
  const keys = order.map(({ by }, n) => tx`, ${columnOf(tx, by)} as ${tx(`key_${n}`)}`);
  return tx`select organization_id as in_org, id as in_id${joined(tx, keys, tx``)}`;
}

/** The order, by the key columns of `columnsOf`. */
export const keyTerms = ({ order }: ListQuery): Term[] => order.map((term, n) => ({ ...term, by: `key_${n}` }));

/** Whether a row comes after the key. */
export function comesAfter(tx: Tx, query: Pick<ListQuery, "order" | "isKeysetComparable">, after: Key): Fragment {
  const { order } = query;
  if (!query.isKeysetComparable) return comesAfterByTerm(tx, order, after);
  const columns = joined(
    tx,
    order.map(({ by }) => columnOf(tx, by)),
    tx`, `,
  );
  const values = joined(
    tx,
    after.map((value) => tx`${value}`),
    tx`, `,
  );
  return tx`(${columns}) ${order[0]!.descending ? tx`<` : tx`>`} (${values})`;
}

/** The same for orders in which values are missing, or whose directions differ: the first term that differs decides. */
function comesAfterByTerm(tx: Tx, order: readonly Term[], after: Key): Fragment {
  const choices = order.flatMap((term, n) => {
    const beyond = isBeyond(tx, term, after[n]!);
    if (beyond === null) return [];
    const equal = order.slice(0, n).map(({ by }, at) => isSame(tx, columnOf(tx, by), after[at]!));
    return [tx`(${joined(tx, [...equal, beyond], tx` and `)})`];
  });
  return tx`(${joined(tx, choices, tx` or `)})`;
}

const isSame = (tx: Tx, column: Fragment, value: string | null): Fragment =>
  value === null ? tx`${column} is null` : tx`${column} = ${value}`;

/** Whether the value of a row comes after another. Nothing comes after a missing one. */
function isBeyond(tx: Tx, { by, descending, nullable }: Term, value: string | null): Fragment | null {
  if (value === null) return null;
  const column = columnOf(tx, by);
  const differs = tx`${column} ${descending ? tx`<` : tx`>`} ${value}`;
  return nullable ? tx`(${differs} or ${column} is null)` : differs;
}
