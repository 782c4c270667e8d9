import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import { columnOf, joined } from "./columns.ts";
import { CALCULATION_STATES, type CalculationState } from "./filters.ts";
import { type Condition, type ListQuery, matching, orderBy } from "./query.ts";
import { columnsOf, keyTerms } from "./row-keys.ts";

// No index holds a column that a result changes (ADR 0026). A record that waits for its result has a row in
// pending_calculations or a pending item in an open job. An index holds the failed records.

/** For more ids, a scan in the order of the list is faster. */
const IDS_MAX = 10_000;

/** True when no record with a result can match, and at most `IDS_MAX` records wait for one. */
export async function isPendingIndexUsable(tx: Tx, query: ListQuery): Promise<boolean> {
  const states = possibleStates(query);
  if (states === null || states.includes("succeeded")) return false;
  return areFew(tx, waitingIds(tx, waitingOf(query)));
}

/**
 * A part of the list, from all waiting records and the first failed records. The ids are an array: Postgres then scans
 * the primary key once, and the ids of a batch are adjacent in it.
 */
export function pendingIds(tx: Tx, query: ListQuery, { limit, offset }: ListQuery["window"]): Fragment {
  const from = tx`${columnsOf(tx, query)} from ${tx(query.table)}`;
  const hasFailed = tx`${columnOf(tx, query.pendingIndex!.reason)} is not null`;
  const failed = failedRecordsQuery(query);
  const failedRows =
    failed &&
    tx`
    union all (${from} ${matching(tx, failed)} and ${hasFailed} ${orderBy(tx, query.order)} limit ${limit + offset})`;
  return tx`
    select * from (
      ${from} ${matching(tx, query)} and not (${hasFailed}) and id = any(array(${waitingIds(tx, waitingOf(query))}))
      ${failedRows ?? tx``}) as pendingIndex
    ${orderBy(tx, keyTerms(query))} limit ${limit} offset ${offset}`;
}

/** The query without its state conditions, for the index of failed records. Null when no failed record can match. */
export function failedRecordsQuery(query: ListQuery): ListQuery | null {
  const filtered = query.conditions.flatMap(({ states }) => (states ? [states] : []));
  if (filtered.some((states) => !states.includes("failed"))) return null;
  return { ...query, conditions: query.conditions.filter(({ states }) => states === null) };
}

/**
 * Replaces the state conditions by the ids that they exclude, because the index of the order can answer that. Returns
 * the same query when succeeded records cannot match, or when more than `IDS_MAX` records have no result.
 */
export async function replaceStatesByIds(tx: Tx, query: ListQuery): Promise<ListQuery> {
  if (!possibleStates(query)?.includes("succeeded")) return query;
  const [inOrg, table] = [tx`organization_id = ${query.orgs[0]!}`, tx(query.table)];
  const withoutResult = tx`
    ${waitingIds(tx, waitingOf(query))} union all
    select id from ${table} where ${inOrg} and ${columnOf(tx, query.pendingIndex!.reason)} is not null`;
  if (!(await areFew(tx, withoutResult))) return query;
  const stateConditions = query.conditions.filter(({ states }) => states !== null).map(({ where }) => where(tx));
  const rows = await tx<{ id: string }[]>`
    select id from ${table}
    where ${inOrg} and id = any(array(${withoutResult})) and not (${joined(tx, stateConditions, tx` and `)})`;
  const ids = rows.map(({ id }) => id);
  const notExcluded: Condition = { name: "id", text: ids, where: (tx) => tx`id <> all(${ids}::uuid[])`, states: null };
  return { ...query, conditions: [...query.conditions.filter(({ states }) => states === null), notExcluded] };
}

/**
 * The states that a matching record can have. Null without a state filter, and for failed records, which have an index.
 * Null in a group view too, because pending_calculations shows only the rows of the caller's organization.
 */
function possibleStates({ conditions, pendingIndex, view, orgs }: ListQuery): readonly CalculationState[] | null {
  const filtered = conditions.flatMap(({ states }) => (states ? [states] : []));
  if (filtered.length === 0 || pendingIndex === undefined || view.group || orgs.length !== 1) return null;
  const states = CALCULATION_STATES.filter((state) => filtered.every((some) => some.includes(state)));
  return states.join() === "failed" ? null : states;
}

async function areFew(tx: Tx, ids: Fragment): Promise<boolean> {
  const [{ count }] = await tx<[{ count: number }]>`
    select count(*)::int as count from (${ids} limit ${IDS_MAX + 1}) as pendingIndex`;
  return count <= IDS_MAX;
}

const waitingOf = ({ orgs, pendingIndex }: ListQuery) => ({ org: orgs[0]!, entityType: pendingIndex!.entityType });

/**
 * The ids of the records that wait for a result. An id can occur twice. `offset 0` keeps the planner from merging the subquery, so it
 * reads the items job by job.
 */
export const waitingIds = (tx: Tx, { org, entityType }: { org: string; entityType: string }): Fragment => tx`
    select record_id as id from pending_calculations where organization_id = ${org} and entity_type = ${entityType}
    union all
    select item.id from ingest_jobs j
    cross join lateral (
      select entity_id as id from ingest_job_items
      where organization_id = ${org} and job_id = j.id and status = 'pending' and revision is not null offset 0) as item
    where j.organization_id = ${org} and j.finished_at is null and j.operation <> 'delete'
      and j.entity_type = ${entityType}`;
