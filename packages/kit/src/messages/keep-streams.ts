import { type JetStreamManager, jetstreamManager } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import { LANES } from "../db/lane.ts";
import type { Logger } from "../process/log.ts";
import { type Background, repeat } from "../process/repeat.ts";
import { type Declarations, readDeclarations } from "./declared-events.ts";
import { durableOf, ensureConsumer, ensureStream } from "./stream.ts";

/** Interval of the check for a lost stream. */
const CHECK_MS = 2_000;
const REQUEST_TIMEOUT_MS = 5_000;

interface Keeping {
  nats: NatsConnection;
  replicas: number;
  log: Logger;
}

export interface KeptStreams extends Background {
  /** Whether all streams and consumers existed at the last check. */
  areComplete(): boolean;
}

/**
 * Creates the streams and consumers of all services, and again when NATS has lost them. Services cannot: who configures
 * a stream or a consumer can let the server publish to any subject.
 */
export function keepStreams({ nats, replicas, log }: Keeping): KeptStreams {
  const declarations = readDeclarations();
  const complete = new Map<string, string>();
  let isComplete = false;

  const loop = repeat({
    everyMs: CHECK_MS,
    onError: (error) => {
      isComplete = false;
      log.warn({ err: error }, "streams could not be checked");
    },
    work: async () => {
      const jsm = await jetstreamManager(nats, { timeout: REQUEST_TIMEOUT_MS });
      for (const owner of declarations.owners) {
        const { created, state } = await ensureStream(jsm, owner, replicas);
        // A stream without its consumers, or a new one, is completed.
        if (complete.get(owner) === `${created} ${state.consumer_count}`) continue;
        const count = await ensureConsumers(jsm, declarations, owner);
        complete.set(owner, `${created} ${Math.max(count, state.consumer_count)}`);
        log.info({ stream: owner, consumers: count }, "a stream and its consumers exist");
      }
      isComplete = true;
    },
  });
  void pokeOnReconnect(nats, loop.poke);
  return { stop: loop.stop, areComplete: () => isComplete };
}

async function ensureConsumers(jsm: JetStreamManager, { events }: Declarations, owner: string): Promise<number> {
  const all = events
    .filter((event) => event.owner === owner)
    .flatMap(({ type, consumers }) => consumers.flatMap((consumer) => LANES.map((lane) => ({ type, consumer, lane }))));
  for (const { type, consumer, lane } of all) await ensureConsumer(jsm, durableOf(consumer, type, lane), type, lane);
  return all.length;
}

/** The store may have been lost meanwhile. */
async function pokeOnReconnect(nats: NatsConnection, poke: () => void): Promise<void> {
  for await (const status of nats.status()) if (status.type === "reconnect") poke();
}
