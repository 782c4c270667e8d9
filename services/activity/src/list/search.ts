import type { Tx } from "@emissions/kit/db/transactions";
import { columnOf } from "./list.ts";
import { useCustomPlan } from "./plan.ts";
import { type ListQuery, matching, orderBy } from "./query.ts";
import { byKeys, columnsOf, type RowKey } from "./row-keys.ts";

/** So many of the first rows are looked through one by one. */
const NEAR = 2_000;

/**
 * The ids of a page of rows with some words in them. No index finds text under row-level security, so frequent words
 * are found among the first rows of the list, and rare ones by reading the table once from its beginning: in the
 * order of the list its pages would be read again and again.
 */
export async function searchIds(tx: Tx, asked: ListQuery): Promise<RowKey[]> {
  const { limit, offset } = asked.window;
  if (offset + limit <= NEAR && asked.orgs.length === 1) {
    const near = await nearIds(tx, asked);
    if (near.length === limit) return near;
  }
  const [, places] = await Promise.all([
    useCustomPlan(tx),
    tx<RowKey[]>`
      with found as materialized (${columnsOf(tx, asked)} from ${tx(asked.table)} ${matching(tx, asked)})
      select * from found ${orderBy(tx, byKeys(asked))} limit ${limit} offset ${offset}`,
  ]);
  return places;
}

async function nearIds(tx: Tx, asked: ListQuery): Promise<RowKey[]> {
  const { column, words } = asked.searched!;
  const { limit, offset } = asked.window;
  const others = { ...asked, conditions: asked.conditions.filter(({ name }) => name !== "search") };
  const [, places] = await Promise.all([
    useCustomPlan(tx),
    tx<RowKey[]>`
      select in_org, in_id from (
        ${columnsOf(tx, asked)}, ${columnOf(tx, column)} as searched from ${tx(asked.table)}
        ${matching(tx, others)} ${orderBy(tx, asked.order)} limit ${NEAR}) as near
      where strpos(searched, plain_text(${words})) > 0 ${orderBy(tx, byKeys(asked))} limit ${limit} offset ${offset}`,
  ]);
  return places;
}
