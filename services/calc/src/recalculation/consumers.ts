import { type Consumer, on } from "@emissions/kit/messages/consume";
import { RecalculationAcceptedSchema } from "@emissions/proto/activity/v1/acceptance_service";
import { RecalculationSettledSchema } from "@emissions/proto/calc/v1/recalculation_service";
import { lockRun, updateState } from "./run-queries.ts";
import { workBegun } from "./wake.ts";

/** Begins the acceptance of a run. One that was discarded meanwhile stays as it is, and activity learns so. */
export const recalculationConsumer: Consumer = on(
  RecalculationAcceptedSchema,
  async ({ tx, org, emit, afterCommit }, { recalculationId: id }) => {
    const run = await lockRun(tx, org, id, "wait");
    if (run?.state === "accepting") return;
    if (run?.state !== "ready") return emit(RecalculationSettledSchema, { recalculationId: id });
    await updateState(tx, org, id, "accepting");
    afterCommit(workBegun.notify);
  },
);
