import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import { busy } from "@emissions/kit/wire/errors";

/** Cancelled in one statement, which takes some 0.3 s. */
export const STEP_ROWS_MAX = 10_000;
/** Cancelled by one call, in some 1 s: whoever has an event for the endpoint waits for its lock as long. */
export const LEFT_ROWS_MAX = 3 * STEP_ROWS_MAX;

/**
 * What waits for an endpoint is not sent any more. The caller has locked the endpoint. Whoever has an attempt under way
 * finds its claim outdated. What is due last goes first: what is left beyond one step is due, so that the senders come
 * upon it next, find the endpoint disabled, and cancel it too.
 */
export const cancelPending = (tx: Tx, org: string, endpointId: string): Fragment => tx`
  update webhook_deliveries
  set status = 'cancelled', finished_at = now(), next_attempt_at = null, claimed_until = null, claim = claim + 1
  where organization_id = ${org} and id = any(array(
    select id from webhook_deliveries
    where organization_id = ${org} and endpoint_id = ${endpointId} and status = 'pending'
    order by next_attempt_at desc limit ${STEP_ROWS_MAX}))`;

/**
 * For one that is about to be enabled: what was left when it was disabled, mostly nothing, must not be sent then. While
 * it is more than fits into one transaction it stays disabled, and the senders go on cancelling step by step.
 */
export async function cancelLeft(tx: Tx, org: string, endpointId: string): Promise<void> {
  if (await isMoreLeft(tx, org, endpointId)) {
    throw busy("WEBHOOK_ENDPOINT_BUSY", "What waited for the webhook endpoint is still being cancelled.");
  }
  for (let rows = 0; rows < LEFT_ROWS_MAX; rows += STEP_ROWS_MAX) {
    if ((await cancelPending(tx, org, endpointId)).count < STEP_ROWS_MAX) return;
  }
}

const isMoreLeft = async (tx: Tx, org: string, endpointId: string): Promise<boolean> =>
  (
    await tx`
      select from webhook_deliveries
      where organization_id = ${org} and endpoint_id = ${endpointId} and status = 'pending'
      order by next_attempt_at offset ${LEFT_ROWS_MAX} limit 1`
  ).count > 0;
