import type { Sweep } from "@emissions/kit/db/sweep";
import type { Tx } from "@emissions/kit/db/transactions";
import type { Context } from "../context.ts";
import { type Age, type Old, retention } from "../retention.ts";

type Needs = Pick<Context, "db" | "deliveryRetentionDays">;

/** Removes deliveries some time after their end, with their attempts, and then the events that nobody is told of. */
export const deliveryRetention = ({ db, deliveryRetentionDays: days }: Needs): Sweep =>
  retention({
    name: "delivery-retention",
    db,
    days,
    kinds: [
      { select: selectOldDeliveries, remove: deleteDeliveries },
      { select: selectOldEvents, remove: deleteEvents },
    ],
  });

const selectOldDeliveries = async (tx: Tx, { days, limit }: Age): Promise<Old[]> => tx<Old[]>`
  select organization_id, id from webhook_deliveries where finished_at < now() - make_interval(days => ${days})
  order by finished_at limit ${limit}`;

/** One that was begun anew meanwhile stays, and one that is being begun anew is left to the next round. */
const deleteDeliveries = (tx: Tx, org: string, ids: readonly string[]) => tx`
  delete from webhook_deliveries where organization_id = ${org} and id = any(array(
    select id from webhook_deliveries where organization_id = ${org} and id = any(${ids as string[]}::uuid[])
      and finished_at is not null order by id for update skip locked))`;

const selectOldEvents = async (tx: Tx, { days, limit }: Age): Promise<Old[]> => tx<Old[]>`
  select organization_id, id from webhook_events as e
  where created_at < now() - make_interval(days => ${days}) and not exists (
    select from webhook_deliveries as d where d.organization_id = e.organization_id and d.event_id = e.id)
  order by created_at limit ${limit}`;

const deleteEvents = (tx: Tx, org: string, ids: readonly string[]) => tx`
  delete from webhook_events as e where organization_id = ${org} and id = any(${ids as string[]}::uuid[]) and not exists (
    select from webhook_deliveries as d where d.organization_id = ${org} and d.event_id = e.id)`;
