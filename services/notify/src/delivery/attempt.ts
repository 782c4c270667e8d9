import type { Logger } from "@emissions/kit/process/log";
import { Webhook } from "standardwebhooks";
import type { Context } from "../context.ts";
import type { Outcome } from "../outbound/outbound.ts";
import type { Claimed } from "./claim.ts";
import type { Attempted } from "./settle.ts";

const USER_AGENT = "emissions-accounting-webhooks/1";

export interface Attempt {
  delivery: Claimed;
  url: string;
  /** As of the claim: after a rotation the next attempt is signed with the new one alone. */
  secret: string;
}

interface Sending extends Pick<Context, "outbound"> {
  /** Behind the limit that the way out keeps itself. */
  limitMs: number;
  log: Logger;
}

/** Sends the event once. Whatever happens, there is an outcome, and it counts. */
export async function attempt({ outbound, limitMs, log }: Sending, planned: Attempt): Promise<Attempted> {
  const { delivery, url, secret } = planned;
  const [at, begun] = [new Date(), performance.now()];
  const lost = (errorCode: Outcome["errorCode"]): Outcome => {
    const durationMs = Math.round(performance.now() - begun);
    return { status: null, body: null, retryAfterMs: null, errorCode, durationMs };
  };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => resolve(lost("TIMEOUT")), limitMs);
  });
  try {
    const message = { headers: headersOf(delivery, secret, at), body: Buffer.from(delivery.body) };
    const outcome = await Promise.race([outbound.post(url, message), late]);
    return { delivery, url, at, outcome };
  } catch (error) {
    log.error({ err: error, delivery: delivery.id }, "an attempt broke off");
    return { delivery, url, at, outcome: lost("CONNECTION_RESET") };
  } finally {
    clearTimeout(timer);
  }
}

/** Standard Webhooks: the event's id is the same in every attempt, time and signature are not. */
const headersOf = ({ eventId, body }: Claimed, secret: string, at: Date): Record<string, string> => ({
  "content-type": "application/json",
  "user-agent": USER_AGENT,
  "webhook-id": eventId,
  "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
  "webhook-signature": new Webhook(secret).sign(eventId, at, body),
});
