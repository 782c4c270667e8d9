import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import { NIL_ID } from "@emissions/kit/process/id";

/** An endpoint with pending deliveries. */
export interface DueEndpoint {
  organizationId: string;
  endpointId: string;
  /** Milliseconds until its first unclaimed delivery is due; null if all are claimed. */
  dueInMs: number | null;
  /** True if its first delivery is claimed: an attempt is in flight. */
  isClaimed: boolean;
}

export type EndpointKey = Pick<DueEndpoint, "organizationId" | "endpointId">;

/** Sorts before all endpoints. */
export const FIRST_KEY: EndpointKey = { organizationId: NIL_ID, endpointId: NIL_ID };

/**
 * Makes the planner read the first rows of an order from an index, for the rest of the transaction. It underestimates
 * the number of pending deliveries, so it would read and sort all of them. That is slow if a receiver was down.
 */
export const preferIndexOrder = (tx: Tx): Fragment =>
  tx`select set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true)`;

/**
 * Returns the endpoints after a key that have pending deliveries, with the first delivery of each. The recursive query
 * does one index look-up per endpoint. So its cost depends on the number of endpoints, not of deliveries.
 */
export const selectDueEndpoints = (tx: Tx, after: EndpointKey, limit: number) => tx<DueEndpoint[]>`
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
  select queue.organization_id, queue.endpoint_id, extract(epoch from first.at - now())::float8 * 1000 as due_in_ms,
    (select d.claimed_until > now() from webhook_deliveries as d
     where d.status = 'pending' and d.organization_id = queue.organization_id and d.endpoint_id = queue.endpoint_id
     order by d.next_attempt_at limit 1) is true as is_claimed
  from (select * from queue limit ${limit}) as queue left join lateral (
    select next_attempt_at as at from webhook_deliveries as d
    where d.status = 'pending' and d.organization_id = queue.organization_id and d.endpoint_id = queue.endpoint_id
      and (d.claimed_until is null or d.claimed_until <= now())
    order by d.next_attempt_at limit 1) as first on true
  order by queue.organization_id, queue.endpoint_id`;
