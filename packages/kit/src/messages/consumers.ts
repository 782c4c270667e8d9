import { type JsMsg, jetstreamManager } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import type { Logger } from "pino";
import { LANES, type Lane } from "../db/lane.ts";
import type { Db } from "../db/transactions.ts";
import { type Background, repeat } from "../process/repeat.ts";
import { isUnavailable } from "../wire/errors.ts";
import type { Consumer } from "./consume.ts";
import { consume, type Delivery } from "./deliveries.ts";
import type { Work } from "./handle-events.ts";
import { consumedMessages, consumerPending, eventsHandled } from "./metrics.ts";
import { flushWithTimeout, openPull, type Pull } from "./pull.ts";
import { startRetries } from "./retry-deferred.ts";
import { durableOf, ensureConsumer, ensureStream, inboxNameOf, isAbsent, partsOf, streamOf } from "./stream.ts";
import { StreamChecks } from "./stream-checks.ts";

interface Consumers {
  /** Those of the relay of the process. */
  checks?: StreamChecks;
  db: Db;
  nats: NatsConnection;
  service: string;
  consumers: readonly Consumer[];
  replicas: number;
  log: Logger;
  /** How long the owner of a stream may be away before its consumers warn. */
  ownerAwayMs?: number;
}

interface CheckedWork extends Work {
  checks: StreamChecks;
}

/** Limits of one transaction. */
const BATCH_MESSAGES_MAX = 100;
/**
 * A bulk batch is short, because single events wait for the processor meanwhile. Packed, a thousand rows are about 20
 * KiB.
 */
const BATCH_BYTES_MAX: Record<Lane, number> = { single: 1024 * 1024, bulk: 32 * 1024 };
/** Under load messages are gathered for this long: one transaction then does the work of dozens. */
const GATHER_MS = 30;
/** Interval of the check for a lost stream or consumer. */
const CHECK_MS = 2_000;
const REQUEST_TIMEOUT_MS = 5_000;
/** Services start in any order, and the first start of factors loads the catalogue. A longer absence is a fault. */
const OWNER_AWAY_MS = 60_000;
/** NATS delivers messages again after this time that arrived before their stream was checked. */
const UNCHECKED_PAUSE_MS = 1_000;
/** Messages of one pull request. The consumer itself limits those without acknowledgement. */
const PULL_MAX: Record<Lane, number> = { single: 256, bulk: 8 };

export interface RunningConsumers extends Background {
  /** Whether NATS has not been asked yet for one of the consumers, or has answered that it does not exist. */
  areAbsent(): boolean;
}

/**
 * Pulls messages for each consumer until stopped, through every loss of NATS and its store. Each lane is processed one
 * batch at a time, so bulk work alternates with single events. Deferred events are handled besides.
 */
export function startConsumers({ checks = new StreamChecks(), ...all }: Consumers): RunningConsumers {
  const { db, service, log } = all;
  const types = all.consumers.map(({ event }) => event.typeName);
  const works = all.consumers.flatMap((consumer) =>
    LANES.map((lane): CheckedWork => {
      const durable = inboxNameOf(service, consumer.event.typeName, types);
      // Without a first zero, the first increase could not be seen.
      for (const result of ["ok", "given_up"]) eventsHandled.add(0, { consumer: durable, result });
      return { db, consumer, durable, lane, log, blocked: new Set(), checks };
    }),
  );
  const running = works.map((work) => startConsumer(all, work));
  const retries = works.length > 0 ? [startRetries({ db, service, works, log })] : [];
  return {
    areAbsent: () => running.some((one) => one.isAbsent()),
    stop: async () => void (await Promise.all([...running, ...retries].map((one) => one.stop()))),
  };
}

