import { type Consumer, onMany } from "@emissions/kit/messages/consume";
import { RecalculationSettledSchema } from "@emissions/proto/calc/v1/recalculation_service";
import { deleteAcceptances } from "./queries.ts";

/** Calc changes no totals any more, so their periods can be locked. */
export const settledConsumer: Consumer = onMany(RecalculationSettledSchema, async ({ tx, org }, events) => {
  await deleteAcceptances(
    tx,
    org,
    events.map(({ recalculationId }) => recalculationId),
  );
});
