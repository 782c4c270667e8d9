import type { Tx } from "@emissions/kit/db";

/**
 * What waits for an endpoint is not sent any more. The caller has locked the endpoint. Whoever has an attempt under way
 * finds its claim outdated.
 */
export const cancelPending = (tx: Tx, org: string, endpointId: string) => tx`
  update webhook_deliveries
  set status = 'cancelled', finished_at = now(), next_attempt_at = null, claimed_until = null, claim = claim + 1
  where organization_id = ${org} and endpoint_id = ${endpointId} and status = 'pending'`;
