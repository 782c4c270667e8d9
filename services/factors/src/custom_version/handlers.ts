import { isDeepStrictEqual } from "node:util";
import type { ServiceImpl } from "@connectrpc/connect";
import { fieldChanges } from "@emissions/kit/db/audit";
import { checkPage } from "@emissions/kit/db/page";
import type { Tx } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { refuse } from "@emissions/kit/wire/checks";
import { conflict, notFound } from "@emissions/kit/wire/errors";
import { masked } from "@emissions/kit/wire/mask";
import {
  type CustomDatabaseService,
  UpdateCustomVersionRequestSchema,
} from "@emissions/proto/factors/v1/custom_database_service";
import type { Context } from "../context.ts";
import { findDatabase, INHERITED, requireDatabase } from "../custom_database/access.ts";
import { countVersions, selectDatabase } from "../custom_database/queries.ts";
import { findVersion, requireVersion } from "./access.ts";
import {
  deleteVersion,
  insertVersion,
  lockVersion,
  selectVersion,
  selectVersions,
  toVersion,
  updateVersion,
  type VersionPath,
  type VersionRow,
} from "./queries.ts";
import { checkVersion, VERSIONS_MAX, versionValues } from "./rules.ts";

type Rpcs = `${"get" | "create" | "update" | "delete"}CustomVersion` | "listCustomVersions";

export const customVersionHandlers = ({
  db,
}: Pick<Context, "db">): Pick<ServiceImpl<typeof CustomDatabaseService>, Rpcs> => ({
  listCustomVersions: (request, call) =>
    db.read(
      call,
      async (tx, org) => {
        const { organizationId } = await findDatabase(tx, org, request, "to read");
        refuse(checkPage(request));
        const { rows, total } = await selectVersions(tx, organizationId, request);
        return { versions: rows.map(toVersion), total };
      },
      INHERITED,
    ),

  getCustomVersion: (request, call) =>
    db.read(
      call,
      async (tx, org) => {
        const purpose = request.toChange ? "to change" : "to read";
        return { version: toVersion(await findVersion(tx, org, request, purpose)) };
      },
      INHERITED,
    ),

  createCustomVersion: async (request, call) => {
    await requireDatabase(db, call, request);
    const values = versionValues(request);
    refuse(checkVersion(values));
    return db.write(call, request, async ({ tx, org, about }) => {
      const { databaseId } = request;
      if ((await selectDatabase(tx, databaseId, "to change")) === null) throw notFound("custom database");
      if ((await countVersions(tx, org, databaseId)) >= VERSIONS_MAX) {
        throw conflict("CUSTOM_VERSION_LIMIT_REACHED", `At most ${VERSIONS_MAX} versions of a custom database.`);
      }
      const id = newId();
      about(id);
      await insertVersion(tx, org, databaseId, { ...values, id });
      return { version: toVersion(await stored(tx, org, { databaseId, sourceId: id })) };
    });
  },

  updateCustomVersion: async (request, call) => {
    await requireVersion(db, call, request);
    const changes = masked(UpdateCustomVersionRequestSchema, request.updateMask, versionValues(request));
    return db.write(call, request, async ({ tx, org, about }) => {
      const before = await locked(tx, org, request);
      about(before.id, fieldChanges(before, changes));
      const after = { ...before, ...changes };
      refuse(checkVersion(after));
      if (!isDeepStrictEqual(after, before)) await updateVersion(tx, org, after);
      return { version: toVersion(await stored(tx, org, request)) };
    });
  },

  deleteCustomVersion: async (request, call) => {
    await requireVersion(db, call, request);
    return db.write(call, request, async ({ tx, org, about }) => {
      about(request.sourceId);
      // The lock prevents a concurrent insert of a record.
      const { id, recordsCount } = await locked(tx, org, request);
      if (recordsCount > 0) throw conflict("CUSTOM_VERSION_IN_USE", "The version has records.");
      await deleteVersion(tx, org, id);
      return {};
    });
  },
});

async function stored(tx: Tx, org: string, path: VersionPath): Promise<VersionRow> {
  const row = await selectVersion(tx, org, path);
  if (row === null) throw notFound("custom version");
  return row;
}

/** Locks first and reads after that, so that the read includes every earlier change. */
async function locked(tx: Tx, org: string, path: VersionPath): Promise<VersionRow> {
  if (!(await lockVersion(tx, org, path, "to change"))) throw notFound("custom version");
  return stored(tx, org, path);
}
