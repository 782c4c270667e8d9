import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { TRANSACTION_ABORTED } from "./pipelined-statements.ts";
import { unavailable } from "./run-transaction.ts";

const ATTEMPTS_MAX = 3;
/** Pause before the second attempt. It is random so that the two writes do not collide again, and then doubled. */
export const PAUSE_MS = { min: 5, max: 25 };

const DEADLOCK = "40P01";
const SERIALIZATION_FAILURE = "40001";
const CONFLICTS: ReadonlySet<string> = new Set([DEADLOCK, SERIALIZATION_FAILURE]);

/**
 * Repeats a transaction that conflicted with another one. A call is then refused as unavailable, and its caller may
 * retry. Events and sweeps get the error itself: they are repeated anyway.
 */
export async function retryConflicts<R>(attempt: () => Promise<R>, { forCall }: { forCall: boolean }): Promise<R> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt();
    } catch (error) {
      const code = error instanceof postgres.PostgresError ? error.code : "";
      // Statements are pipelined, so the first error that `work` sees may only say that the transaction is aborted.
      if (!CONFLICTS.has(code) && code !== TRANSACTION_ABORTED) throw error;
      if (attempts === ATTEMPTS_MAX) {
        // An aborted transaction of unknown cause may be a bug of this service.
        throw forCall && CONFLICTS.has(code) ? unavailable("Other writes are in the way.", error) : error;
      }
      await sleep(attempts * (PAUSE_MS.min + Math.random() * (PAUSE_MS.max - PAUSE_MS.min)));
    }
  }
}
