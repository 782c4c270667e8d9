import { inOrder } from "@emissions/kit/db/in-order";
import type { Write } from "@emissions/kit/db/transactions";
import type { Logger } from "@emissions/kit/process/log";
import type { Context } from "../context.ts";
import { openSecret } from "../secret.ts";
import type { FinishedAttempt, PlannedAttempt } from "./attempt.ts";
import { BATCH_ROWS_MAX, cancelPending } from "./cancel.ts";
import { claimDeliveries, type LockedEndpoint, lockEndpoints } from "./claim.ts";
import { preferIndexOrder } from "./due-endpoints.ts";
import type { Budget, QueuedEndpoint, Slots } from "./endpoint-queue.ts";
import { lockClaimed, recordOutcomes } from "./outcomes.ts";

export type SenderContext = Pick<Context, "db" | "sealer" | "outbound" | "schedule" | "timeoutMs">;

interface ClaimContext extends Pick<SenderContext, "sealer" | "schedule"> {
  /** Duration of a claim. */
  claimMs: number;
  suspend: (endpoint: QueuedEndpoint) => void;
  log: Logger;
}

interface Work {
  finished: readonly FinishedAttempt[];
  reserved: readonly Slots[];
}

/** The deliveries that were claimed for one endpoint. */
export interface Claims {
  slots: Slots;
  answering: boolean;
  budget: Budget;
  attempts: PlannedAttempt[];
  /** True if the endpoint may have further due deliveries. */
  more: boolean;
}

/**
 * Records finished attempts and claims the next deliveries of one organization, in one transaction. The transaction may
 * be repeated, so it changes nothing in memory but the suspension of an endpoint.
 */
export async function recordAndClaim(context: ClaimContext, write: Write, { finished, reserved }: Work) {
  const { tx, org, send } = write;
  const ids = [
    ...finished.map(({ delivery }) => delivery.endpointId),
    ...reserved.map(({ endpoint }) => endpoint.endpointId),
  ];
  send(preferIndexOrder(tx));
  const [before, valid] = await inOrder(
    () => lockEndpoints(tx, org, [...new Set(ids)]),
    () => lockClaimed(tx, org, finished),
  );
  const { schedule } = context;
  const { endpoints, nextAttemptInMs } = recordOutcomes({ write, schedule, endpoints: before, valid }, finished);
  const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
  const claims = await Promise.all(
    reserved.flatMap((slots) => {
      const endpoint = byId.get(slots.endpoint.endpointId);
      return endpoint === undefined ? [] : [claim(context, write, endpoint, slots)];
    }),
  );
  return { claims, nextAttemptInMs };
}

async function claim(
  context: ClaimContext,
  { tx, org }: Pick<Write, "tx" | "org">,
  endpoint: LockedEndpoint,
  slots: Slots,
): Promise<Claims> {
  const { answering } = endpoint;
  const budget = budgetOf(answering, slots);
  const nothing: Claims = { slots, answering, budget, attempts: [], more: false };
  if (!endpoint.enabled) {
    // Disabling cancels one batch; these deliveries were beyond it.
    const { count } = await cancelPending(tx, org, endpoint.id);
    return { ...nothing, more: count === BATCH_ROWS_MAX };
  }
  const deliveriesMax = slots[budget];
  if (deliveriesMax === 0) return { ...nothing, more: true };
  const secret = secretOf(context, org, endpoint, slots);
  if (secret === null) return nothing;
  const options = { deliveriesMax, exclusive: !answering, durationMs: context.claimMs };
  const claimed = await claimDeliveries(tx, org, endpoint.id, options);
  const attempts = claimed.map((delivery) => ({ delivery, url: endpoint.url, secret }));
  return { ...nothing, attempts, more: claimed.length === deliveriesMax };
}

/** A secret that cannot be decrypted is our own fault. It counts as no attempt, and the endpoint is suspended. */
function secretOf(
  { sealer, suspend, log }: ClaimContext,
  org: string,
  { id, sealedSecret }: LockedEndpoint,
  slots: Slots,
): string | null {
  try {
    return openSecret(sealer, { org, endpointId: id }, sealedSecret);
  } catch (error) {
    log.error({ err: error, endpoint: id }, "secret of a webhook endpoint cannot be decrypted");
    suspend(slots.endpoint);
    return null;
  }
}

/** An endpoint that is new to this process does not have to wait for slots of failing endpoints. */
function budgetOf(answering: boolean, slots: Slots): Budget {
  if (answering && slots.answering > 0) return "answering";
  return slots.untried > 0 ? "untried" : "failing";
}
