import type { ServiceImpl } from "@connectrpc/connect";
import { fieldChanges } from "@emissions/kit/db/audit";
import type { Call } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { refuse, unknown } from "@emissions/kit/wire/checks";
import { conflict, notFound, unprocessable } from "@emissions/kit/wire/errors";
import { masked } from "@emissions/kit/wire/mask";
import {
  type CustomDatabaseService,
  UpdateCustomRecordRequestSchema,
} from "@emissions/proto/factors/v1/custom_database_service";
import type { Context } from "../context.ts";
import { requireVersion } from "../custom_version/access.ts";
import { lockVersion } from "../custom_version/queries.ts";
import { checkRecord } from "./checks.ts";
import { lockedRecord, showRecord } from "./find.ts";
import { countRecords, insertRecord, reviseRecord } from "./queries.ts";
import { RECORDS_MAX, requireRules } from "./rules.ts";
import { isInUse } from "./uses.ts";
import { comparable, isSame, normalized, type RecordValues, recordValues } from "./values.ts";

type Rpcs = "createCustomRecord" | "updateCustomRecord";

export const writeHandlers = (context: Context): Pick<ServiceImpl<typeof CustomDatabaseService>, Rpcs> => ({
  createCustomRecord: async (request, call) => {
    await requireVersion(context.db, call, request);
    const values = await validated(context, call, recordValues(request));
    return context.db.write(call, request, async ({ tx, org, about }) => {
      const { sourceId } = request;
      if (!(await lockVersion(tx, org, request, "to refer to"))) throw notFound("custom version");
      if ((await countRecords(tx, org, sourceId)) >= RECORDS_MAX) {
        throw conflict("CUSTOM_RECORD_LIMIT_REACHED", `At most ${RECORDS_MAX} records of a version.`);
      }
      const recordId = newId();
      about(recordId);
      await insertRecord(tx, org, { ...values, id: recordId, versionId: sourceId });
      return { record: await showRecord(tx, { owner: org, sourceId, recordId }, context) };
    });
  },

  updateCustomRecord: async (request, call) => {
    await requireVersion(context.db, call, request);
    const changes = masked(UpdateCustomRecordRequestSchema, request.updateMask, recordValues(request));
    const { unitsById } = await context.catalogue.current(call);
    return context.db.write(call, request, async ({ tx, org, about }) => {
      const path = { ...request, owner: org };
      const before = await lockedRecord(tx, path);
      const after = { ...before, ...changes };
      refuseFields(after, unitsById);
      if (before.unitId !== after.unitId && (await isInUse(tx, before))) throw unitLocked();
      requireRules(after);
      const next = { ...before, ...normalized(after), revision: before.revision + 1 };
      about(before.id, fieldChanges(comparable(before), comparable(next)));
      if (!isSame(before, next)) await reviseRecord(tx, org, next);
      return { record: await showRecord(tx, path, context) };
    });
  },
});

/** Runs all checks in the order of the contract, and normalizes the values. */
async function validated({ catalogue }: Context, call: Call, values: RecordValues): Promise<RecordValues> {
  const { unitsById } = await catalogue.current(call);
  refuseFields(values, unitsById);
  requireRules(values);
  return normalized(values);
}

function refuseFields(values: RecordValues, units: ReadonlyMap<string, unknown>): void {
  refuse(checkRecord(values));
  if (!units.has(values.unitId)) refuse([unknown("unit_id")]);
}

/** Activities have quantities in this unit, so it cannot change. */
const unitLocked = () =>
  unprocessable("CUSTOM_RECORD_UNIT_LOCKED", "Activities name the record, so its unit cannot change.");
