import type { Logger } from "@emissions/kit/process/log";
import { Webhook } from "standardwebhooks";
import type { Context } from "../context.ts";
import type { Outcome } from "../outbound/outbound.ts";
import type { ClaimedDelivery } from "./claim.ts";

const USER_AGENT = "emissions-accounting-webhooks/1";

export interface PlannedAttempt {
  delivery: ClaimedDelivery;
  url: string;
  /** Secret at the time of the claim. After a rotation the next attempt uses only the new one. */
  secret: string;
}

export interface FinishedAttempt {
  delivery: ClaimedDelivery;
  /** URL of the request; the endpoint may have another one by now. */
  url: string;
  at: Date;
  outcome: Outcome;
}

interface Options extends Pick<Context, "outbound"> {
  /** Longer than the time limit of `outbound`, as a second safeguard. */
  limitMs: number;
  log: Logger;
}

/** Sends the event once. Never throws: an unexpected error also becomes an outcome that counts as an attempt. */
export async function sendAttempt(
  { outbound, limitMs, log }: Options,
  planned: PlannedAttempt,
): Promise<FinishedAttempt> {
  const { delivery, url, secret } = planned;
  const [at, begun] = [new Date(), performance.now()];
  const failed = (errorCode: Outcome["errorCode"]): Outcome => {
    const durationMs = Math.round(performance.now() - begun);
    return { status: null, body: null, retryAfterMs: null, errorCode, durationMs };
  };
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => resolve(failed("TIMEOUT")), limitMs);
  });
  try {
    const message = { headers: headersOf(delivery, secret, at), body: Buffer.from(delivery.body) };
    const outcome = await Promise.race([outbound.post(url, message), timeout]);
    return { delivery, url, at, outcome };
  } catch (error) {
    log.error({ err: error, delivery: delivery.id }, "webhook attempt failed unexpectedly");
    return { delivery, url, at, outcome: failed("CONNECTION_RESET") };
  } finally {
    clearTimeout(timer);
  }
}

/** Standard Webhooks: every attempt has the id of the event, and its own timestamp and signature. */
const headersOf = ({ eventId, body }: ClaimedDelivery, secret: string, at: Date): Record<string, string> => ({
  "content-type": "application/json",
  "user-agent": USER_AGENT,
  "webhook-id": eventId,
  "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
  "webhook-signature": new Webhook(secret).sign(eventId, at, body),
});
