import type { ServiceImpl } from "@connectrpc/connect";
import { checkedPageOf, checkPage } from "@emissions/kit/db/page";
import type { Call } from "@emissions/kit/db/transactions";
import { isId, newId } from "@emissions/kit/process/id";
import { refuse, unknown } from "@emissions/kit/wire/checks";
import { conflict, invalid, notFound, unprocessable } from "@emissions/kit/wire/errors";
import { masked } from "@emissions/kit/wire/mask";
import {
  type CustomDatabaseService,
  UpdateCustomRecordRequestSchema,
} from "@emissions/proto/factors/v1/custom_database_service";
import type { Context } from "../context.ts";
import { findVersion, INHERITED, requireVersion } from "../custom_database/access.ts";
import { lockVersion } from "../custom_version/queries.ts";
import { checkSearch } from "../search.ts";
import { checkRecord } from "./checks.ts";
import { lockedRecord, showRecord, showRecords } from "./find.ts";
import { selectRecords } from "./list.ts";
import { LOOK_UPS_MAX, selectStates } from "./look-up.ts";
import { toRecord } from "./messages.ts";
import { countRecords, insertRecord, reviseRecord, selectRevisions } from "./queries.ts";
import { RECORDS_MAX, requireRules } from "./rules.ts";
import { isInUse } from "./uses.ts";
import { isSame, type RecordValues, recordValues, settled } from "./values.ts";

type Answered =
  | `${"get" | "create" | "update"}CustomRecord`
  | "listCustomRecords"
  | "listCustomRecordRevisions"
  | "lookUpCustomRecords";

export const customRecordHandlers = (context: Context): Pick<ServiceImpl<typeof CustomDatabaseService>, Answered> => ({
  listCustomRecords: (request, call) =>
    context.db.read(
      call,
      async (tx, org) => {
        const { organizationId: owner } = await findVersion(tx, org, request, "to read");
        refuse([...checkSearch(request.search), ...checkPage(request)]);
        const { rows, total } = await selectRecords(tx, owner, request);
        return { records: await showRecords(tx, rows, context), total };
      },
      INHERITED,
    ),

  getCustomRecord: (request, call) =>
    context.db.read(
      call,
      async (tx, org) => {
        const { organizationId: owner } = await findVersion(tx, org, request, "to read");
        return { record: await showRecord(tx, { ...request, owner }, context) };
      },
      INHERITED,
    ),

  listCustomRecordRevisions: (request, call) =>
    context.db.read(
      call,
      async (tx, org) => {
        const { organizationId: owner } = await findVersion(tx, org, request, "to read");
        const { recordId } = request;
        const place = { ...request, owner };
        const { rows, total } = isId(recordId)
          ? await selectRevisions(tx, place, checkedPageOf(request))
          : { rows: [], total: 0 };
        if (total === 0) throw notFound("custom record");
        return { records: rows.map((row) => toRecord(row, { ...context, evidence: [] })), total };
      },
      INHERITED,
    ),

  createCustomRecord: async (request, call) => {
    await requireVersion(context.db, call, request);
    const values = await checked(context, call, recordValues(request));
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
      const place = { ...request, owner: org };
      const before = await lockedRecord(tx, place);
      about(before.id);
      const after = { ...before, ...changes };
      refuseFields(after, unitsById);
      if (before.unitId !== after.unitId && (await isInUse(tx, before))) throw unitLocked();
      requireRules(after);
      const next = { ...before, ...settled(after), revision: before.revision + 1 };
      if (!isSame(before, next)) await reviseRecord(tx, org, next);
      return { record: await showRecord(tx, place, context) };
    });
  },

  lookUpCustomRecords: ({ recordIds }, call) => {
    if (recordIds.length > LOOK_UPS_MAX) {
      const msg = `at most ${LOOK_UPS_MAX} ids at once`;
      throw invalid([{ loc: ["record_ids"], msg, type: "value_error.list.max_items" }]);
    }
    return context.db.read(call, async (tx) => ({ records: await selectStates(tx, recordIds) }), INHERITED);
  },
});

/** What may be stored, after all checks in the order of the contract. */
async function checked({ catalogue }: Context, call: Call, values: RecordValues): Promise<RecordValues> {
  const { unitsById } = await catalogue.current(call);
  refuseFields(values, unitsById);
  requireRules(values);
  return settled(values);
}

function refuseFields(values: RecordValues, units: ReadonlyMap<string, unknown>): void {
  refuse(checkRecord(values));
  if (!units.has(values.unitId)) refuse([unknown("unit_id")]);
}

/** What an activity was recorded in, its factor stays in. */
const unitLocked = () =>
  unprocessable("CUSTOM_RECORD_UNIT_LOCKED", "Activities name the record, so its unit cannot change.");
