import postgres from "postgres";

const UNIQUE_VIOLATION = "23505";

/**
 * Whether a statement failed because a unique index has the value already. Another transaction may store the value at
 * any moment, so that no earlier query can tell.
 */
export const isDuplicate = (error: unknown, index: string): boolean =>
  error instanceof postgres.PostgresError && error.code === UNIQUE_VIOLATION && error.constraint_name === index;
