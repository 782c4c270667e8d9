import type { Tx } from "@emissions/kit/db/transactions";
import { columnOf } from "./columns.ts";
import { withCustomPlan } from "./plan.ts";
import { type ListQuery, matching, orderBy } from "./query.ts";
import { columnsOf, keyTerms, type RowKey } from "./row-keys.ts";

/** The first rows of the list that a search reads in order. */
const FIRST_ROWS = 2_000;

/**
 * The keys of a page of rows that contain the words. Under row-level security no index can answer a text search.
 * Frequent words fill the page from the first rows of the list. Rare words need one sequential scan: in the order of
 * the list, Postgres would read the same pages repeatedly.
 */
export async function searchIds(tx: Tx, query: ListQuery): Promise<RowKey[]> {
  const { limit, offset } = query.window;
  if (offset + limit <= FIRST_ROWS && query.orgs.length === 1) {
    const rowKeys = await searchFirstRows(tx, query);
    if (rowKeys.length === limit) return rowKeys;
  }
  const rowKeys = tx<RowKey[]>`
    with found as materialized (${columnsOf(tx, query)} from ${tx(query.table)} ${matching(tx, query)})
    select * from found ${orderBy(tx, keyTerms(query))} limit ${limit} offset ${offset}`;
  return withCustomPlan(tx, rowKeys);
}

async function searchFirstRows(tx: Tx, query: ListQuery): Promise<RowKey[]> {
  const { column, words } = query.search!;
  const { limit, offset } = query.window;
  const others = { ...query, conditions: query.conditions.filter(({ name }) => name !== "search") };
  const rowKeys = tx<RowKey[]>`
    select in_org, in_id from (
      ${columnsOf(tx, query)}, ${columnOf(tx, column)} as searched from ${tx(query.table)}
      ${matching(tx, others)} ${orderBy(tx, query.order)} limit ${FIRST_ROWS}) as near
    where strpos(searched, plain_text(${words})) > 0 ${orderBy(tx, keyTerms(query))} limit ${limit} offset ${offset}`;
  return withCustomPlan(tx, rowKeys);
}
