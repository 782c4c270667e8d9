import type { ServiceImpl } from "@connectrpc/connect";
import { isId } from "@emissions/kit/process/id";
import { notFound, unprocessable } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import type { ListOptions } from "@emissions/proto/activity/v1/list";
import type { OwnWorkforceFilter, OwnWorkforceService } from "@emissions/proto/activity/v1/own_workforce_service";
import { BATCH_MAX, checkBatchSize } from "../batch.ts";
import type { Context } from "../context.ts";
import { beginJob } from "../job/begin.ts";
import { toJob } from "../job/message.ts";
import { withCursor } from "../list/cursor.ts";
import { deleteById, deleteMatching, type Remove } from "../list/deletion.ts";
import { selectList } from "../list/page.ts";
import { parsePartialListQuery } from "../list/query.ts";
import { checkField, selectValues } from "../list/values.ts";
import { callerCache } from "../organization/caller-cache.ts";
import { selectUsersById } from "../organization/queries.ts";
import { requireEraser } from "../privacy/erasure.ts";
import { seesPersonalData } from "../privacy/personal-data.ts";
import { logSalaryRead, logSalaryReadOf } from "../privacy/salary-reads.ts";
import { lookUpFiles } from "../records/files.ts";
import type { Caller } from "../records/kind.ts";
import { selectUsers } from "../records/lists.ts";
import { createRows } from "./batch.ts";
import { changePerson, changesIn } from "./change.ts";
import { createPerson, type Found } from "./create.ts";
import { eraseOwnWorkforces } from "./erase.ts";
import { ownWorkforceList as list } from "./list.ts";
import { toOwnWorkforce, withRemuneration } from "./message.ts";
import { deletePeople, type StoredPerson, selectPeople } from "./queries.ts";
import { currenciesOf } from "./rules.ts";
import { readPerson, readRow } from "./values.ts";

type Listing = { filter?: OwnWorkforceFilter | undefined; options?: Partial<ListOptions> | undefined };

/** People of one organization that one request deletes: the deletion ends within the timeout of a request. */
const DELETED_MAX = 10_000;

const remove: Remove = async ({ tx, org }, ids) => {
  if (ids.length > DELETED_MAX)
    throw unprocessable("TOO_MANY_ROWS", `At most ${DELETED_MAX} people are deleted at once.`);
  return deletePeople(tx, org, ids);
};

export const ownWorkforceHandlers = (context: Context): ServiceImpl<typeof OwnWorkforceService> => {
  const { db, countries, units } = context;
  const callerOf = callerCache(db);
  const queryOf = ({ filter, options }: Listing, call: Caller) =>
    parsePartialListQuery(list, { ...filter, ...options }, principalOf(call));

  const lookUp = async (call: Caller, named: readonly object[]): Promise<Found> => {
    const [known, all, files] = await Promise.all([
      countries.all(),
      units.all(),
      lookUpFiles(context.files, call, named),
    ]);
    return { lookups: { countries: known, currencies: currenciesOf(all) }, files };
  };
  const selectOne = (call: Caller, id: string) =>
    db.read(call, async (tx, org) => {
      const [row] = isId(id) ? await selectPeople(tx, org, [id]) : [];
      if (row === undefined) throw notFound("own workforce");
      const users = row.uploadedBy === null ? [] : await selectUsersById(tx, [row.uploadedBy]);
      return { row, user: users[0] ?? null };
    });

  return {
    createOwnWorkforce: async (request, call) => {
      const sent = readPerson(request.values ?? {});
      const [found, { user }] = await Promise.all([lookUp(call, [sent]), callerOf(call)]);
      return db.write(call, request, async (write) => ({
        ownWorkforce: toOwnWorkforce(await createPerson(write, sent, found), user, true),
      }));
    },

    createOwnWorkforces: async (request, call) => {
      const { records, rejected } = request;
      checkBatchSize("records", records.length, BATCH_MAX);
      const rows = records.map(readRow);
      const found = await lookUp(call, rows);
      return db.write(call, request, async (write) => {
        const items = await createRows(write, rows, rejected, found);
        return {
          job: toJob(await beginJob(write, { entityType: list.table, operation: "create", items, isDone: true })),
        };
      });
    },

    getOwnWorkforce: async ({ id }, call) => {
      const { row, user } = await selectOne(call, id);
      await logSalaryRead(db, call, withRemuneration([row]));
      return { ownWorkforce: toOwnWorkforce(row, user, seesPersonalData(call)) };
    },

    listOwnWorkforces: async (request, call) => {
      const query = withCursor(queryOf(request, call), call);
      const work = async (tx: Parameters<typeof selectUsers>[0]) => {
        const { rows, ...summary } = await selectList<StoredPerson>(tx, query);
        return { rows, summary, userOf: await selectUsers(tx, rows) };
      };
      const { rows, summary, userOf } = await db.read(call, work, query.view);
      await logSalaryRead(db, call, withRemuneration(rows));
      const isPersonal = seesPersonalData(call);
      return {
        ownWorkforces: rows.map((row) => toOwnWorkforce(row, userOf.get(row.uploadedBy ?? "") ?? null, isPersonal)),
        summary,
      };
    },

    listOwnWorkforceValues: async ({ field, includeChildren, organizationId }, call) => {
      checkField(list, field);
      const query = queryOf({ options: { includeChildren, organizationId } }, call);
      return { uniqueValues: await db.read(call, (tx) => selectValues(tx, list, query, field), query.view) };
    },

    updateOwnWorkforce: async (request, call) => {
      const changes = changesIn(request);
      const [{ user }, found] = await Promise.all([selectOne(call, request.id), lookUp(call, [changes])]);
      return db.write(call, request, async (write) => {
        const changed = await changePerson(write, request.id, changes, found);
        logSalaryReadOf(write, call, withRemuneration([changed]));
        return { ownWorkforce: toOwnWorkforce(changed, user, true) };
      });
    },

    deleteOwnWorkforce: (request, call) => {
      const { id, erase } = request;
      if (erase) requireEraser(call);
      return db.write(call, request, async (write) => {
        const gone = isId(id) ? await (erase ? eraseOwnWorkforces : remove)(write, [id]) : [];
        if (gone.length === 0) throw notFound("own workforce");
        write.about(id);
        return {};
      });
    },

    deleteOwnWorkforces: (request, call) =>
      db.write(call, request, async (write) => {
        const named = { table: list.table, field: "own_workforce_ids", ids: request.ids };
        return { deletion: await deleteById(write, named, remove) };
      }),

    deleteOwnWorkforcesByFilters: (request, call) => {
      const { filter, filterHash, includeChildren, organizationId } = request;
      const query = queryOf({ filter, options: { includeChildren, organizationId } }, call);
      return db.write(
        call,
        request,
        async (write) => ({ deletion: await deleteMatching(write, query, filterHash, remove) }),
        query.view,
      );
    },
  };
};
