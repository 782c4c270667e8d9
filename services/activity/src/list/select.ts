import type { Fragment, Tx } from "@emissions/kit/db";
import { type Asked, matching, orderBy } from "./ask.ts";
import { columnOf, joined } from "./list.ts";
import { selectNumbers } from "./numbers.ts";
import { planned } from "./plan.ts";

/** One page, and what is said of all of them. */
export async function selectList<Row>(tx: Tx, asked: Asked) {
  const [rows, numbers] = await Promise.all([selectPage<Row>(tx, asked), selectNumbers(tx, asked)]);
  return { rows, ...numbers };
}

/** The rows of the page. Only they are read as a whole: those before them are passed by in the index of the order. */
export async function selectPage<Row>(tx: Tx, asked: Asked): Promise<Row[]> {
  const whole = asked.rows?.(tx) ?? tx`select t.* from ${tx(asked.table)} t`;
  const [, rows] = await Promise.all([
    planned(tx),
    tx<(Row & object)[]>`
      select r.* from (${asked.orgs.length === 1 ? idsOfOne(tx, asked) : idsOfFamily(tx, asked)}) as k
      cross join lateral (${whole} where t.organization_id = k.in_org and t.id = k.in_id offset 0) as r
      ${orderBy(tx, asked.order)}`,
  ]);
  return rows;
}

function idsOfOne(tx: Tx, asked: Asked): Fragment {
  const { limit, offset } = asked.window;
  return tx`
    select organization_id as in_org, id as in_id from ${tx(asked.table)} ${matching(tx, asked)}
    ${orderBy(tx, asked.order)} limit ${limit} offset ${offset}`;
}

/** Each organization's first ones come out of its index in order; what is left is to merge them. */
function idsOfFamily(tx: Tx, asked: Asked): Fragment {
  const { limit, offset } = asked.window;
  const keys = asked.order.map(({ by }, n) => tx`, ${columnOf(tx, by)} as ${tx(`key_${n}`)}`);
  const merged = asked.order.map((term, n) => ({ ...term, by: `key_${n}` }));
  return tx`
    select each.* from unnest(${asked.orgs as string[]}::uuid[]) as o (org)
    cross join lateral (
      select organization_id as in_org, id as in_id${joined(tx, keys, tx``)}
      from ${tx(asked.table)} ${matching(tx, asked, tx`o.org`)}
      ${orderBy(tx, asked.order)} limit ${limit + offset}) as each
    ${orderBy(tx, merged)} limit ${limit} offset ${offset}`;
}
