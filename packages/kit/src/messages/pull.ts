import { setTimeout as sleep } from "node:timers/promises";
import { type JsMsg, jetstream } from "@nats-io/jetstream";
import type { NatsConnection, Subscription } from "@nats-io/transport-node";

export interface Pull {
  closed(): Promise<unknown>;
  /** At once: what is on its way comes again later, to whoever pulls then. */
  stop(): void;
  /** After what is on its way has come. */
  drain(): Promise<void>;
}

interface PullOptions {
  nats: NatsConnection;
  stream: string;
  durable: string;
  /** Messages asked for at a time. */
  max: number;
  timeoutMs: number;
  onMessage(message: JsMsg): void;
}

/**
 * Length of one pull request. NATS sends two heartbeats in this time; without them the pull is opened anew after about
 * it.
 */
const PULL_MS = 3_000;
/** How long a stopping process waits for a NATS that may be away. */
const FLUSH_TIMEOUT_MS = 1_000;

/** Asks for the messages of a durable consumer, again and again, until it is stopped. */
export async function openPull({ nats, stream, durable, max, timeoutMs, onMessage }: PullOptions): Promise<Pull> {
  const subscriptions: Subscription[] = [];
  // The library can only end a pull at once. To wait for what is on its way, the subscription behind it is drained.
  const watched: NatsConnection = Object.create(nats, {
    subscribe: {
      value: (...what: Parameters<NatsConnection["subscribe"]>) => {
        const subscription = nats.subscribe(...what);
        subscriptions.push(subscription);
        return subscription;
      },
    },
  });
  const source = await jetstream(watched, { timeout: timeoutMs }).consumers.get(stream, durable);
  // `bind`: it does not ask first whether the consumer exists, because after a refusal it would wait for long.
  const messages = await source.consume({ max_messages: max, expires: PULL_MS, bind: true, callback: onMessage });
  return {
    closed: () => messages.closed(),
    stop: () => messages.stop(),
    drain: async () => {
      await flushWithTimeout(Promise.all(subscriptions.map((subscription) => subscription.drain())));
      messages.stop();
    },
  };
}

/** Waits until NATS has heard what was sent to it last, if NATS is there. */
export async function flushWithTimeout(word: Promise<unknown>): Promise<void> {
  await Promise.race([word.catch(() => {}), sleep(FLUSH_TIMEOUT_MS, undefined, { ref: false })]);
}
