import { setTimeout as sleep } from "node:timers/promises";
import { ConnectError } from "@connectrpc/connect";
import type { Msg, NatsConnection, Subscription } from "@nats-io/transport-node";
import postgres from "postgres";
import { UNREACHABLE, unavailable } from "../db/run-transaction.ts";

/** Limit of the wait for an answer, and pause while no process of the owner listens. */
const ASK_TIMEOUT_MS = 5_000;
const PAUSE_MS = 100;

/** A consumer sends its question to the owner of a stream on this subject. */
export const checkSubjectOf = (owner: string) => `checks.streams.${owner}`;

/**
 * Which streams are known to agree with the database. After a loss of the database it may be a restored backup, and
 * streams may have messages of its future. Consumers wait until the owner of a stream has compared it with its outbox.
 */
export class StreamChecks {
  readonly #checked = new Set<string>();

  isDone(owner: string): boolean {
    return this.#checked.has(owner);
  }

  /** Called when the database was lost. */
  reset(): void {
    this.#checked.clear();
  }

  /** Resolves when the owner of the stream has checked it. Throws `unavailable` if no process of the owner answers. */
  async ask(nats: NatsConnection, owner: string): Promise<void> {
    const end = performance.now() + ASK_TIMEOUT_MS;
    for (;;) {
      try {
        await nats.request(checkSubjectOf(owner), undefined, { timeout: Math.max(end - performance.now(), PAUSE_MS) });
        this.#checked.add(owner);
        return;
      } catch (error) {
        if (performance.now() + PAUSE_MS > end)
          throw unavailable(`no process of ${owner} has checked its stream`, error);
        await sleep(PAUSE_MS);
      }
    }
  }
}

interface Answers {
  check(): Promise<void>;
  /** The answer to a mark (marks.ts). A question about the stream has no content. */
  exchange(question: Uint8Array): Promise<Uint8Array>;
}

/** Answers such questions. One process of the service gets each. */
export function answerChecks(nats: NatsConnection, service: string, { check, exchange }: Answers): Subscription {
  const answer = (message: Msg) => {
    const answered = message.data.length === 0 ? check() : exchange(message.data);
    answered.then(
      (data) => message.respond(data ?? undefined),
      // No answer: the consumer asks again.
      () => {},
    );
  };
  return nats.subscribe(checkSubjectOf(service), {
    queue: service,
    callback: (error, message) => {
      if (error === null) answer(message);
    },
  });
}

/** The connection to the database was lost, or not found. */
export const isDatabaseLost = (error: unknown): boolean =>
  (error instanceof ConnectError && error.rawMessage === UNREACHABLE) ||
  (error instanceof postgres.PostgresError && /^(08|57P0|53300)/.test(error.code));
