import { setTimeout as sleep } from "node:timers/promises";
import { type JsMsg, jetstream } from "@nats-io/jetstream";
import type { NatsConnection, Subscription } from "@nats-io/transport-node";

export interface Pull {
  closed(): Promise<unknown>;
  /** Stops at once. Messages on their way are delivered again later. */
  stop(): void;
  /** Stops after the messages on their way have arrived. */
  drain(): Promise<void>;
}

interface PullOptions {
  nats: NatsConnection;
  stream: string;
  durable: string;
  /** Messages of one pull request. */
  max: number;
  timeoutMs: number;
  onMessage(message: JsMsg): void;
}

/** Length of one pull request. NATS sends two heartbeats in this time. Without them the pull is opened again. */
const PULL_MS = 3_000;
/** Limit of the wait for NATS when a process stops. */
const FLUSH_TIMEOUT_MS = 1_000;

/** Requests the messages of a durable consumer until it is stopped. */
export async function openPull({ nats, stream, durable, max, timeoutMs, onMessage }: PullOptions): Promise<Pull> {
  const subscriptions: Subscription[] = [];
  // The library can only end a pull at once. Draining its subscription delivers the messages on their way.
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
  // `bind` skips the check that the consumer exists. After a refusal that check would wait long.
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

/** Waits until NATS has received the pending data, but not longer than the timeout. */
export async function flushWithTimeout(word: Promise<unknown>): Promise<void> {
  await Promise.race([word.catch(() => {}), sleep(FLUSH_TIMEOUT_MS, undefined, { ref: false })]);
}
