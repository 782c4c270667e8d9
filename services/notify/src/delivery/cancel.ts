import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import { busy } from "@emissions/kit/wire/errors";

/** Cancelled by one statement, which takes about 0.3 s. */
export const BATCH_ROWS_MAX = 10_000;
/** Cancelled by one call, which takes about 1 s. New events for the endpoint wait for its lock as long. */
export const REMAINING_ROWS_MAX = 3 * BATCH_ROWS_MAX;

/**
 * Cancels pending deliveries of an endpoint that the caller has locked. The new claim number invalidates attempts in
 * flight. Deliveries with the latest due time are cancelled first. So deliveries beyond one batch are already due: the
 * senders find them, see that the endpoint is disabled, and cancel them.
 */
export const cancelPending = (tx: Tx, org: string, endpointId: string): Fragment => tx`
  update webhook_deliveries
  set status = 'cancelled', finished_at = now(), next_attempt_at = null, claimed_until = null, claim = claim + 1
  where organization_id = ${org} and id = any(array(
    select id from webhook_deliveries
    where organization_id = ${org} and endpoint_id = ${endpointId} and status = 'pending'
    order by next_attempt_at desc limit ${BATCH_ROWS_MAX}))`;

/**
 * Cancels the deliveries that disabling left pending, usually none, before the endpoint is enabled again. If one
 * transaction cannot cancel all of them, the endpoint stays disabled and the senders continue.
 */
export async function cancelRemaining(tx: Tx, org: string, endpointId: string): Promise<void> {
  if (await exceedsOneCall(tx, org, endpointId)) {
    throw busy("WEBHOOK_ENDPOINT_BUSY", "What waited for the webhook endpoint is still being cancelled.");
  }
  for (let rows = 0; rows < REMAINING_ROWS_MAX; rows += BATCH_ROWS_MAX) {
    if ((await cancelPending(tx, org, endpointId)).count < BATCH_ROWS_MAX) return;
  }
}

const exceedsOneCall = async (tx: Tx, org: string, endpointId: string): Promise<boolean> =>
  (
    await tx`
      select from webhook_deliveries
      where organization_id = ${org} and endpoint_id = ${endpointId} and status = 'pending'
      order by next_attempt_at offset ${REMAINING_ROWS_MAX} limit 1`
  ).count > 0;
