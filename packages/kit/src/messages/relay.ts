import { jetstreamManager } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import type { Logger } from "pino";
import { countWaiting } from "../db/outbox.ts";
import type { Db } from "../db/transactions.ts";
import { outboxWaiting } from "../process/metrics.ts";
import { type Background, repeat } from "../process/repeat.ts";
import { batchPublisher, PUBLISH_TIMEOUT_MS } from "./publish.ts";
import { ensureStream, streamOf } from "./stream.ts";
import { trimStream } from "./stream-retention.ts";
import { lockState, publishAgain, saveState } from "./stream-state.ts";

interface Relay {
  db: Db;
  nats: NatsConnection;
  service: string;
  replicas: number;
  log: Logger;
}

/** Behind the wake-up after each commit: finds what another process left. */
const POLL_MS = 200;
/** Under load, so much later than the commit: one transaction then publishes what dozens of others wrote. */
const GATHER_MS = 40;
/** How soon the loss of a stream is noticed when nothing is published. */
const CHECK_STREAM_MS = 2_000;

/**
 * Publishes the outbox. The row is the record and NATS only the transport: a
 * message published twice is harmless, a stream that was lost is filled again
 * from the rows that are kept, and what a full one refuses waits.
 */
export function startRelay({ db, nats, service, replicas, log }: Relay): Background & { poke(): void } {
  let checkedAt = 0;
  const name = streamOf(service);
  let filling = false;
  let behind = "";
  const publishBatch = batchPublisher(db, nats, name);

  const loop = repeat({
    everyMs: POLL_MS,
    gatherMs: GATHER_MS,
    onError: (error) => log.warn({ err: error }, "the outbox could not be published; it waits"),
    work: async () => {
      if (nats.isClosed()) return;
      if (Date.now() - checkedAt > CHECK_STREAM_MS) {
        await checkStream();
        checkedAt = Date.now();
      }
      let more = true;
      while (more && !loop.stopping()) {
        if (filling) filling = await db.systemWide((tx) => publishAgain(tx, name));
        const { done, all, refused } = await publishBatch();
        if (refused !== undefined) checkedAt = 0;
        if (done === 0 && refused !== undefined) throw refused;
        more = refused === undefined && (filling || !all);
      }
    },
  });

  async function checkStream(): Promise<void> {
    const jsm = await jetstreamManager(nats, { timeout: PUBLISH_TIMEOUT_MS });
    const waiting = await db.systemWide(async (tx) => {
      const known = await lockState(tx, name);
      const stream = await ensureStream(jsm, service, replicas);
      const { lost, oldUpTo, ...now } = await saveState(tx, known, stream);
      if (lost) log.warn({ stream: name }, "the stream was lost; publishing again");
      filling = now.filling;
      tellWhoIsBehind(await trimStream(tx, jsm, { stream, oldUpTo }));
      return countWaiting(tx);
    });
    outboxWaiting.set(waiting[0]?.waiting ?? 0);
  }

  /** Once for each change, for it may take days. */
  function tellWhoIsBehind(consumers: readonly string[]): void {
    const now = consumers.join(", ");
    if (now !== behind && now !== "") log.warn({ stream: name, consumers }, "a stream waits to be read");
    behind = now;
  }

  return loop;
}
