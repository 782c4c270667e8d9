import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import { NIL_ID } from "@emissions/kit/process/id";
import { isPendingIndexUsable, pendingIds } from "./calculation-states.ts";
import { pageFromCheckpoint } from "./checkpoints.ts";
import { afterCursor, type PageKey, pageKey } from "./cursor.ts";
import { checkExportSize } from "./export-size.ts";
import { withCustomPlan } from "./plan.ts";
import { type ListQuery, orderBy } from "./query.ts";
import { rowKeysOf } from "./row-keys.ts";
import { searchIds } from "./search.ts";
import { type ListTotals, selectTotals } from "./totals.ts";

/** Rows skipped by offset in the index. Pages after them start at a checkpoint. */
const SKIPPED_ROWS_MAX = 10_000;

/** One page, and the totals of all pages. */
export async function selectList<Row>(tx: Tx, query: ListQuery) {
  const [rows, totals] = await Promise.all([
    selectPage<Row>(tx, query),
    isLaterExportPage(query) ? NO_TOTALS : selectTotals(tx, query),
  ]);
  return { rows, ...totals };
}

const NO_TOTALS: ListTotals = { total: 0, totalCapped: false, filterHash: "" };

/** The first page of an export has the totals. */
export const isLaterExportPage = ({ after }: ListQuery): boolean => after !== null && after !== NIL_ID;

/** The rows of the page. Rows before the page are skipped in the index, and not read from the table. */
export async function selectPage<Row>(tx: Tx, query: ListQuery): Promise<Row[]> {
  const { cursors, window } = query;
  if (cursors === undefined) return selectWindow(tx, query);
  const rows = await selectWindow<Row & PageKey>(tx, await afterCursor(tx, query));
  if (rows.length === window.limit) cursors.showNext(JSON.parse(rows.at(-1)!.pageKey));
  return rows.map(({ pageKey: _, ...row }) => row as Row);
}

async function selectWindow<Row>(tx: Tx, query: ListQuery): Promise<Row[]> {
  if (query.after !== null) return selectExportPage(tx, query, query.after);
  const isNear = query.window.offset <= SKIPPED_ROWS_MAX;
  if (isNear && (await isPendingIndexUsable(tx, query))) {
    return selectRows(tx, query, tx`(${pendingIds(tx, query, query.window)}) as k`);
  }
  const isFromCheckpoint = !isNear && query.isKeysetComparable;
  const isScanned = query.conditions.some((condition) => condition.isScanned === true);
  if (!isFromCheckpoint && !isScanned) return selectRows(tx, query, tx`(${rowKeysOf(tx, query)}) as k`);
  const rowKeys = await (isScanned ? searchIds(tx, query) : pageFromCheckpoint(tx, query));
  const [orgs, ids] = [rowKeys.map(({ inOrg }) => inOrg), rowKeys.map(({ inId }) => inId)];
  return selectRows(tx, query, tx`unnest(${orgs}::uuid[], ${ids}::uuid[]) as k (in_org, in_id)`);
}

async function selectExportPage<Row>(tx: Tx, query: ListQuery, after: string): Promise<Row[]> {
  if (!isLaterExportPage(query)) await checkExportSize(tx, query);
  const part = { limit: query.window.limit, offset: 0, after: [after] };
  return selectRows(tx, query, tx`(${rowKeysOf(tx, query, part)}) as k`);
}

async function selectRows<Row>(tx: Tx, query: ListQuery, ids: Fragment): Promise<Row[]> {
  const select = query.rows?.(tx) ?? tx`select t.* from ${tx(query.table)} t`;
  const rows = tx<(Row & object)[]>`
    select r.*${pageKey(tx, query)} from ${ids}
    cross join lateral (${select} where t.organization_id = k.in_org and t.id = k.in_id offset 0) as r
    ${orderBy(tx, query.order)}`;
  return withCustomPlan(tx, rows);
}
