import postgres from "postgres";
import { locked } from "../wire/errors.ts";
import { TRANSACTION_ABORTED } from "./pipelined-statements.ts";
import { unavailable } from "./run-transaction.ts";

/**
 * Limit of each wait of a call for a lock. A statement that queues for a row waits twice: for the others in the queue,
 * and for the holder. Its client still gets a refusal within 5 s. Consumers and sweeps wait for the limit of the pool.
 */
export const CALL_LOCK_TIMEOUT_MS = 2_000;
/** Many calls for one locked row hold all connections. Those that had to wait for one then wait less for the row. */
const CALL_LOCK_TIMEOUT_MIN_MS = 500;

export const callLockTimeoutMs = (waitedMs: number): number =>
  Math.max(CALL_LOCK_TIMEOUT_MS - waitedMs, CALL_LOCK_TIMEOUT_MIN_MS);

const LOCK_NOT_AVAILABLE = "55P03";
const QUERY_CANCELED = "57014";
const DEADLOCK = "40P01";
const SERIALIZATION_FAILURE = "40001";
/** No disk, memory or connection is left (class 53), or the system failed (58). Nothing was written. */
const OUT_OF_RESOURCES = /^5[38]/;
const CONFLICTS: ReadonlySet<string> = new Set([DEADLOCK, SERIALIZATION_FAILURE]);

/** Context that Postgres adds to the error of a statement that waited for another transaction. */
const WAITING = /^while (locking|updating|deleting|inserting|checking|rechecking) /m;

const codeOf = (error: unknown) => (error instanceof postgres.PostgresError ? error.code : "");

export const isConflict = (error: unknown): boolean => CONFLICTS.has(codeOf(error));
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === LOCK_NOT_AVAILABLE;
export const isAborted = (error: unknown): boolean => codeOf(error) === TRANSACTION_ABORTED;

/** A statement that waits several times reaches the statement timeout before the lock timeout. */
const isStatementTimeout = (error: unknown): boolean => codeOf(error) === QUERY_CANCELED;
const wasWaiting = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && isStatementTimeout(error) && WAITING.test(error.where ?? "");

/** Refuses a call that waited too long for a lock or for a statement. Its caller may retry. */
export async function refuseLocked<R>(work: () => Promise<R>): Promise<R> {
  const begun = performance.now();
  try {
    return await work();
  } catch (error) {
    throw lockRefusal(error, performance.now() - begun);
  }
}

/** The refusal for an error of a call that has taken `waitedMs`. Other errors are returned as they are. */
export function lockRefusal(error: unknown, waitedMs: number): unknown {
  // Statements are pipelined, so the error of the one that waited may be hidden by that of a later one.
  const hidden = isAborted(error) && waitedMs >= CALL_LOCK_TIMEOUT_MS;
  if (isConflict(error) || isLockTimeout(error) || wasWaiting(error) || hidden) return locked(error);
  if (OUT_OF_RESOURCES.test(codeOf(error))) return unavailable("The database has no resources left.", error);
  return isStatementTimeout(error) ? unavailable("The database took too long.", error) : error;
}
