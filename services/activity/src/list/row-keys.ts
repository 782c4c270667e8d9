import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import { columnOf, joined, type Term } from "./list.ts";
import { type ListQuery, matching, orderBy } from "./query.ts";

export interface RowKey {
  inOrg: string;
  inId: string;
}

/** The value of each term of the order, as the database wrote it. */
export type Key = readonly string[];

interface Part {
  limit: number;
  offset: number;
  /** Only what comes behind this one. */
  after?: Key | undefined;
}

/** Organization, id and keys of a part of the list, in order. */
export function idsOf(tx: Tx, asked: ListQuery, { limit, offset, after }: Part = asked.window): Fragment {
  const columns = tx`${columnsOf(tx, asked)} from ${tx(asked.table)}`;
  const behind = after ? tx`and ${comesAfter(tx, asked, after)}` : tx``;
  if (asked.orgs.length === 1) {
    return tx`
      ${columns} ${matching(tx, asked)} ${behind} ${orderBy(tx, asked.order)} limit ${limit} offset ${offset}`;
  }
  // Each organization's first ones come out of its index in order; what is left is to merge them.
  return tx`
    select each.* from unnest(${asked.orgs as string[]}::uuid[]) as o (org)
    cross join lateral (
      ${columns} ${matching(tx, asked, tx`o.org`)} ${behind} ${orderBy(tx, asked.order)} limit ${limit + offset}) as each
    ${orderBy(tx, byKeys(asked))} limit ${limit} offset ${offset}`;
}

/** Organization, id and what the rows are ordered by. */
export function columnsOf(tx: Tx, { order }: ListQuery): Fragment {
  const keys = order.map(({ by }, n) => tx`, ${columnOf(tx, by)} as ${tx(`key_${n}`)}`);
  return tx`select organization_id as in_org, id as in_id${joined(tx, keys, tx``)}`;
}

/** The order, of columns that were made so. */
export const byKeys = ({ order }: ListQuery): Term[] => order.map((term, n) => ({ ...term, by: `key_${n}` }));

function comesAfter(tx: Tx, { order }: ListQuery, after: Key): Fragment {
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
