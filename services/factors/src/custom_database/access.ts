import type { Call, Db, Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { forbidden, notFound } from "@emissions/kit/wire/errors";
import { type DatabaseRow, selectDatabase } from "./queries.ts";

/** Transactions with this option also read the rows of ancestor organizations. */
export const INHERITED = { inherited: true };

export type Purpose = "to read" | "to change";

interface DatabaseKey {
  databaseId: string;
}

/** Checks in the order of the contract: the database is visible, and for a change the caller owns it. */
export async function findDatabase(
  tx: Tx,
  org: string,
  { databaseId }: DatabaseKey,
  purpose: Purpose,
): Promise<DatabaseRow> {
  const database = isId(databaseId) ? await selectDatabase(tx, databaseId) : null;
  if (database === null) throw notFound("custom database");
  if (purpose === "to change" && database.organizationId !== org) {
    throw forbidden("CUSTOM_DATABASE_NOT_OWNER", "Only the organization that owns the custom database can change it.");
  }
  return database;
}

/**
 * Throws if the caller may not change the database. A write transaction sees only the caller's own rows, so it cannot
 * distinguish an inherited database from a missing one. The owner never changes, so an earlier transaction may check it.
 */
export const requireDatabase = (db: Db, call: Call, key: DatabaseKey) =>
  db.read(call, (tx, org) => findDatabase(tx, org, key, "to change"), INHERITED);