function startConsumer(
  { nats, service, replicas, log, ownerAwayMs = OWNER_AWAY_MS }: Consumers,
  work: CheckedWork,
): Background & { isAbsent(): boolean } {
  const { consumer, durable, lane, checks } = work;
  const { owner } = partsOf(consumer.event.typeName);
  const pulled = durableOf(service, consumer.event.typeName, lane);
  const waiting: JsMsg[] = [];
  let pull: Pull | null = null;
  let streamCreated = "";
  let absent = true;
  /** When the first question about the stream found no process of its owner. */
  let unansweredSinceMs: number | null = null;
  /** Messages that arrive from an earlier pull are dropped. They may be of a stream that was emptied. */
  let pulls = 0;

  /**
   * Keeps a pull open, and opens a new one only after the stream or the consumer was lost. Messages on their way to a
   * closed pull are delivered again only after ACK_WAIT_S. A pull survives a silent NATS by itself.
   */
  const puller = repeat({
    everyMs: CHECK_MS,
    onError: (error) => {
      absent = isAbsent(error);
      if (isOwnerLate(error)) log.info({ consumer: pulled, stream: owner }, "waits for the owner of the stream");
      else log.warn({ err: error, consumer: pulled }, "no messages for now");
    },
    work: async () => {
      const isChecked = checks.isDone(owner);
      if (!isChecked) {
        pulls++;
        pull?.stop();
        pull = null;
      }
      let { created, made } = await ensure();
      absent = false;
      if (!isChecked) {
        await checks.ask(nats, owner);
        unansweredSinceMs = null;
        // The owner may have emptied the stream, and its consumers with it.
        ({ created, made } = await ensure());
      }
      if (pull !== null && !made && created === streamCreated) return;
      pull?.stop();
      streamCreated = created;
      const number = ++pulls;
      const opened = await openPull({
        nats,
        stream: streamOf(owner),
        durable: pulled,
        max: PULL_MAX[lane],
        timeoutMs: REQUEST_TIMEOUT_MS,
        onMessage: (message) => {
          if (number !== pulls) return;
          waiting.push(message);
          worker.poke();
        },
      });
      pull = opened;
      void opened.closed().then(() => {
        if (pull === opened) pull = null;
        puller.poke();
      });
    },
  });

  function isOwnerLate(error: unknown): boolean {
    if (!isUnavailable(error)) return false;
    unansweredSinceMs ??= performance.now();
    return performance.now() - unansweredSinceMs < ownerAwayMs;
  }

  async function ensure(): Promise<{ created: string; made: boolean }> {
    const jsm = await jetstreamManager(nats, { timeout: REQUEST_TIMEOUT_MS });
    const { created } = await ensureStream(jsm, owner, replicas);
    const { created: made, pending } = await ensureConsumer(jsm, pulled, consumer.event.typeName, lane);
    consumerPending.record(pending, { consumer: durable, lane });
    return { created, made };
  }

  const worker = repeat({
    everyMs: CHECK_MS,
    gatherMs: GATHER_MS,
    onError: (error) => log.error({ err: error, consumer: durable }, "a batch could not be handled"),
    work: async () => {
      while (waiting.length > 0 && !worker.stopping()) {
        if (!checks.isDone(owner)) {
          for (const message of waiting.splice(0)) message.nak(UNCHECKED_PAUSE_MS);
          puller.poke();
          return;
        }
        const batch = takeBatch(waiting, lane);
        consumedMessages.add(batch.length, {
          "messaging.system": "nats",
          "messaging.operation.name": "receive",
          "messaging.consumer.group.name": durable,
        });
        await consume(work, batch.map(toDelivery));
      }
    },
  });

  return {
    isAbsent: () => absent,
    stop: async () => {
      await puller.stop();
      await pull?.drain();
      // NATS delivers unstarted messages again, to any replica.
      await worker.stop();
      for (const message of waiting.splice(0)) message.nak();
      await flushWithTimeout(nats.flush());
    },
  };
}

function takeBatch(waiting: JsMsg[], lane: Lane): JsMsg[] {
  let bytes = 0;
  let count = 0;
  while (count < Math.min(waiting.length, BATCH_MESSAGES_MAX) && (count === 0 || bytes < BATCH_BYTES_MAX[lane])) {
    bytes += waiting[count]!.data.length;
    count++;
  }
  return waiting.splice(0, count);
}

const toDelivery = (message: JsMsg): Delivery => ({
  data: message.data,
  tries: message.info.deliveryCount,
  ack: () => message.ack(),
  retry: (afterMs) => message.nak(afterMs),
});
