import type { Call, Db, Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { notFound } from "@emissions/kit/wire/errors";
import { findDatabase, INHERITED, type Purpose } from "../custom_database/access.ts";
import { selectVersion, type VersionPath, type VersionRow } from "./queries.ts";

/** Finds the version after all checks of its database. */
export async function findVersion(tx: Tx, org: string, path: VersionPath, purpose: Purpose): Promise<VersionRow> {
  const { organizationId, id: databaseId } = await findDatabase(tx, org, path, purpose);
  const { sourceId } = path;
  const version = isId(sourceId) ? await selectVersion(tx, organizationId, { databaseId, sourceId }) : null;
  if (version === null) throw notFound("custom version");
  return version;
}

/** Throws if the caller may not change the version: see `requireDatabase`. */
export const requireVersion = (db: Db, call: Call, path: VersionPath) =>
  db.read(call, (tx, org) => findVersion(tx, org, path, "to change"), INHERITED);
