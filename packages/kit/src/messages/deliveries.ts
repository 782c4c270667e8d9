import { fromBinary } from "@bufbuild/protobuf";
import { type Event, EventBatchSchema } from "@emissions/proto/common/v1/event";
import { insertDeferred } from "./deferred-events.ts";
import { batchOf, giveUp, handleOnce, type ParsedEvent, parse, transact, type Work } from "./handle-events.ts";
import { eventsHandled, processDuration } from "./metrics.ts";
import { isDatabaseLost } from "./stream-checks.ts";
import { isTransient } from "./transient.ts";

/** A message to acknowledge after the commit. */
export interface Delivery {
  data: Uint8Array;
  /** From 1. */
  tries: number;
  ack(): void;
  retry(afterMs: number): void;
}

interface Unparseable {
  event: Event;
  error: unknown;
}

interface Message {
  events: ParsedEvent[];
  unparseable: Unparseable[];
  delivery: Delivery;
}

const PAUSE_MIN_MS = 1_000;
/** Short enough that all work is done within a minute after the end of a fault. */
const PAUSE_MAX_MS = 15_000;

/** Pause after a number of failures, from 1. It doubles each time. */
export const pauseAfter = (failures: number): number =>
  Math.min(PAUSE_MIN_MS * 2 ** Math.min(failures - 1, 10), PAUSE_MAX_MS);

/**
 * Handles a batch in one transaction per organization. Faults of the database or of a service defer the events of their
 * organization. Other failures divide the group into messages and then events, so that a bad event blocks no other.
 */
export async function consume(work: Work, deliveries: readonly Delivery[]): Promise<void> {
  const groups = new Map<string, Message[]>();
  for (const delivery of deliveries) {
    const message = readMessage(work, delivery);
    if (message === null) continue;
    // All events of a message belong to one organization.
    const organizationId = (message.events[0] ?? message.unparseable[0]?.event)?.organizationId ?? "";
    const group = groups.get(organizationId) ?? [];
    groups.set(organizationId, [...group, message]);
  }
  let isLost = false;
  for (const group of groups.values()) {
    if (isLost) for (const { delivery } of group) delivery.retry(pauseAfter(delivery.tries));
    else isLost = !(await consumeGroup(work, group)) && work.checks !== undefined;
  }
}

/** Unparseable messages are acknowledged and dropped; retrying cannot help. */
function readMessage({ consumer, durable, log }: Work, delivery: Delivery): Message | null {
  const message: Message = { events: [], unparseable: [], delivery };
  try {
    for (const event of fromBinary(EventBatchSchema, delivery.data).events) {
      try {
        message.events.push(parse(consumer, event));
      } catch (error) {
        message.unparseable.push({ event, error });
      }
    }
    return message;
  } catch (error) {
    log.error({ err: error, consumer: durable }, "a message cannot be read");
    eventsHandled.add(1, { consumer: durable, result: "unreadable" });
    delivery.ack();
    return null;
  }
}

/**
 * Acknowledges the messages when each event is handled, deferred or a dead letter. False when the database was lost.
 */
async function consumeGroup(work: Work, group: readonly Message[]): Promise<boolean> {
  const begun = performance.now();
  try {
    await handle(work, group);
    for (const { event, error } of group.flatMap(({ unparseable }) => unparseable)) await giveUp(work, event, error);
    for (const { delivery } of group) delivery.ack();
    return true;
  } catch (error) {
    // The database cannot even store that the events wait.
    const isLost = isDatabaseLost(error);
    if (isLost) work.checks?.reset();
    work.log.warn({ err: error, consumer: work.durable }, "events failed; trying again");
    eventsHandled.add(group.length, { consumer: work.durable, result: "retried" });
    for (const { delivery } of group) delivery.retry(pauseAfter(delivery.tries));
    return !isLost;
  } finally {
    processDuration.record((performance.now() - begun) / 1000, {
      "messaging.system": "nats",
      "messaging.operation.name": "process",
      "messaging.consumer.group.name": work.durable,
    });
  }
}

async function handle(work: Work, group: readonly Message[]): Promise<void> {
  const events = group.flatMap((message) => message.events);
  if (events.length === 0) return;
  if (work.blocked.has(events[0]!.organizationId)) return defer(work, events);
  const error = await failureOf(work, events);
  if (error === null) return;
  if (isTransient(error)) return waitOut(work, events, error);
  if (group.length > 1) for (const message of group) await handle(work, [message]);
  else await handleOneByOne(work, events, error);
}

/** Defers the events that fail alone. */
async function handleOneByOne(work: Work, events: readonly ParsedEvent[], cause: unknown): Promise<void> {
  for (const [index, event] of events.entries()) {
    const error = events.length === 1 ? cause : await failureOf(work, [event]);
    if (error === null) continue;
    if (isTransient(error)) return waitOut(work, events.slice(index), error);
    work.log.warn({ err: error, consumer: work.durable, event: event.id }, "an event failed; trying again");
    await defer(work, [event], 1);
  }
}

async function failureOf(work: Work, events: readonly ParsedEvent[]): Promise<unknown> {
  try {
    await transact(work, batchOf(events), (write) => handleOnce(write, work, events));
    eventsHandled.add(events.length, { consumer: work.durable, result: "ok" });
    return null;
  } catch (error) {
    return error;
  }
}

/**
 * After a loss of the database the next one may be a restored backup that must not store events of its future. Then only
 * NATS may deliver them again, when their stream was checked.
 */
function waitOut(work: Work, events: readonly ParsedEvent[], error: unknown): Promise<void> {
  if (work.checks !== undefined && isDatabaseLost(error)) throw error;
  return block(work, events, error);
}

/** Further events of the organization are deferred without an attempt, until the deferred ones are handled. */
async function block(work: Work, events: readonly ParsedEvent[], error: unknown): Promise<void> {
  const { consumer, durable, log, blocked } = work;
  const { organizationId } = events[0]!;
  await defer(work, events);
  blocked.add(organizationId);
  log.warn(
    { err: error, consumer: durable, organization: organizationId, event: consumer.event.name },
    "a fault lasts; the events of the organization are deferred",
  );
}

async function defer(work: Work, events: readonly ParsedEvent[], failures = 0): Promise<void> {
  const { consumer, durable, lane } = work;
  const pauseMs = failures === 0 ? 0 : pauseAfter(failures);
  const queue = { consumer: durable, lane, organizationId: events[0]!.organizationId };
  await transact(work, batchOf(events), async (write) => {
    await insertDeferred(write.tx, queue, { events, failures, pauseMs });
    if (failures === 0) {
      consumer.delay?.(
        write,
        events.map(({ message }) => message),
      );
    }
  });
  eventsHandled.add(events.length, { consumer: durable, result: "deferred" });
}
