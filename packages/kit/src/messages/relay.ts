import { jetstreamManager } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import type { Logger } from "pino";
import type { Db } from "../db/transactions.ts";
import { type Background, repeat } from "../process/repeat.ts";
import { answerMark } from "./marks.ts";
import { batchPublisher, PUBLISH_TIMEOUT_MS } from "./publish.ts";
import { ensureStream, streamOf } from "./stream.ts";
import { isAhead } from "./stream-ahead.ts";
import { answerChecks, isDatabaseLost, type StreamChecks } from "./stream-checks.ts";
import { trimStream } from "./stream-retention.ts";
import { lockState, publishAgain, saveState } from "./stream-state.ts";
import type { StreamStorage } from "./stream-storage.ts";

interface Relay {
  /** Those of the consumers of the process. */
  checks?: StreamChecks;
  db: Db;
  nats: NatsConnection;
  /** Learns whether the stream stores messages. */
  storage?: StreamStorage;
  /** Whether the connection is lost now. */
  isAway?: () => boolean;
  service: string;
  replicas: number;
  log: Logger;
}

/** The poll finds rows that another process left. Commits of this process wake the relay directly. */
const POLL_MS = 200;
/** Delay after a commit under load: one transaction then publishes the events of dozens. */
const GATHER_MS = 40;
/** Interval of the check for a lost stream. */
const CHECK_STREAM_MS = 2_000;

/**
 * Publishes the outbox. The row is the record and NATS only the transport. A message published twice is harmless. A
 * lost stream is filled again from stored rows. A stream that is newer than the database is emptied before. Events that
 * a full stream refuses wait.
 */
export function startRelay(relay: Relay): Background & { poke(): void } {
  const { db, nats, service, replicas, log, checks, storage, isAway } = relay;
  /** Value of `performance.now()`. */
  let checkedAt = 0;
  /** True when the next round must check the stream. */
  let wanted = true;
  /** Resolved by the next check that begins. */
  let asked = Promise.withResolvers<void>();
  const name = streamOf(service);
  let filling = false;
  let behind = "";
  const publishBatch = batchPublisher(db, nats, name);

  const loop = repeat({
    everyMs: POLL_MS,
    gatherMs: GATHER_MS,
    onError: (error) => {
      const isKnown = storage?.isRefusing === true;
      if (isAway?.()) storage?.reset();
      log[isKnown ? "debug" : "warn"]({ err: error }, "the outbox could not be published; it waits");
      // The next database may be a restored backup. Its stream is checked before anything is published.
      wanted = true;
      if (isDatabaseLost(error)) checks?.reset();
    },
    work: async () => {
      if (nats.isClosed()) return;
      let more = true;
      while (more && !loop.stopping()) {
        if (wanted || performance.now() - checkedAt > CHECK_STREAM_MS) await check();
        if (filling) filling = await db.systemWide((tx) => publishAgain(tx, name));
        const { done, all, refused } = await publishBatch();
        if (refused !== undefined) wanted = true;
        if (done > 0) storage?.reset();
        if (done === 0 && refused !== undefined) {
          if (!isAway?.()) storage?.refused(refused);
          throw refused;
        }
        more = refused === undefined && (filling || !all);
      }
    },
  });

  async function check(): Promise<void> {
    const { resolve } = asked;
    asked = Promise.withResolvers();
    wanted = false;
    await checkStream().catch((error) => {
      void asked.promise.then(resolve);
      throw error;
    });
    checkedAt = performance.now();
    resolve();
  }

  async function checkStream(): Promise<void> {
    const jsm = await jetstreamManager(nats, { timeout: PUBLISH_TIMEOUT_MS });
    await db.systemWide(async (tx) => {
      const known = await lockState(tx, name);
      let stream = await ensureStream(jsm, service, replicas);
      const emptied = await isAhead(tx, jsm, known, stream);
      if (emptied) {
        log.error({ stream: name }, "the stream is newer than the database, which was restored; emptying the stream");
        await jsm.streams.delete(name);
        stream = await ensureStream(jsm, service, replicas);
      }
      const { lost, oldUpTo, ...now } = await saveState(tx, known, stream, { emptied });
      if (lost) log.warn({ stream: name }, "the stream was lost; publishing again");
      filling = now.filling;
      storage?.sawLast(stream.state.last_seq);
      logConsumersBehind(await trimStream(tx, jsm, { stream, oldUpTo }));
    });
  }

  /** Logs each change once, because a consumer may be away for days. */
  function logConsumersBehind(consumers: readonly string[]): void {
    const now = consumers.join(", ");
    if (now !== behind && now !== "") log.warn({ stream: name, consumers }, "a stream waits to be read");
    behind = now;
  }

  const answering = answerChecks(nats, service, {
    check: () => {
      wanted = true;
      loop.poke();
      return asked.promise;
    },
    exchange: (question) => answerMark(db, question),
  });
  return {
    poke: loop.poke,
    stop: async () => {
      answering.unsubscribe();
      await loop.stop();
    },
  };
}
