import type { Write } from "@emissions/kit/db/transactions";
import { type Consumer, on } from "@emissions/kit/messages/consume";
import { type PeriodLockChanged, PeriodLockChangedSchema } from "@emissions/proto/activity/v1/period_lock_service";
import { PeriodLockAppliedSchema } from "@emissions/proto/calc/v1/restatement_service";
import { Deltas } from "../total_impact/deltas.ts";
import { insertReleased, selectRestatedSteps } from "../total_impact/series-queries.ts";
import { seriesWholesOf } from "../total_impact/wholes.ts";
import { releaseHeld } from "./held-records.ts";
import { holdWriters, lockedPeriods } from "./locks.ts";
import { applyChange } from "./totals.ts";

export const lockConsumers: Consumer[] = [
  on(PeriodLockChangedSchema, async (write, lock) => {
    holdWriters(write);
    if (lock.locked) await insertLock(write, lock);
    else await release(write, lock);
    write.emit(PeriodLockAppliedSchema, { id: lock.id, locked: lock.locked });
  }),
];

/** Has no effect on a lock that was released: the event is late. */
const insertLock = ({ tx, org }: Write, { id, startDate, endDate }: PeriodLockChanged) => tx`
  insert into locked_periods (organization_id, id, start_date, end_date)
  values (${org}, ${id}, ${startDate}, ${endDate})
  on conflict do nothing`;

/** Moves the amounts that were kept apart into the totals. A second time there are none. */
async function release(write: Write, { id, startDate, endDate }: PeriodLockChanged): Promise<void> {
  const { tx, org } = write;
  await tx`
    insert into locked_periods (organization_id, id, start_date, end_date, released_at)
    values (${org}, ${id}, ${startDate}, ${endDate}, clock_timestamp())
    on conflict (organization_id, id) do update set released_at = coalesce(locked_periods.released_at, excluded.released_at)`;
  // Days that another lock has locked since then stay apart, under that lock.
  const locks = await lockedPeriods(write);
  for await (const page of selectRestatedSteps(tx, org, id)) {
    const deltas = new Deltas();
    for (const row of page) deltas.addStep({ ...row, wholes: seriesWholesOf(row) }, row);
    await applyChange(write, locks, { deltas, coverage: [] });
  }
  await insertReleased(tx, org, id);
  await releaseHeld(tx, org, id);
}
