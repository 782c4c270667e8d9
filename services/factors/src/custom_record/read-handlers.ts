import type { ServiceImpl } from "@connectrpc/connect";
import { checkedPageOf, checkPage } from "@emissions/kit/db/page";
import { isId } from "@emissions/kit/process/id";
import { refuse } from "@emissions/kit/wire/checks";
import { invalid, notFound } from "@emissions/kit/wire/errors";
import type { CustomDatabaseService } from "@emissions/proto/factors/v1/custom_database_service";
import type { Context } from "../context.ts";
import { INHERITED } from "../custom_database/access.ts";
import { findVersion } from "../custom_version/access.ts";
import { checkSearch } from "../search.ts";
import { showRecord, showRecords } from "./find.ts";
import { selectRecords } from "./list.ts";
import { LOOK_UPS_MAX, selectStates } from "./look-up.ts";
import { toRecord } from "./messages.ts";
import { selectRevisions } from "./queries.ts";

type Rpcs = "getCustomRecord" | "listCustomRecords" | "listCustomRecordRevisions" | "lookUpCustomRecords";

export const readHandlers = (context: Context): Pick<ServiceImpl<typeof CustomDatabaseService>, Rpcs> => ({
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
        const path = { ...request, owner };
        const { rows, total } = isId(recordId)
          ? await selectRevisions(tx, path, checkedPageOf(request))
          : { rows: [], total: 0 };
        if (total === 0) throw notFound("custom record");
        return { records: rows.map((row) => toRecord(row, { ...context, evidence: [] })), total };
      },
      INHERITED,
    ),

  lookUpCustomRecords: ({ recordIds }, call) => {
    if (recordIds.length > LOOK_UPS_MAX) {
      const msg = `at most ${LOOK_UPS_MAX} ids at once`;
      throw invalid([{ loc: ["record_ids"], msg, type: "value_error.list.max_items" }]);
    }
    return context.db.read(call, async (tx) => ({ records: await selectStates(tx, recordIds) }), INHERITED);
  },
});
