import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import { type Asked, matching, orderBy, type Question } from "./ask.ts";
import { OUTCOMES, type Outcome } from "./filters.ts";
import { byKeys, columnsOf } from "./ids.ts";
import { columnOf, joined } from "./list.ts";

// What a result changes stands in no index, so a question about outcomes would be answered by reading record after
// record. But each record that waits is remembered elsewhere as well, or its result would never be asked for again: it
// has a mark, or an item in a job that is not finished. And those that failed have an index of their own.

/** Of more, a page is found sooner in the order of the list. */
const UNFINISHED_MAX = 10_000;

/** Whether only records without a result can match, and few enough of them wait for one. */
export async function areFewUnfinished(tx: Tx, asked: Asked): Promise<boolean> {
  const outcomes = outcomesOf(asked);
  if (outcomes === null || outcomes.includes("succeeded")) return false;
  return areFew(tx, waitingIds(tx, asked));
}

/**
 * A part of the list, out of all records that wait and of the first that failed. Ids stand in an array: those of a batch
 * are neighbours in the key, and it is walked once for all of them.
 */
export function unfinishedIds(tx: Tx, asked: Asked, { limit, offset }: Asked["window"]): Fragment {
  const from = tx`${columnsOf(tx, asked)} from ${tx(asked.table)}`;
  const hasFailed = tx`${columnOf(tx, asked.unfinished!.reason)} is not null`;
  const failed = failedIn(asked);
  const those =
    failed &&
    tx`
    union all (${from} ${matching(tx, failed)} and ${hasFailed} ${orderBy(tx, asked.order)} limit ${limit + offset})`;
  return tx`
    select * from (
      ${from} ${matching(tx, asked)} and not (${hasFailed}) and id = any(array(${waitingIds(tx, asked)}))
      ${those ?? tx``}) as unfinished
    ${orderBy(tx, byKeys(asked))} limit ${limit} offset ${offset}`;
}

/**
 * The question as records that failed are asked it: without outcomes, so that their index answers it. Null when none of
 * them can match.
 */
export function failedIn(asked: Asked): Asked | null {
  const about = asked.questions.flatMap(({ outcomes }) => (outcomes ? [outcomes] : []));
  if (about.some((outcomes) => !outcomes.includes("failed"))) return null;
  return { ...asked, questions: asked.questions.filter(({ outcomes }) => outcomes === null) };
}

/**
 * Where all that has succeeded matches, the same question without outcomes: all but some ids, which are looked up among
 * those without a result. An index answers that. As it was when they are too many.
 */
export async function withoutOutcomes(tx: Tx, asked: Asked): Promise<Asked> {
  if (!outcomesOf(asked)?.includes("succeeded")) return asked;
  const [own, table] = [tx`organization_id = ${asked.orgs[0]!}`, tx(asked.table)];
  const unfinished = tx`
    ${waitingIds(tx, asked)} union all
    select id from ${table} where ${own} and ${columnOf(tx, asked.unfinished!.reason)} is not null`;
  if (!(await areFew(tx, unfinished))) return asked;
  const about = asked.questions.filter(({ outcomes }) => outcomes !== null).map(({ where }) => where(tx));
  const rows = await tx<{ id: string }[]>`
    select id from ${table} where ${own} and id = any(array(${unfinished})) and not (${joined(tx, about, tx` and `)})`;
  const ids = rows.map(({ id }) => id);
  const others: Question = { name: "id", asked: ids, where: (tx) => tx`id <> all(${ids}::uuid[])`, outcomes: null };
  return { ...asked, questions: [...asked.questions.filter(({ outcomes }) => outcomes === null), others] };
}

/**
 * The outcomes that records which match can have. Null when they can have any, or when an index answers, as it does for
 * those that failed; and in a group view, for what waits is shown to the own organization only.
 */
function outcomesOf({ questions, unfinished, view, orgs }: Asked): readonly Outcome[] | null {
  const asked = questions.flatMap(({ outcomes }) => (outcomes ? [outcomes] : []));
  if (asked.length === 0 || unfinished === undefined || view.group || orgs.length !== 1) return null;
  const outcomes = OUTCOMES.filter((outcome) => asked.every((some) => some.includes(outcome)));
  return outcomes.join() === "failed" ? null : outcomes;
}

async function areFew(tx: Tx, ids: Fragment): Promise<boolean> {
  const [{ count }] = await tx<[{ count: number }]>`
    select count(*)::int as count from (${ids} limit ${UNFINISHED_MAX + 1}) as unfinished`;
  return count <= UNFINISHED_MAX;
}

/** Those that have both, twice. Items are read job by job, whatever the planner believes about their number. */
function waitingIds(tx: Tx, { orgs, unfinished }: Asked): Fragment {
  const { entityType } = unfinished!;
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
