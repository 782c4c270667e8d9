import type { Tx } from "@emissions/kit/db/transactions";
import { joined } from "./columns.ts";
import { withCustomPlan } from "./plan.ts";
import { type ListQuery, matching, orderBy } from "./query.ts";
import { columnsOf, keyTerms, type RowKey } from "./row-keys.ts";

/** The first rows of the list that are read in order. */
const FIRST_ROWS = 2_000;

/**
 * The keys of a page with conditions that no index answers: under row-level security none can answer a text search,
 * and marks of results have none. Frequent words and marks fill the page from the first rows of the list. Rare ones
 * need one sequential scan: in the order of the list, Postgres would read the same pages repeatedly.
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
  const { limit, offset } = query.window;
  const scanned = query.conditions.filter(({ isScanned }) => isScanned);
  const others = query.conditions.filter(({ isScanned }) => !isScanned);
  const isFound = joined(
    tx,
    scanned.map(({ where }) => where(tx)),
    tx` and `,
  );
  const rowKeys = tx<RowKey[]>`
    select in_org, in_id from (
      ${columnsOf(tx, query)}, ${isFound} as is_found from ${tx(query.table)}
      ${matching(tx, { ...query, conditions: others })} ${orderBy(tx, query.order)} limit ${FIRST_ROWS}) as near
    where is_found ${orderBy(tx, keyTerms(query))} limit ${limit} offset ${offset}`;
  return withCustomPlan(tx, rowKeys);
}
