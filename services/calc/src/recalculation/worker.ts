import type { Db, Tx, Write } from "@emissions/kit/db/transactions";
import { pauseAfter } from "@emissions/kit/messages/deliveries";
import { isTransient } from "@emissions/kit/messages/transient";
import { NIL_ID } from "@emissions/kit/process/id";
import { type Background, repeat } from "@emissions/kit/process/repeat";
import { RecalculationSettledSchema } from "@emissions/proto/calc/v1/recalculation_service";
import type { Context } from "../context.ts";
import { applyRun } from "./apply.ts";
import { calculatePage } from "./calculate-page.ts";
import { publishPage } from "./publish.ts";
import { addTry, lockRun, type Run, selectRun, updateReady, updateState } from "./run-queries.ts";
import { onWork } from "./wake.ts";

/** Finds the runs of other processes. A run of this process starts the loop after its commit. */
const POLL_MS = 1_000;
/** The time for one organization before the next one. The transaction that applies a run is not divided. */
const TURN_MS = 200;
/** Limit of each wait for a lock. Longer ones are faults. */
const LOCK_WAIT_MS = 2_000;
/** Organizations in one statement. */
const ORGANIZATIONS_MAX = 100;
/** After this many failures of one step, faults of the database not counted, the run fails. */
const TRIES_MAX = 5;
/** Changes of a run. One transaction applies all of them. */
const CHANGES_MAX = 500_000;

type OpenRun = Pick<Run, "organizationId" | "id">;
type Dependencies = Pick<Context, "db" | "factors" | "log">;

/**
 * Works on the runs of all organizations in rotation. Each step is one transaction that locks the row of its run. So one
 * process at a time works on a run, and Postgres rolls back when the process dies. No lease is necessary.
 */
export function startRecalculations(context: Dependencies): Background {
  const { db, log } = context;
  /** Organizations that met a fault of the database or of the factors service. */
  const pauses = new Map<string, { faults: number; until: number }>();

  const loop = repeat({
    everyMs: POLL_MS,
    onError: (error) => log.warn({ err: error }, "recalculations failed; retrying"),
    work: async () => {
      const now = performance.now();
      const skipped = new Set([...pauses].filter(([, { until }]) => until > now).map(([org]) => org));
      while ((await round(skipped)) && !loop.stopping());
    },
  });

  /** One turn for each organization. Returns false when no run is left. */
  async function round(skipped: Set<string>): Promise<boolean> {
    let turns = 0;
    let after = NIL_ID;
    let open: OpenRun[];
    do {
      open = await db.systemWide((tx) => selectOpenRuns(tx, after));
      for (const run of open.filter(({ organizationId }) => !skipped.has(organizationId))) {
        if (loop.stopping()) return false;
        turns++;
        if (!(await turn(run))) skipped.add(run.organizationId);
      }
      after = open.at(-1)?.organizationId ?? after;
    } while (open.length === ORGANIZATIONS_MAX);
    return turns > 0;
  }

  /** Returns false when the run waits: another process works on it, or a step failed. The next poll tries again. */
  async function turn(run: OpenRun): Promise<boolean> {
    const end = performance.now() + TURN_MS;
    try {
      do {
        const result = await step(context, run);
        pauses.delete(run.organizationId);
        if (result !== "more") return result === "finished";
      } while (performance.now() < end && !loop.stopping());
      return true;
    } catch (error) {
      log.warn({ err: error, recalculation: run.id }, "a step of a recalculation failed; retrying");
      if (isTransient(error)) pause(run.organizationId);
      else await countFailure(db, run);
      return false;
    }
  }

  /** For longer after each fault. */
  function pause(org: string): void {
    const faults = (pauses.get(org)?.faults ?? 0) + 1;
    pauses.set(org, { faults, until: performance.now() + pauseAfter(faults) });
  }

  const unsubscribe = onWork(() => loop.poke());
  return {
    stop: () => {
      unsubscribe();
      return loop.stop();
    },
  };
}

/** `finished`: the run has no further work. `waiting`: another process works on it. */
type StepResult = "more" | "finished" | "waiting";

/** One step of a run: a page of calculations, the change of all totals, or a page of results. */
export async function step(
  { db, factors }: Omit<Dependencies, "log">,
  { organizationId, id }: OpenRun,
): Promise<StepResult> {
  const known = await db.asService(organizationId, ({ tx, org }) => selectRun(tx, org, id));
  if (known?.state === "accepting" && known.appliedAt === null) {
    return (await applyRun(db, { ...known, number: known.number! })) ? "more" : "waiting";
  }
  return db.asService(
    organizationId,
    async (write) => {
      const { tx, org } = write;
      write.send(tx.unsafe(`set local lock_timeout = ${LOCK_WAIT_MS}`));
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
const countFailure = (db: Db, { organizationId, id }: OpenRun): Promise<void> =>
  db.asService(organizationId, async ({ tx, org, emit }) => {
    const run = await lockRun(tx, org, id, "wait");
    if (run === null) return;
    await addTry(tx, org, id);
    if (run.tries + 1 < TRIES_MAX || run.appliedAt !== null) return;
    await updateState(tx, org, id, "failed", "CALCULATION_FAILED");
    if (run.state === "accepting") emit(RecalculationSettledSchema, { recalculationId: id });
  });

const selectOpenRuns = (tx: Tx, after: string) => tx<OpenRun[]>`
  select organization_id, id from recalculations
  where state in ('calculating', 'accepting') and organization_id > ${after}
  order by organization_id limit ${ORGANIZATIONS_MAX}`;
