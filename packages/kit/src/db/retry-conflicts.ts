import { setTimeout as sleep } from "node:timers/promises";
import { CALL_LOCK_TIMEOUT_MS, isAborted, isConflict } from "./locks.ts";

const ATTEMPTS_MAX = 3;
/** Pause before the second attempt. It is random so that the two writes do not collide again, and then doubled. */
export const PAUSE_MS = { min: 5, max: 25 };

/** Repeats a transaction that conflicted with another one. */
export async function retryConflicts<R>(attempt: () => Promise<R>): Promise<R> {
  for (let attempts = 1; ; attempts++) {
    const begun = performance.now();
    try {
      return await attempt();
    } catch (error) {
      // Statements are pipelined, so the first error that `work` sees may only say that the transaction is aborted. It
      // was then a conflict, unless it waited for a lock until the timeout.
      const unknown = isAborted(error) && performance.now() - begun < CALL_LOCK_TIMEOUT_MS;
      if (attempts === ATTEMPTS_MAX || !(isConflict(error) || unknown)) throw error;
      await sleep(attempts * (PAUSE_MS.min + Math.random() * (PAUSE_MS.max - PAUSE_MS.min)));
    }
  }
}
