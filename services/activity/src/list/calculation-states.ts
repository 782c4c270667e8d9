import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import { CALCULATION_STATES, type CalculationState } from "./filters.ts";
import { columnOf, joined } from "./list.ts";
import { type Condition, type ListQuery, matching, orderBy } from "./query.ts";
import { byKeys, columnsOf } from "./row-keys.ts";

// What a result changes stands in no index, so a question about states would be answered by reading record after
// record. But each record that waits is remembered elsewhere as well, or its result would never be asked for again: it
// has a mark, or an item in a job that is not finished. And those that failed have an index of their own.

/** Of more, a page is found sooner in the order of the list. */
const UNFINISHED_MAX = 10_000;

/** Whether only records without a result can match, and few enough of them wait for one. */
export async function isPendingIndexUsable(tx: Tx, asked: ListQuery): Promise<boolean> {
  const states = outcomesOf(asked);
  if (states === null || states.includes("succeeded")) return false;
  return areFew(tx, waitingIds(tx, asked));
}

/**
 * A part of the list, out of all records that wait and of the first that failed. Ids stand in an array: those of a batch
 * are neighbours in the key, and it is walked once for all of them.
 */
export function pendingIds(tx: Tx, asked: ListQuery, { limit, offset }: ListQuery["window"]): Fragment {
  const from = tx`${columnsOf(tx, asked)} from ${tx(asked.table)}`;
  const hasFailed = tx`${columnOf(tx, asked.pendingIndex!.reason)} is not null`;
  const failed = failedIn(asked);
  const those =
    failed &&
    tx`
    union all (${from} ${matching(tx, failed)} and ${hasFailed} ${orderBy(tx, asked.order)} limit ${limit + offset})`;
  return tx`
    select * from (
      ${from} ${matching(tx, asked)} and not (${hasFailed}) and id = any(array(${waitingIds(tx, asked)}))
      ${those ?? tx``}) as pendingIndex
    ${orderBy(tx, byKeys(asked))} limit ${limit} offset ${offset}`;
}

/**
 * The question as records that failed are asked it: without states, so that their index answers it. Null when none of
 * them can match.
 */
export function failedIn(asked: ListQuery): ListQuery | null {
  const about = asked.conditions.flatMap(({ states }) => (states ? [states] : []));
  if (about.some((states) => !states.includes("failed"))) return null;
  return { ...asked, conditions: asked.conditions.filter(({ states }) => states === null) };
}

/**
 * Where all that has succeeded matches, the same question without states: all but some ids, which are looked up among
 * those without a result. An index answers that. As it was when they are too many.
 */
export async function withoutStates(tx: Tx, asked: ListQuery): Promise<ListQuery> {
  if (!outcomesOf(asked)?.includes("succeeded")) return asked;
  const [own, table] = [tx`organization_id = ${asked.orgs[0]!}`, tx(asked.table)];
  const pendingIndex = tx`
    ${waitingIds(tx, asked)} union all
    select id from ${table} where ${own} and ${columnOf(tx, asked.pendingIndex!.reason)} is not null`;
  if (!(await areFew(tx, pendingIndex))) return asked;
  const about = asked.conditions.filter(({ states }) => states !== null).map(({ where }) => where(tx));
  const rows = await tx<{ id: string }[]>`
    select id from ${table} where ${own} and id = any(array(${pendingIndex})) and not (${joined(tx, about, tx` and `)})`;
  const ids = rows.map(({ id }) => id);
  const others: Condition = { name: "id", asked: ids, where: (tx) => tx`id <> all(${ids}::uuid[])`, states: null };
  return { ...asked, conditions: [...asked.conditions.filter(({ states }) => states === null), others] };
}

/**
 * The states that records which match can have. Null when they can have any, or when an index answers, as it does for
 * those that failed; and in a group view, for what waits is shown to the own organization only.
 */
function outcomesOf({ conditions, pendingIndex, view, orgs }: ListQuery): readonly CalculationState[] | null {
  const asked = conditions.flatMap(({ states }) => (states ? [states] : []));
  if (asked.length === 0 || pendingIndex === undefined || view.group || orgs.length !== 1) return null;
  const states = CALCULATION_STATES.filter((outcome) => asked.every((some) => some.includes(outcome)));
  return states.join() === "failed" ? null : states;
}

async function areFew(tx: Tx, ids: Fragment): Promise<boolean> {
  const [{ count }] = await tx<[{ count: number }]>`
    select count(*)::int as count from (${ids} limit ${UNFINISHED_MAX + 1}) as pendingIndex`;
  return count <= UNFINISHED_MAX;
}

/** Those that have both, twice. Items are read job by job, whatever the planner believes about their number. */
function waitingIds(tx: Tx, { orgs, pendingIndex }: ListQuery): Fragment {
  const { entityType } = pendingIndex!;
  return tx`
    select record_id as id from pending_calculations where organization_id = ${orgs[0]!} and entity_type = ${entityType}
    union all
    select item.id from ingest_jobs j
    cross join lateral (
      select entity_id as id from ingest_job_items
      where organization_id = ${orgs[0]!} and job_id = j.id and status = 'pending' and revision is not null offset 0) as item
    where j.organization_id = ${orgs[0]!} and j.finished_at is null and j.operation <> 'delete'
      and j.entity_type = ${entityType}`;
}
