import type { Fragment, Tx } from "@emissions/kit/db";
import { type Asked, matching, orderBy } from "./ask.ts";
import { byKeys, columnsOf } from "./ids.ts";
import { columnOf } from "./list.ts";

/** Of more, a page is found sooner in the order of the list. */
const WAITING_MAX = 10_000;

/**
 * Whether only records without a result can match, and few enough of them wait for one. What a result changes stands in
 * no index, but each record that waits is remembered elsewhere as well, or its result would never be asked for again:
 * it has a mark, or an item in a job that is not finished. Marks are shown to the own organization only.
 */
export async function areFewUnfinished(tx: Tx, asked: Asked): Promise<boolean> {
  const { unfinished, view, orgs } = asked;
  if (unfinished === null || view.group || orgs.length === 0) return false;
  const [{ count }] = await tx<[{ count: number }]>`
    select count(*)::int as count from (${waitingIds(tx, asked, unfinished)} limit ${WAITING_MAX + 1}) as waiting`;
  return count <= WAITING_MAX;
}

/**
 * The part of the list that is asked for, out of all records that wait and of the first that failed. Ids stand in an
 * array: those of a batch are neighbours in the key, and it is walked once for all of them.
 */
export function unfinishedIds(tx: Tx, asked: Asked): Fragment {
  const { limit, offset } = asked.window;
  const unfinished = asked.unfinished!;
  const { reason, failed } = unfinished;
  const [columns, table, where] = [columnsOf(tx, asked), tx(asked.table), matching(tx, asked)];
  const those = tx`
    union all (
      ${columns} from ${table} ${where} and ${columnOf(tx, reason)} is not null
      ${orderBy(tx, asked.order)} limit ${limit + offset})`;
  return tx`
    select * from (
      ${columns} from ${table} ${where} and ${columnOf(tx, reason)} is null
        and id = any(array(${waitingIds(tx, asked, unfinished)}))
      ${failed ? those : tx``}) as unfinished
    ${orderBy(tx, byKeys(asked))} limit ${limit} offset ${offset}`;
}

/** Those that have both, twice. Items are read job by job, whatever the planner believes about their number. */
const waitingIds = (tx: Tx, { orgs }: Asked, { entityType }: { entityType: string }): Fragment => tx`
  select record_id as id from pending_calculations where organization_id = ${orgs[0]!} and entity_type = ${entityType}
  union all
  select item.id from ingest_jobs j
  cross join lateral (
    select entity_id as id from ingest_job_items
    where organization_id = ${orgs[0]!} and job_id = j.id and status = 'pending' and revision is not null offset 0) as item
  where j.organization_id = ${orgs[0]!} and j.finished_at is null and j.operation <> 'delete'
    and j.entity_type = ${entityType}`;
