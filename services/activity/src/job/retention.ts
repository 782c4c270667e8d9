import type { Sweep } from "@emissions/kit/db/sweep";
import type { Db, Tx } from "@emissions/kit/db/transactions";
import type { IngestJobRow } from "./queries.ts";

const EVERY_MS = 10 * 60 * 1000;
/** Jobs that one round removes, the oldest first. The next round removes more. */
const JOBS_MAX = 200;
/** Items that one transaction removes. */
const ITEMS_MAX = 5_000;

interface Needs {
  db: Db;
  jobRetentionDays: number;
}

/** Removes finished jobs with their items after their retention. Their records stay. */
export const jobRetention = ({ db, jobRetentionDays }: Needs): Sweep => ({
  name: "job-retention",
  everyMs: EVERY_MS,
  work: (signal) => removeExpiredJobs({ db, jobRetentionDays }, signal),
});

export async function removeExpiredJobs({ db, jobRetentionDays: days }: Needs, signal: AbortSignal): Promise<void> {
  for (const job of await db.systemWide((tx) => selectExpired(tx, days))) {
    let removed = ITEMS_MAX;
    while (removed === ITEMS_MAX && !signal.aborted) {
      removed = await db.asService(job.organizationId, ({ tx }) => deleteItems(tx, job));
    }
    if (signal.aborted) return;
    await db.asService(job.organizationId, ({ tx }) => deleteJob(tx, job));
  }
}

type Expired = Pick<IngestJobRow, "organizationId" | "id">;

const selectExpired = (tx: Tx, days: number) => tx<Expired[]>`
  select organization_id, id from ingest_jobs where finished_at < now() - make_interval(days => ${days})
  order by finished_at, id limit ${JOBS_MAX}`;

async function deleteItems(tx: Tx, { organizationId: org, id }: Expired): Promise<number> {
  const { count } = await tx`
    delete from ingest_job_items where organization_id = ${org} and job_id = ${id} and index = any(array(
      select index from ingest_job_items where organization_id = ${org} and job_id = ${id}
      order by index limit ${ITEMS_MAX}))`;
  return count;
}

const deleteJob = (tx: Tx, { organizationId: org, id }: Expired) =>
  tx`delete from ingest_jobs where organization_id = ${org} and id = ${id}`;
