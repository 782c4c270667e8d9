import type { Tx } from "@emissions/kit/db/transactions";
import type { EndpointHealth } from "./rules.ts";

/** An endpoint row that the transaction has locked. */
export interface LockedEndpoint extends EndpointHealth {
  id: string;
  url: string;
  sealedSecret: Uint8Array;
}

/** A delivery that only this process may attempt until the claim expires. */
export interface ClaimedDelivery {
  id: string;
  endpointId: string;
  eventId: string;
  body: string;
  /** Fencing token: each claim increments it. */
  claim: string;
  attempts: number;
  seriesAttempts: number;
  test: boolean;
}

/** Endpoints are locked before their deliveries and in the order of their ids, which avoids deadlocks. */
export const lockEndpoints = (tx: Tx, org: string, ids: readonly string[]) => tx<LockedEndpoint[]>`
  select id, url, sealed_secret, enabled, answering, consecutive_failures, disabled_reason from webhook_endpoints
  where organization_id = ${org} and id = any(${ids as string[]}::uuid[])
  order by id for no key update`;

interface ClaimOptions {
  deliveriesMax: number;
  /** Claims nothing while any process has an attempt to the endpoint in flight. For endpoints that fail. */
  exclusive: boolean;
  durationMs: number;
}

/** Deliveries in flight were at the head of the queue when they were claimed, so a short look-up finds them. */
const QUEUE_HEAD_ROWS = 32;

/** Claims the next due deliveries of an endpoint that the caller has locked. */
export const claimDeliveries = (
  tx: Tx,
  org: string,
  endpointId: string,
  { deliveriesMax, exclusive, durationMs }: ClaimOptions,
) => tx<ClaimedDelivery[]>`
  with next as materialized (
    select id from webhook_deliveries
    where organization_id = ${org} and endpoint_id = ${endpointId} and status = 'pending' and next_attempt_at <= now()
      and (claimed_until is null or claimed_until <= now())
      ${
        exclusive
          ? tx`and not exists (
              select from (
                select claimed_until from webhook_deliveries
                where organization_id = ${org} and endpoint_id = ${endpointId} and status = 'pending'
                  and next_attempt_at <= now()
                order by next_attempt_at limit ${QUEUE_HEAD_ROWS}) as head
              where claimed_until > now())`
          : tx``
      }
    order by next_attempt_at limit ${deliveriesMax}
    for update skip locked
  )
  update webhook_deliveries d
  set claim = d.claim + 1, claimed_until = clock_timestamp() + ${durationMs}::float8 * interval '1 millisecond'
  where d.organization_id = ${org} and d.id = any(array(select id from next))
  returning d.id, d.endpoint_id, d.event_id, d.claim, d.attempts, d.series_attempts, d.test,
    (select e.body from webhook_events e where e.organization_id = d.organization_id and e.id = d.event_id)`;
