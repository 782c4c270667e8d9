import type { ServiceImpl } from "@connectrpc/connect";
import { unprocessable } from "@emissions/kit/wire/errors";
import { OwnWorkforceService } from "@emissions/proto/activity/v1/own_workforce_service";
import type { Context } from "../context.ts";
import type { Remove } from "../list/deletion.ts";
import { callerCache } from "../organization/caller-cache.ts";
import { seesPersonalData } from "../privacy/personal-data.ts";
import { logSalaryRead, logSalaryReadOf } from "../privacy/salary-reads.ts";
import { lookUpFiles } from "../records/files.ts";
import type { Caller } from "../records/kind.ts";
import { storeAsJob } from "../resource/batch.ts";
import { resourceReads } from "../resource/reading.ts";
import { resourceRemovals } from "../resource/removal.ts";
import { usualHandlers } from "../usual-handlers.ts";
import { createRows } from "./batch.ts";
import { changePerson, changesIn } from "./change.ts";
import { createPerson, type Found } from "./create.ts";
import { eraseOwnWorkforces } from "./erase.ts";
import { ownWorkforceList as list } from "./list.ts";
import { toOwnWorkforce, withRemuneration } from "./message.ts";
import { deletePeople, type StoredPerson } from "./queries.ts";
import { currenciesOf } from "./rules.ts";
import { readPerson, readRow } from "./values.ts";

const NOUN = "own workforce";
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
  const lookUp = async (call: Caller, named: readonly object[]): Promise<Found> => {
    const [known, all, files] = await Promise.all([
      countries.all(),
      units.all(),
      lookUpFiles(context.files, call, named),
    ]);
    return { lookups: { countries: known, currencies: currenciesOf(all) }, files };
  };
  const reads = resourceReads(NOUN, {
    db,
    list,
    lookUp: async (call, rows: readonly StoredPerson[]) => {
      await logSalaryRead(db, call, withRemuneration(rows));
      return seesPersonalData(call);
    },
    toMessage: (row, isPersonal, recorder) => toOwnWorkforce(row, recorder, isPersonal),
  });
  const deletions = resourceRemovals({ db, noun: NOUN, list, removal: () => ({ remove }), erase: eraseOwnWorkforces });

  return {
    ...usualHandlers({ ...reads, ...deletions }, OwnWorkforceService, { one: "ownWorkforce", many: "ownWorkforces" }),

    createOwnWorkforce: async (request, call) => {
      const sent = readPerson(request.values ?? {});
      const [found, { user }] = await Promise.all([lookUp(call, [sent]), callerOf(call)]);
      return db.write(call, request, async (write) => ({
        ownWorkforce: toOwnWorkforce(await createPerson(write, sent, found), user, true),
      }));
    },

    createOwnWorkforces: (request, call) =>
      storeAsJob(db, call, request, list.table, {
        read: readRow,
        lookUp: (rows) => lookUp(call, rows),
        store: createRows,
      }),

    updateOwnWorkforce: async (request, call) => {
      const changes = changesIn(request);
      const [{ user }, found] = await Promise.all([reads.find(call, request.id), lookUp(call, [changes])]);
      return db.write(call, request, async (write) => {
        const changed = await changePerson(write, request.id, changes, found);
        logSalaryReadOf(write, call, withRemuneration([changed]));
        return { ownWorkforce: toOwnWorkforce(changed, user, true) };
      });
    },
  };
};
