import type { Db, Tx } from "../db/transactions.ts";
import { NIL_ID } from "../process/id.ts";
import type { Logger } from "../process/log.ts";
import { type Background, repeat } from "../process/repeat.ts";
import type { Signal } from "../process/signal.ts";
import { pauseAfter } from "./deliveries.ts";
import { isTransient } from "./transient.ts";

/** Finds the work of other processes. Work of this process starts the loop after its commit. */
const POLL_MS = 1_000;
/** The time for one organization before the next one. A single step is not divided. */
const TURN_MS = 200;
/** Organizations in one statement. */
const ORGANIZATIONS_MAX = 100;
/** Limit of each wait for a lock in a step, because other organizations wait meanwhile. Longer ones are faults. */
export const STEP_LOCK_WAIT_MS = 2_000;

/** Long work of an organization, done in steps. */
export interface OpenWork {
  organizationId: string;
  id: string;
}

/** `finished`: nothing is left to do. `waiting`: another process works on it. */
export type StepResult = "more" | "finished" | "waiting";

interface Rotation {
  /** For the log: "deletion". */
  name: string;
  /** The next work of the organizations after one, one row each, in the order of their ids. */
  selectOpen(tx: Tx, after: string, limit: number): Promise<OpenWork[]>;
  /** One transaction that locks the row of the work. */
  step(work: OpenWork): Promise<StepResult>;
  /** After a failed step, unless a fault of a database or another service caused it. */
  countFailure(work: OpenWork): Promise<unknown>;
  begun: Signal;
}

/**
 * Works for all organizations in rotation. Each step is one transaction that locks the row of its work. So one process at
 * a time does it, and Postgres rolls back when the process dies. No lease is necessary.
 */
export function rotate(
  { db, log }: { db: Db; log: Logger },
  { name, selectOpen, step, countFailure, begun }: Rotation,
): Background {
  /** Organizations that met such a fault. */
  const pauses = new Map<string, { faults: number; until: number }>();

  const loop = repeat({
    everyMs: POLL_MS,
    onError: (error) => log.warn({ err: error, work: name }, "long work failed; retrying"),
    work: async () => {
      const now = performance.now();
      const skipped = new Set([...pauses].filter(([, { until }]) => until > now).map(([org]) => org));
      while ((await round(skipped)) && !loop.stopping());
    },
  });

  /** One turn for each organization. Returns false when no work is left. */
  async function round(skipped: Set<string>): Promise<boolean> {
    let turns = 0;
    let after = NIL_ID;
    let open: OpenWork[];
    do {
      open = await db.systemWide((tx) => selectOpen(tx, after, ORGANIZATIONS_MAX));
      for (const work of open.filter(({ organizationId }) => !skipped.has(organizationId))) {
        if (loop.stopping()) return false;
        turns++;
        if (!(await turn(work))) skipped.add(work.organizationId);
      }
      after = open.at(-1)?.organizationId ?? after;
    } while (open.length === ORGANIZATIONS_MAX);
    return turns > 0;
  }

  /** Returns false when another process does the work, or a step failed. The next poll tries again. */
  async function turn(work: OpenWork): Promise<boolean> {
    const end = performance.now() + TURN_MS;
    try {
      do {
        const result = await step(work);
        pauses.delete(work.organizationId);
        if (result !== "more") return result === "finished";
      } while (performance.now() < end && !loop.stopping());
      return true;
    } catch (error) {
      log.warn({ err: error, work: name, id: work.id }, "a step failed; retrying");
      if (isTransient(error)) pause(work.organizationId);
      else await countFailure(work);
      return false;
    }
  }

  /** For longer after each fault. */
  function pause(org: string): void {
    const faults = (pauses.get(org)?.faults ?? 0) + 1;
    pauses.set(org, { faults, until: performance.now() + pauseAfter(faults) });
  }

  const unsubscribe = begun.listen(() => loop.poke());
  return {
    stop: () => {
      unsubscribe();
      return loop.stop();
    },
  };
}
