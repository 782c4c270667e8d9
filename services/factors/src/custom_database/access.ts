import type { Call, Db, Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { forbidden, notFound } from "@emissions/kit/wire/errors";
import { selectVersion, type VersionRow } from "../custom_version/queries.ts";
import { type DatabaseRow, selectDatabase } from "./queries.ts";

/** Organizations below see what those above own. */
export const INHERITED = { inherited: true };

type Purpose = "to read" | "to change";

interface Place {
  databaseId: string;
  sourceId: string;
}

/** The database, in the order of the contract: it is visible, and it is owned where something is to change. */
export async function findDatabase(
  tx: Tx,
  org: string,
  { databaseId }: Pick<Place, "databaseId">,
  purpose: Purpose,
): Promise<DatabaseRow> {
  const database = isId(databaseId) ? await selectDatabase(tx, databaseId) : null;
  if (database === null) throw notFound("custom database");
  if (purpose === "to change" && database.organizationId !== org) {
    throw forbidden("CUSTOM_DATABASE_NOT_OWNER", "Only the organization that owns the custom database can change it.");
  }
  return database;
}

/** The version, after everything that is checked of its database. */
export async function findVersion(tx: Tx, org: string, place: Place, purpose: Purpose): Promise<VersionRow> {
  const { organizationId, id: databaseId } = await findDatabase(tx, org, place, purpose);
  const { sourceId } = place;
  const version = isId(sourceId) ? await selectVersion(tx, organizationId, { databaseId, sourceId }) : null;
  if (version === null) throw notFound("custom version");
  return version;
}

/**
 * Refuses who may not change the database. A write shows the caller's own rows
 * alone and could not tell what is inherited from what is missing; the owner of
 * a database never changes, so a transaction before it may say.
 */
export const requireDatabase = (db: Db, call: Call, place: Pick<Place, "databaseId">) =>
  db.read(call, (tx, org) => findDatabase(tx, org, place, "to change"), INHERITED);

export const requireVersion = (db: Db, call: Call, place: Place) =>
  db.read(call, (tx, org) => findVersion(tx, org, place, "to change"), INHERITED);
