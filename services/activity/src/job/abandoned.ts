import type { Sweep } from "@emissions/kit/db/sweep";
import type { Db, Tx } from "@emissions/kit/db/transactions";
import { failMissing } from "./filling.ts";
import type { IngestJobRow } from "./queries.ts";

const EVERY_MS = 10 * 60 * 1000;
/** Time without progress after which the caller of a job is gone. */
export const ABANDONED_HOURS = 24;
/** Jobs in one round, the oldest first. */
const JOBS_MAX = 100;

const REASON = { code: "NOT_SUBMITTED", detail: "The import ended before the record was stored." };

/** Ends the missing items of jobs whose caller is gone, so that every job finishes. */
export const abandonedJobSweep = ({ db }: { db: Db }): Sweep => ({
  name: "abandoned-jobs",
  everyMs: EVERY_MS,
  work: (signal) => sweepAbandonedJobs(db, signal),
});

export async function sweepAbandonedJobs(db: Db, signal: AbortSignal): Promise<void> {
  for (const { organizationId, id } of await db.systemWide(selectAbandoned)) {
    if (signal.aborted) return;
    await db.asService(organizationId, async (write) => {
      const job = await selectStillAbandoned(write.tx, write.org, id);
      if (job !== null) await failMissing(write, job, REASON);
    });
  }
}

type Abandoned = Pick<IngestJobRow, "organizationId" | "id">;

const selectAbandoned = (tx: Tx) => tx<Abandoned[]>`
  select organization_id, id from ingest_jobs
  where finished_at is null and in_pieces and progressed_at < now() - make_interval(hours => ${ABANDONED_HOURS})
  order by progressed_at, id limit ${JOBS_MAX}`;

/** Not locked: items come before jobs. Items that a late batch adds meanwhile are not added twice. */
async function selectStillAbandoned(tx: Tx, org: string, id: string): Promise<IngestJobRow | null> {
  const [row] = await tx<IngestJobRow[]>`
    select * from ingest_jobs
    where organization_id = ${org} and id = ${id} and finished_at is null
      and progressed_at < now() - make_interval(hours => ${ABANDONED_HOURS})`;
  return row ?? null;
}
