import { isDeepStrictEqual } from "node:util";
import type { ServiceImpl } from "@connectrpc/connect";
import { fieldChanges } from "@emissions/kit/db/audit";
import { checkPage } from "@emissions/kit/db/page";
import { newId } from "@emissions/kit/process/id";
import { refuse } from "@emissions/kit/wire/checks";
import { conflict, notFound } from "@emissions/kit/wire/errors";
import { masked } from "@emissions/kit/wire/mask";
import { principalOf } from "@emissions/kit/wire/principal";
import {
  type CustomDatabaseService,
  UpdateCustomDatabaseRequestSchema,
} from "@emissions/proto/factors/v1/custom_database_service";
import type { Context } from "../context.ts";
import { checkSearch } from "../search.ts";
import { findDatabase, INHERITED, requireDatabase } from "./access.ts";
import {
  countDatabases,
  countVersions,
  deleteDatabase,
  insertDatabase,
  selectDatabase,
  selectDatabases,
  toDatabase,
  updateDatabase,
} from "./queries.ts";
import { checkDatabase, DATABASES_MAX, databaseValues } from "./rules.ts";

type Rpcs = `${"get" | "create" | "update" | "delete"}CustomDatabase` | "listCustomDatabases";

export const customDatabaseHandlers = ({
  db,
}: Pick<Context, "db">): Pick<ServiceImpl<typeof CustomDatabaseService>, Rpcs> => ({
  listCustomDatabases: (request, call) => {
    refuse([...checkSearch(request.search), ...checkPage(request)]);
    return db.read(
      call,
      async (tx) => {
        const { rows, total } = await selectDatabases(tx, request);
        return { databases: rows.map((row) => toDatabase(row, principalOf(call))), total };
      },
      INHERITED,
    );
  },

  getCustomDatabase: (request, call) =>
    db.read(
      call,
      async (tx, org) => {
        const database = await findDatabase(tx, org, request, request.toChange ? "to change" : "to read");
        return { database: toDatabase(database, principalOf(call)) };
      },
      INHERITED,
    ),

  createCustomDatabase: (request, call) => {
    const values = databaseValues(request);
    refuse(checkDatabase(values));
    return db.write(call, request, async ({ tx, org, principal, about }) => {
      if ((await countDatabases(tx, org)) >= DATABASES_MAX) {
        throw conflict("CUSTOM_DATABASE_LIMIT_REACHED", `At most ${DATABASES_MAX} custom databases.`);
      }
      const id = newId();
      about(id);
      return { database: toDatabase(await insertDatabase(tx, org, id, values), principal) };
    });
  },

  updateCustomDatabase: async (request, call) => {
    await requireDatabase(db, call, request);
    const changes = masked(UpdateCustomDatabaseRequestSchema, request.updateMask, databaseValues(request));
    return db.write(call, request, async ({ tx, org, principal, about }) => {
      const { databaseId } = request;
      const before = await selectDatabase(tx, databaseId, "to change");
      if (before === null) throw notFound("custom database");
      about(databaseId, fieldChanges(before, changes));
      const after = { ...before, ...changes };
      refuse(checkDatabase(after));
      const row = isDeepStrictEqual(after, before) ? before : await updateDatabase(tx, org, databaseId, after);
      return { database: toDatabase(row, principal) };
    });
  },

  deleteCustomDatabase: async (request, call) => {
    await requireDatabase(db, call, request);
    return db.write(call, request, async ({ tx, org, about }) => {
      const { databaseId } = request;
      // The lock prevents a concurrent insert of a version.
      const row = await selectDatabase(tx, databaseId, "to change");
      if (row === null) throw notFound("custom database");
      about(databaseId);
      if ((await countVersions(tx, org, databaseId)) > 0) {
        throw conflict("CUSTOM_DATABASE_IN_USE", "The custom database has versions.");
      }
      await deleteDatabase(tx, org, databaseId);
      return {};
    });
  },
});
