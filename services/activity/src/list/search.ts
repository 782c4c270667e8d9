import type { Tx } from "@emissions/kit/db/transactions";
import { type Asked, matching, orderBy } from "./ask.ts";
import { byKeys, columnsOf, type Place } from "./ids.ts";
import { columnOf } from "./list.ts";
import { planned } from "./plan.ts";

/** So many of the first rows are looked through one by one. */
const NEAR = 2_000;

/**
 * The ids of a page of rows with some words in them. No index finds text under row-level security, so frequent words
 * are found among the first rows of the list, and rare ones by reading the table once from its beginning: in the
 * order of the list its pages would be read again and again.
 */
export async function searchIds(tx: Tx, asked: Asked): Promise<Place[]> {
  const { limit, offset } = asked.window;
  if (offset + limit <= NEAR && asked.orgs.length === 1) {
    const near = await nearIds(tx, asked);
    if (near.length === limit) return near;
  }
  const [, places] = await Promise.all([
    planned(tx),
    tx<Place[]>`
      with found as materialized (${columnsOf(tx, asked)} from ${tx(asked.table)} ${matching(tx, asked)})
      select * from found ${orderBy(tx, byKeys(asked))} limit ${limit} offset ${offset}`,
  ]);
  return places;
}

async function nearIds(tx: Tx, asked: Asked): Promise<Place[]> {
  const { column, words } = asked.searched!;
  const { limit, offset } = asked.window;
  const others = { ...asked, questions: asked.questions.filter(({ name }) => name !== "search") };
  const [, places] = await Promise.all([
    planned(tx),
    tx<Place[]>`
      select in_org, in_id from (
        ${columnsOf(tx, asked)}, ${columnOf(tx, column)} as searched from ${tx(asked.table)}
        ${matching(tx, others)} ${orderBy(tx, asked.order)} limit ${NEAR}) as near
      where strpos(searched, plain_text(${words})) > 0 ${orderBy(tx, byKeys(asked))} limit ${limit} offset ${offset}`,
  ]);
  return places;
}
