import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import { NIL_ID } from "@emissions/kit/process/id";

/** An endpoint with something to send. */
export interface Due {
  organizationId: string;
  endpointId: string;
  /** Milliseconds until its first delivery is due that nobody holds; null when somebody holds them all. */
  inMs: number | null;
  /** Somebody has an attempt under way. */
  held: boolean;
}

export type Place = Pick<Due, "organizationId" | "endpointId">;

export const FIRST: Place = { organizationId: NIL_ID, endpointId: NIL_ID };

/**
 * For the rest of the transaction the first rows of an order come from its index. The planner takes what is pending for
 * a handful, and would read and sort all of it each time, which it is not when a receiver has been away.
 */
export const readInOrder = (tx: Tx): Fragment =>
  tx`select set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true)`;

/**
 * The endpoints after a place that have pending deliveries, with the first delivery of each. The index is entered anew
 * for each endpoint: however much waits for one of them, it costs as much as the others, and hides nobody.
 */
export const selectDue = (tx: Tx, after: Place, limit: number) => tx<Due[]>`
  with recursive queue as (
    (select organization_id, endpoint_id from webhook_deliveries
     where status = 'pending' and (organization_id, endpoint_id) > (${after.organizationId}::uuid, ${after.endpointId}::uuid)
     order by organization_id, endpoint_id limit 1)
    union all
    select following.organization_id, following.endpoint_id
    from queue, lateral (
      select organization_id, endpoint_id from webhook_deliveries
      where status = 'pending' and (organization_id, endpoint_id) > (queue.organization_id, queue.endpoint_id)
      order by organization_id, endpoint_id limit 1) as following
  )
  select queue.organization_id, queue.endpoint_id, extract(epoch from first.at - now())::float8 * 1000 as in_ms,
    (select d.claimed_until > now() from webhook_deliveries as d
     where d.status = 'pending' and d.organization_id = queue.organization_id and d.endpoint_id = queue.endpoint_id
     order by d.next_attempt_at limit 1) is true as held
  from (select * from queue limit ${limit}) as queue left join lateral (
    select next_attempt_at as at from webhook_deliveries as d
    where d.status = 'pending' and d.organization_id = queue.organization_id and d.endpoint_id = queue.endpoint_id
      and (d.claimed_until is null or d.claimed_until <= now())
    order by d.next_attempt_at limit 1) as first on true
  order by queue.organization_id, queue.endpoint_id`;
