import { create } from "@bufbuild/protobuf";
import type { Principal } from "@emissions/kit/wire/principal";
import { PeriodLockService } from "@emissions/proto/activity/v1/period_lock_service";
import { RestatementService } from "@emissions/proto/activity/v1/restatement_service";
import { PeriodLockAppliedSchema } from "@emissions/proto/calc/v1/restatement_service";
import { activity, us } from "../activity.fixture.ts";
import { lockConsumer } from "./pending-locks.ts";

export const locks = (by: Principal = us) => activity.as(by, PeriodLockService);

export const lock = async (startDate: string, endDate: string, note?: string) =>
  (await locks().lockPeriod({ startDate, endDate, ...(note !== undefined && { note }) })).periodLock!;

/** calc has applied a lock to the totals, or its end. */
export const confirm = (id: string, locked: boolean, by: Principal = us) =>
  activity.db.asService(by.organizationId, (write) =>
    lockConsumer.handle(write, [create(PeriodLockAppliedSchema, { id, locked })]),
  );

/** A lock whose totals are fixed. */
export async function fixedLock(startDate: string, endDate: string) {
  const { id } = await lock(startDate, endDate);
  await confirm(id, true);
  return id;
}

/** Metadata of a call with a reason. */
export const because = (reason: string) => ({ "restatement-reason": encodeURIComponent(reason) });

export const restatements = async (filter: object = {}, by: Principal = us) =>
  (await activity.as(by, RestatementService).listRestatements(filter)).restatements;
