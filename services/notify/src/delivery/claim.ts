import type { Tx } from "@emissions/kit/db/transactions";
import type { Health } from "./rules.ts";

/** An endpoint as its senders know it. */
export interface Receiver extends Health {
  id: string;
  url: string;
  sealedSecret: Uint8Array;
}

/** A delivery that this process, and no other, may attempt until the claim ends. */
export interface Claimed {
  id: string;
  endpointId: string;
  eventId: string;
  body: string;
  /** The fence: it is higher in every later claim. */
  claim: string;
  attempts: number;
  seriesAttempts: number;
  test: boolean;
}

/** First of all locks, and in the order of ids: whoever changes deliveries of an endpoint holds the endpoint. */
export const lockReceivers = (tx: Tx, org: string, ids: readonly string[]) => tx<Receiver[]>`
  select id, url, sealed_secret, enabled, answering, consecutive_failures, disabled_reason from webhook_endpoints
  where organization_id = ${org} and id = any(${ids as string[]}::uuid[])
  order by id for no key update`;

interface Room {
  deliveries: number;
  /** Of an endpoint that does not answer nothing is taken while an attempt is under way, in whatever process. */
  alone: boolean;
  forMs: number;
}

/** Takes the next deliveries of an endpoint that the caller has locked. */
export const claimDeliveries = (tx: Tx, org: string, endpointId: string, { deliveries, alone, forMs }: Room) => tx<
  Claimed[]
>`
  with next as materialized (
    select id from webhook_deliveries
    where organization_id = ${org} and endpoint_id = ${endpointId} and status = 'pending' and next_attempt_at <= now()
      and (claimed_until is null or claimed_until <= now())
      ${
        alone
          ? tx`and not exists (
              select from (
                select claimed_until from webhook_deliveries
                where organization_id = ${org} and endpoint_id = ${endpointId} and status = 'pending'
                  and next_attempt_at <= now()
                order by next_attempt_at limit ${AHEAD_MAX}) as ahead
              where claimed_until > now())`
          : tx``
      }
    order by next_attempt_at limit ${deliveries}
    for update skip locked
  )
  update webhook_deliveries d
  set claim = d.claim + 1, claimed_until = clock_timestamp() + ${forMs}::float8 * interval '1 millisecond'
  where d.organization_id = ${org} and d.id = any(array(select id from next))
  returning d.id, d.endpoint_id, d.event_id, d.claim, d.attempts, d.series_attempts, d.test,
    (select e.body from webhook_events e where e.organization_id = d.organization_id and e.id = d.event_id)`;

/** What is under way was first in the queue, or near it, when it was taken. */
const AHEAD_MAX = 32;
