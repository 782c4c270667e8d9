import { type Consumer, on } from "@emissions/kit/messages/consume";
import { NIL_ID } from "@emissions/kit/process/id";
import { FreightRunChangedSchema } from "@emissions/proto/activity/v1/logistics_recharge_service";
import { changeRuns, selectMisplaced } from "../freight_run/queries.ts";
import { RECORDS_MAX } from "../records/announce.ts";
import { recalculateRecords } from "../records/delete.ts";
import type { InputCatalogues } from "../records/kind.ts";
import { logisticsRequests } from "./logistics_request.ts";

/** Moves the legs of a run into the totals, or out of them. Each event handles one page and announces the next. */
export const freightRunConsumer = (context: InputCatalogues): Consumer =>
  on(FreightRunChangedSchema, async (write, { run, legsDoneToId }) => {
    const { tx, org, emit } = write;
    await changeRuns(tx, org);
    const page = { run, afterId: legsDoneToId || NIL_ID, max: RECORDS_MAX };
    const ids = (await selectMisplaced(tx, org, page)).map(({ id }) => id);
    if (ids.length === 0) return;
    await recalculateRecords(context, write, logisticsRequests, ids);
    if (ids.length === RECORDS_MAX) emit(FreightRunChangedSchema, { run, legsDoneToId: ids.at(-1)! });
  });
