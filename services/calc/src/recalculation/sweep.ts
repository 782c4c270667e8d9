import type { Sweep } from "@emissions/kit/db/sweep";
import type { Db, Tx } from "@emissions/kit/db/transactions";
import { lockRun, type Run, updateState } from "./run-queries.ts";

const EVERY_MS = 10 * 60 * 1000;
/** A run that nobody decides about is discarded. The changes of discarded and failed runs are kept for as long. */
const KEPT_DAYS = 30;
/** Runs in one round, and rows in one statement. The next round does the rest. */
const RUNS_MAX = 100;
const ROWS_MAX = 5_000;

type OldRun = Pick<Run, "organizationId" | "id" | "state">;

export const recalculationSweep = ({ db }: { db: Db }): Sweep => ({
  name: "recalculations",
  everyMs: EVERY_MS,
  work: (signal) => sweepRecalculations(db, signal),
});

export async function sweepRecalculations(db: Db, signal: AbortSignal): Promise<void> {
  for (const { organizationId, id, state } of await db.systemWide(selectOld)) {
    if (signal.aborted) return;
    if (state === "ready") await discard(db, organizationId, id);
    else await deleteChanges(db, { organizationId, id }, signal);
  }
}

const discard = (db: Db, organizationId: string, id: string) =>
  db.asService(organizationId, async ({ tx, org }) => {
    const run = await lockRun(tx, org, id, "wait");
    if (run?.state === "ready") await updateState(tx, org, id, "discarded");
  });

/** Of a run without effect. Those of accepted runs stay: they say which calculations were known at an instant. */
async function deleteChanges(db: Db, { organizationId, id }: Omit<OldRun, "state">, signal: AbortSignal) {
  let deleted = ROWS_MAX;
  while (deleted === ROWS_MAX && !signal.aborted) {
    deleted = await db.asService(organizationId, async ({ tx, org }) => {
      const { count } = await tx`
        delete from recalculation_changes
        where organization_id = ${org} and recalculation_id = ${id} and record_id in (
          select record_id from recalculation_changes
          where organization_id = ${org} and recalculation_id = ${id} limit ${ROWS_MAX})`;
      if (count < ROWS_MAX)
        await tx`update recalculations set changes_kept = false where organization_id = ${org} and id = ${id}`;
      return count;
    });
  }
}

const selectOld = (tx: Tx) => tx<OldRun[]>`
  select organization_id, id, state from recalculations
  where state = 'ready' and ready_at < now() - make_interval(days => ${KEPT_DAYS})
    or state in ('discarded', 'failed') and changes_kept
      and finished_at < now() - make_interval(days => ${KEPT_DAYS})
  order by organization_id, id limit ${RUNS_MAX}`;
