import type { Fragment, Tx } from "@emissions/kit/db";
import type { Sweep } from "@emissions/kit/sweep";
import type { Context } from "../context.ts";

const EVERY_MS = 10 * 60 * 1000;
/** Removed at once. */
export const STEP_ROWS_MAX = 1_000;
/** Of one round; what is left waits for the next. */
const STEPS_MAX = 100;

type Needs = Pick<Context, "db" | "deliveryRetentionDays">;

interface Old {
  organizationId: string;
  id: string;
}

/** Removes deliveries some time after their end, with their attempts, and then the events that nobody is told of. */
export const deliveryRetention = (context: Needs): Sweep => ({
  name: "delivery-retention",
  everyMs: EVERY_MS,
  work: async (signal) => {
    await removeOld(context, signal, { select: selectOldDeliveries, remove: deleteDeliveries });
    await removeOld(context, signal, { select: selectOldEvents, remove: deleteEvents });
  },
});

interface Kind {
  select(tx: Tx, days: number): Promise<Old[]>;
  remove(tx: Tx, org: string, ids: string[]): Fragment;
}

async function removeOld({ db, deliveryRetentionDays: days }: Needs, signal: AbortSignal, kind: Kind): Promise<void> {
  for (let step = 0; step < STEPS_MAX && !signal.aborted; step++) {
    const old = await db.machinery((tx) => kind.select(tx, days));
    for (const [org, rows] of Map.groupBy(old, ({ organizationId }) => organizationId)) {
      const ids = rows.map(({ id }) => id);
      await db.enter(org, ({ tx }) => kind.remove(tx, org, ids));
    }
    if (old.length < STEP_ROWS_MAX) return;
  }
}

const selectOldDeliveries = async (tx: Tx, days: number): Promise<Old[]> => tx<Old[]>`
  select organization_id, id from webhook_deliveries where finished_at < now() - make_interval(days => ${days})
  order by finished_at limit ${STEP_ROWS_MAX}`;

/** One that was begun anew meanwhile stays, and one that is being begun anew is left to the next round. */
const deleteDeliveries = (tx: Tx, org: string, ids: string[]) => tx`
  delete from webhook_deliveries where organization_id = ${org} and id = any(array(
    select id from webhook_deliveries where organization_id = ${org} and id = any(${ids}::uuid[])
      and finished_at is not null order by id for update skip locked))`;

const selectOldEvents = async (tx: Tx, days: number): Promise<Old[]> => tx<Old[]>`
  select organization_id, id from webhook_events as e
  where created_at < now() - make_interval(days => ${days}) and not exists (
    select from webhook_deliveries as d where d.organization_id = e.organization_id and d.event_id = e.id)
  order by created_at limit ${STEP_ROWS_MAX}`;

const deleteEvents = (tx: Tx, org: string, ids: string[]) => tx`
  delete from webhook_events as e where organization_id = ${org} and id = any(${ids}::uuid[]) and not exists (
    select from webhook_deliveries as d where d.organization_id = ${org} and d.event_id = e.id)`;
