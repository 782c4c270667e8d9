import postgres from "postgres";
import { isUnavailable } from "../wire/errors.ts";

/**
 * SQLSTATE of faults that a later attempt may not meet. Lost connections: 08, 57P0. Timeouts: 25P03, 25P04, 55P03,
 * 57014. Conflicts: 40, 55006. No connection, memory or disk left: 53. Others: 25006 (read-only server), 58 (system).
 */
const TRANSIENT = /^(08|25006|25P0[34]|40(000|001|003|P01)|53|55006|55P03|57014|57P0|58)/;
const TRANSACTION_ABORTED = "25P02";

/** A fault of the database or of another service, not of the message. It is retried for as long as it lasts. */
export const isTransient = (error: unknown): boolean =>
  isUnavailable(error) || (error instanceof postgres.PostgresError && TRANSIENT.test(error.code));

/**
 * Inside of a transaction: also an error that only says that an earlier statement failed. Its cause is known when the
 * transaction has ended.
 */
export const mayBeTransient = (error: unknown): boolean =>
  isTransient(error) || (error instanceof postgres.PostgresError && error.code === TRANSACTION_ABORTED);
