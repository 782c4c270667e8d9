import type { Fragment, Tx } from "@emissions/kit/db/transactions";

/** How a job tells that an entity is no longer as another job made it. `r` is its row. */
export interface Revertible {
  table: string;
  /** The records whose days locked periods cover, and their column with the id of the entity. */
  days?: { table: string; column: string };
  /** Locks rows that other writers lock before the entities. */
  lockBefore?(tx: Tx, org: string, ids: readonly string[]): Promise<unknown>;
  /** True for a row that somebody changed. Recalculations are no changes. By default a row with a time of change. */
  changed?(tx: Tx, made: Made): Fragment;
  /** Columns of other tables with the id of the entity. */
  dependants: readonly { table: string; column: string }[];
}

/** Facts about the job that made the entity, as SQL. */
interface Made {
  jobId: Fragment;
  /** The last revision of the entity that the job has made. */
  lastRevision: Fragment;
  finishedAt: Fragment;
}

/** Entities that a second row of the same job may change: the job itself changes them until it ends. */
export const changedAfterJob: Revertible["changed"] = (tx, { lastRevision, finishedAt }) => tx`
  r.updated_at is not null and (${lastRevision} = 1 or r.revision > ${lastRevision} or r.updated_at > ${finishedAt})`;

export interface ChangeCounts {
  /** The job changed an entity that existed before. */
  existed: number;
  changed: number;
  depended: number;
}

/** Counts the existing entities of a job that cannot be deleted for a revert. */
export async function countObstacles(tx: Tx, org: string, jobId: string, of: Revertible): Promise<ChangeCounts> {
  const [row] = await tx<[ChangeCounts]>`
    select count(*) filter (where made.first > 1)::int as existed,
      count(*) filter (where ${changedIn(tx, of)})::int as changed,
      count(*) filter (where ${dependedIn(tx, org, of)})::int as depended
    from ${madeBy(tx, org, jobId)} join ${tx(of.table)} r on r.organization_id = ${org} and r.id = made.entity_id`;
  return row;
}

/** Locks the existing entities, and returns those that were changed after the revert began. */
export async function lockChanged(
  tx: Tx,
  org: string,
  jobId: string,
  { of, ids }: { of: Revertible; ids: readonly string[] },
): Promise<Set<string>> {
  await of.lockBefore?.(tx, org, ids);
  await tx`
    select from ${tx(of.table)}
    where organization_id = ${org} and id in (select unnest(${ids as string[]}::uuid[])) order by id for update`;
  const rows = await tx<{ id: string }[]>`
    select r.id from ${madeBy(tx, org, jobId, ids)}
    join ${tx(of.table)} r on r.organization_id = ${org} and r.id = made.entity_id
    where ${changedIn(tx, of)} or ${dependedIn(tx, org, of)}`;
  return new Set(rows.map(({ id }) => id));
}

/** One row for each entity of the job, with the job. */
function madeBy(tx: Tx, org: string, jobId: string, ids?: readonly string[]): Fragment {
  const among = ids === undefined ? tx`` : tx`and i.entity_id in (select unnest(${ids as string[]}::uuid[]))`;
  return tx`(
    select i.entity_id, coalesce(min(i.revision), 1) as first, coalesce(max(i.revision), 1) as last,
      j.id as job_id, j.finished_at
    from ingest_job_items i join ingest_jobs j on j.organization_id = i.organization_id and j.id = i.job_id
    where i.organization_id = ${org} and i.job_id = ${jobId} and i.entity_id is not null ${among}
    group by i.entity_id, j.id, j.finished_at) as made`;
}

const changedIn = (tx: Tx, { changed }: Revertible): Fragment =>
  changed?.(tx, { jobId: tx`made.job_id`, lastRevision: tx`made.last`, finishedAt: tx`made.finished_at` }) ??
  tx`r.updated_at is not null`;

const dependedIn = (tx: Tx, org: string, { dependants }: Revertible): Fragment =>
  dependants.reduce(
    (others, { table, column }) => tx`${others} or exists (
      select from ${tx(table)} d where d.organization_id = ${org} and d.${tx(column)} = r.id)`,
    tx`false`,
  );
