import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
  type StreamInfo,
} from "@nats-io/jetstream";
import type { Lane } from "../db/lane.ts";

/**
 * A full stream refuses new messages, so that no unread message is dropped. The server reserves this size when a stream
 * is created, by default up to three quarters of the free disk. Five larger streams would not fit on a small machine.
 */
const STREAM_BYTES_MAX = 1024 ** 3;
/** NATS drops repeated message ids within this time. This only saves work, because the inbox recognizes repeats. */
const DUPLICATE_WINDOW_MINUTES = 2;
const PARTITIONS = 64;
/** A message without ack is delivered again after this time. No batch takes longer. */
export const ACK_WAIT_S = 15;
/** Unacknowledged messages of a consumer. They bound the memory of a process; bulk messages are large. */
const UNACKED_MAX: Record<Lane, number> = { single: 512, bulk: 16 };

const NANOS = 1_000_000_000;
const NAME = /^emissions\.(\w+)\.v\d+\.(\w+)$/;

/** "emissions.activity.v1.RecordsStored" belongs to the service activity. */
export function partsOf(eventType: string): { owner: string; event: string } {
  const [, owner, event] = NAME.exec(eventType) ?? [];
  if (owner === undefined || event === undefined) throw new Error(`${eventType} is not the name of an event`);
  return { owner, event };
}

export const streamOf = (owner: string) => `EVENTS_${owner.toUpperCase()}`;

/** The name of the consumer of a service in NATS, for the stream of one owner. */
export function durableOf(service: string, eventType: string, lane: Lane = "single"): string {
  return `${service}_${partsOf(eventType).event}${lane === "bulk" ? "_bulk" : ""}`;
}

/**
 * The name of the consumer of a service in its own tables, for both lanes. Several owners may have an event of the same
 * name: then that of the owner is a part of it.
 */
export function inboxNameOf(service: string, eventType: string, allTypes: readonly string[]): string {
  const { owner, event } = partsOf(eventType);
  const isShared = allTypes.some((type) => partsOf(type).event === event && partsOf(type).owner !== owner);
  return isShared ? `${durableOf(service, eventType)}_${owner}` : durableOf(service, eventType);
}

/** Consumers can be divided by partition. The last byte of a UUIDv7 is random. */
export function subjectOf(eventType: string, organizationId: string, lane: Lane = "single"): string {
  return `${prefixOf(eventType, lane)}.${Number.parseInt(organizationId.slice(-2), 16) % PARTITIONS}`;
}

/** The filter for all organizations. Only features of NATS 2.9 are used: one filter, explicit acks. */
export const filterOf = (eventType: string, lane: Lane = "single") => `${prefixOf(eventType, lane)}.*`;

/** `*` matches one token of a subject, so the filter of the single lane excludes the bulk lane. */
function prefixOf(eventType: string, lane: Lane): string {
  const { owner, event } = partsOf(eventType);
  return `events.${owner}.${event}${lane === "bulk" ? ".bulk" : ""}`;
}

/** Neither old nor excess messages are dropped. */
const NOTHING_DROPPED = { max_age: 0, discard: DiscardPolicy.New };

/** Answers with the stream, and creates it if it is missing. Where NATS has accounts, only the user `streams` may do that. */
export async function ensureStream(jsm: JetStreamManager, owner: string, replicas: number): Promise<StreamInfo> {
  const name = streamOf(owner);
  try {
    const info = await jsm.streams.info(name);
    const { max_age, discard } = info.config;
    if (max_age === NOTHING_DROPPED.max_age && discard === NOTHING_DROPPED.discard) return info;
    return await jsm.streams.update(name, NOTHING_DROPPED);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const config = {
    name,
    subjects: [`events.${owner}.>`],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    num_replicas: replicas,
    ...NOTHING_DROPPED,
    max_bytes: STREAM_BYTES_MAX,
    duplicate_window: DUPLICATE_WINDOW_MINUTES * 60 * NANOS,
  };
  return jsm.streams.add(config).catch(refuseMissing(`the stream ${name}`));
}

export interface FoundConsumer {
  /** It was missing. */
  created: boolean;
  /** Messages that it has not been given, or has not acknowledged. */
  pending: number;
}

/** Creates the durable consumer of a service for one event type and lane, if it is missing. */
export async function ensureConsumer(
  jsm: JetStreamManager,
  durable: string,
  eventType: string,
  lane: Lane,
): Promise<FoundConsumer> {
  const { owner } = partsOf(eventType);
  try {
    const { num_pending, num_ack_pending } = await jsm.consumers.info(streamOf(owner), durable);
    return { created: false, pending: num_pending + num_ack_pending };
  } catch (error) {
    if (!isMissing(error)) throw error;
    const config = {
      durable_name: durable,
      filter_subject: filterOf(eventType, lane),
      deliver_policy: DeliverPolicy.All,
      ack_policy: AckPolicy.Explicit,
      ack_wait: ACK_WAIT_S * NANOS,
      max_ack_pending: UNACKED_MAX[lane],
      // `consume` counts the tries, because it can record the failure.
      max_deliver: -1,
    };
    const { num_pending: pending } = await jsm.consumers
      .add(streamOf(owner), config)
      .catch(refuseMissing(`the consumer ${durable}`));
    return { created: true, pending };
  }
}

const STREAM_NOT_FOUND = 10_059;
const CONSUMER_NOT_FOUND = 10_014;
const MISSING: readonly unknown[] = [STREAM_NOT_FOUND, CONSUMER_NOT_FOUND];

const isMissing = (error: unknown) => error instanceof Error && "code" in error && MISSING.includes(error.code);

const refuseMissing = (what: string) => (cause: unknown) => {
  const error = new Error(`${what} is missing and cannot be created by this process`, { cause });
  throw Object.assign(error, { code: CONSUMER_NOT_FOUND });
};

/** How the library names an answer that nobody serves the request: the account may not use the stream. */
const NOT_SERVED = "JetStreamNotEnabled";

/** NATS has answered that a stream or a consumer is not there. A NATS that does not answer says nothing. */
export const isAbsent = (error: unknown): boolean =>
  isMissing(error) || (error instanceof Error && error.name === NOT_SERVED);
