import type { Sweep } from "@emissions/kit/db/sweep";
import type { Tx } from "@emissions/kit/db/transactions";
import type { Context } from "../context.ts";
import { type ExpiredRow, type Expiry, retentionSweep } from "../retention.ts";

type Needs = Pick<Context, "db" | "deliveryRetentionDays">;

/** Removes finished deliveries with their attempts, and then events without deliveries. */
export const deliveryRetention = ({ db, deliveryRetentionDays: days }: Needs): Sweep =>
  retentionSweep({
    name: "delivery-retention",
    db,
    days,
    tables: [
      { select: selectExpiredDeliveries, remove: deleteDeliveries },
      { select: selectExpiredEvents, remove: deleteEvents },
    ],
  });

const selectExpiredDeliveries = async (tx: Tx, { days, limit }: Expiry): Promise<ExpiredRow[]> => tx<ExpiredRow[]>`
  select organization_id, id from webhook_deliveries where finished_at < now() - make_interval(days => ${days})
  order by finished_at limit ${limit}`;

/** Keeps deliveries that were retried in the meantime, and skips those that a concurrent call has locked. */
const deleteDeliveries = (tx: Tx, org: string, ids: readonly string[]) => tx`
  delete from webhook_deliveries where organization_id = ${org} and id = any(array(
    select id from webhook_deliveries where organization_id = ${org} and id = any(${ids as string[]}::uuid[])
      and finished_at is not null order by id for update skip locked))`;

const selectExpiredEvents = async (tx: Tx, { days, limit }: Expiry): Promise<ExpiredRow[]> => tx<ExpiredRow[]>`
  select organization_id, id from webhook_events as e
  where created_at < now() - make_interval(days => ${days}) and not exists (
    select from webhook_deliveries as d where d.organization_id = e.organization_id and d.event_id = e.id)
  order by created_at limit ${limit}`;

const deleteEvents = (tx: Tx, org: string, ids: readonly string[]) => tx`
  delete from webhook_events as e where organization_id = ${org} and id = any(${ids as string[]}::uuid[]) and not exists (
    select from webhook_deliveries as d where d.organization_id = ${org} and d.event_id = e.id)`;
