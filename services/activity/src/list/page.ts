import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import { isPendingIndexUsable, pendingIds } from "./calculation-states.ts";
import { pageFromCheckpoint } from "./checkpoints.ts";
import { useCustomPlan } from "./plan.ts";
import { type ListQuery, orderBy } from "./query.ts";
import { idsOf } from "./row-keys.ts";
import { searchIds } from "./search.ts";
import { selectTotals } from "./totals.ts";

/** So many rows are passed by in the index; pages further behind are looked up by position. */
const PASSED_MAX = 10_000;

/** One page, and what is said of all of them. */
export async function selectList<Row>(tx: Tx, asked: ListQuery) {
  const [rows, numbers] = await Promise.all([selectPage<Row>(tx, asked), selectTotals(tx, asked)]);
  return { rows, ...numbers };
}

/** The rows of the page. Only they are read as a whole: those before them are passed by in the index of the order. */
export async function selectPage<Row>(tx: Tx, asked: ListQuery): Promise<Row[]> {
  const isNear = asked.window.offset <= PASSED_MAX;
  if (isNear && (await isPendingIndexUsable(tx, asked))) {
    return selectRows(tx, asked, tx`(${pendingIds(tx, asked, asked.window)}) as k`);
  }
  const deep = !isNear && asked.keyed;
  if (!deep && asked.searched === null) return selectRows(tx, asked, tx`(${idsOf(tx, asked)}) as k`);
  const places = await (asked.searched === null ? pageFromCheckpoint(tx, asked) : searchIds(tx, asked));
  const [orgs, ids] = [places.map(({ inOrg }) => inOrg), places.map(({ inId }) => inId)];
  return selectRows(tx, asked, tx`unnest(${orgs}::uuid[], ${ids}::uuid[]) as k (in_org, in_id)`);
}

async function selectRows<Row>(tx: Tx, asked: ListQuery, ids: Fragment): Promise<Row[]> {
  const whole = asked.rows?.(tx) ?? tx`select t.* from ${tx(asked.table)} t`;
  const [, rows] = await Promise.all([
    useCustomPlan(tx),
    tx<(Row & object)[]>`
      select r.* from ${ids}
      cross join lateral (${whole} where t.organization_id = k.in_org and t.id = k.in_id offset 0) as r
      ${orderBy(tx, asked.order)}`,
  ]);
  return rows;
}
