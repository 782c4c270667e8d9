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

/** NATS says twice in this time that a pull stands. One that it says nothing of is opened anew, after about this time. */
const PULL_MS = 3_000;
/** A NATS that is away is not waited for. */
const LAST_WORD_MS = 1_000;

/** Asks for the messages of a durable consumer, again and again, until it is stopped. */
export async function openPull({ nats, stream, durable, max, timeoutMs, onMessage }: PullOptions): Promise<Pull> {
  const subscriptions: Subscription[] = [];
  // The library knows no end to a pull but at once. Only the subscription behind it can wait for what is on its way.
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
  // Bound, it asks again without asking first whether there is such a consumer: a refusal would make it wait for long.
  const messages = await source.consume({ max_messages: max, expires: PULL_MS, bind: true, callback: onMessage });
  return {
    closed: () => messages.closed(),
    stop: () => messages.stop(),
    drain: async () => {
      await lastWord(Promise.all(subscriptions.map((subscription) => subscription.drain())));
      messages.stop();
    },
  };
}

/** Waits until NATS has heard what was said to it last, as long as it is there. */
export async function lastWord(word: Promise<unknown>): Promise<void> {
  await Promise.race([word.catch(() => {}), sleep(LAST_WORD_MS, undefined, { ref: false })]);
}
