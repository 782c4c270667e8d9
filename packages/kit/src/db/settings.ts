export const STATEMENT_TIMEOUT_MS = 8_000;
/** Also how long a repeat of a request waits for the first one. */
export const LOCK_TIMEOUT_MS = 8_000;
/** How often Postgres looks during a statement whether its client still exists. A killed one would keep its locks. */
export const CLIENT_CHECK_INTERVAL_MS = 1_000;
/** A process that computes for so long inside a transaction loses it. */
export const IDLE_IN_TRANSACTION_TIMEOUT_MS = 20_000;

/**
 * Statements that set, for one transaction, what a service relies on. A pooler in transaction mode gives each
 * transaction another session, so nothing is set for a session (ADR 0076). The limit of waits for locks is not among
 * them, because transactions differ in it.
 */
export const settingsOf = (schema: string): string =>
  [
    `set local search_path = "${schema}"`,
    `set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
    `set local idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_TIMEOUT_MS}`,
    // A plan is made while a table is small and kept while it grows, so it must use the index from the first row on.
    // Otherwise the third batch of 5,000 in a new database takes twice as long, 1.4 s instead of 0.7 s.
    "set local enable_seqscan = off",
    // Statements find rows by key or by index, so one plan serves all values. With custom plans that batch takes 1.1 s.
    "set local plan_cache_mode = force_generic_plan",
  ].join("; ");
