import type { ServiceImpl } from "@connectrpc/connect";
import { isId } from "@emissions/kit/process/id";
import { conflict, notFound } from "@emissions/kit/wire/errors";
import { forward } from "@emissions/kit/wire/forward";
import { type AcceptanceService, RecalculationAcceptedSchema } from "@emissions/proto/activity/v1/acceptance_service";
import { RecalculationState } from "@emissions/proto/calc/v1/recalculation_service";
import type { Context } from "../context.ts";
import { holdLocks, insertAcceptance, selectLocked } from "./queries.ts";

type Dependencies = Pick<Context, "db" | "recalculations">;

export const acceptanceHandlers = ({ db, recalculations }: Dependencies): ServiceImpl<typeof AcceptanceService> => ({
  acceptRecalculation: async (request, call) => {
    const { id } = request;
    if (!isId(id)) throw notFound("recalculation");
    // A run that is ready does not change, so its days are known before the transaction.
    const { recalculation, changedDays } = await recalculations.getRecalculation({ id }, forward(call));
    if (recalculation?.run?.state !== RecalculationState.READY) throw notReady();
    return db.write(call, request, async ({ tx, org, principal, emit, about }) => {
      await holdLocks(tx, org);
      const locked = await selectLocked(tx, org, changedDays);
      if (locked !== null)
        throw conflict("PERIOD_LOCKED", `The period from ${locked.startDate} to ${locked.endDate} is locked.`);
      if (!(await insertAcceptance(tx, org, { id, changedDays, acceptedBy: principal.userId }))) throw notReady();
      emit(RecalculationAcceptedSchema, { recalculationId: id });
      about(id);
      return {};
    });
  },
});

const notReady = () =>
  conflict("RECALCULATION_NOT_READY", "The recalculation is still calculating, was accepted, or has ended.");
