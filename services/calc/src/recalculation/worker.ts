import type { Db, Tx, Write } from "@emissions/kit/db/transactions";
import { type OpenWork, rotate, STEP_LOCK_WAIT_MS, type StepResult } from "@emissions/kit/messages/rotation";
import type { Background } from "@emissions/kit/process/repeat";
import { RecalculationSettledSchema } from "@emissions/proto/calc/v1/recalculation_service";
import type { Context } from "../context.ts";
import { applyRun } from "./apply.ts";
import { calculatePage } from "./calculate-page.ts";
import { publishPage } from "./publish.ts";
import { addTry, lockRun, type Run, selectRun, updateReady, updateState } from "./run-queries.ts";
import { workBegun } from "./wake.ts";

/** After this many failures of one step, faults of the database not counted, the run fails. */
const TRIES_MAX = 5;
/** Changes of a run. One transaction applies all of them. */
const CHANGES_MAX = 500_000;

type Dependencies = Pick<Context, "db" | "factors" | "log">;

/** Works on the runs of all organizations. */
export const startRecalculations = (context: Dependencies): Background =>
  rotate(context, {
    name: "recalculation",
    selectOpen: selectOpenRuns,
    step: (run) => step(context, run),
    countFailure: (run) => countFailure(context.db, run),
    begun: workBegun,
  });

/** One step of a run: a page of calculations, the change of all totals, or a page of results. */
export async function step(
  { db, factors }: Omit<Dependencies, "log">,
  { organizationId, id }: OpenWork,
): Promise<StepResult> {
  const known = await db.asService(organizationId, ({ tx, org }) => selectRun(tx, org, id));
  if (known?.state === "accepting" && known.appliedAt === null) {
    return (await applyRun(db, { ...known, number: known.number! })) ? "more" : "waiting";
  }
  return db.asService(
    organizationId,
    async (write) => {
      const { tx, org } = write;
      write.send(tx.unsafe(`set local lock_timeout = ${STEP_LOCK_WAIT_MS}`));
      const run = await lockRun(tx, org, id, "skip locked");
      if (run === null) return "waiting";
      if (run.state === "calculating") return calculateNext(write, run, factors.resolve);
      if (run.state !== "accepting") return "finished";
      return (await publishPage(write, run)) ? "finished" : "more";
    },
    { lane: "bulk" },
  );
}

async function calculateNext(write: Write, run: Run, resolve: Dependencies["factors"]["resolve"]): Promise<StepResult> {
  const { tx, org } = write;
  const { changedRecords, isLast } = await calculatePage(write, run, resolve);
  if (run.changedRecords + changedRecords > CHANGES_MAX) {
    await updateState(tx, org, run.id, "failed", "RECALCULATION_TOO_LARGE");
    return "finished";
  }
  if (!isLast) return "more";
  await updateReady(tx, org, run.id);
  return "finished";
}

/** After the last try the run fails, and nothing was changed. Results of an applied run are published at last. */
const countFailure = (db: Db, { organizationId, id }: OpenWork): Promise<void> =>
  db.asService(organizationId, async ({ tx, org, emit }) => {
    const run = await lockRun(tx, org, id, "wait");
    if (run === null) return;
    await addTry(tx, org, id);
    if (run.tries + 1 < TRIES_MAX || run.appliedAt !== null) return;
    await updateState(tx, org, id, "failed", "CALCULATION_FAILED");
    if (run.state === "accepting") emit(RecalculationSettledSchema, { recalculationId: id });
  });

const selectOpenRuns = (tx: Tx, after: string, limit: number) => tx<OpenWork[]>`
  select organization_id, id from recalculations
  where state in ('calculating', 'accepting') and organization_id > ${after}
  order by organization_id limit ${limit}`;
