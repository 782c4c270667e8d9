import { type DescMessage, fromBinary, type MessageShape } from "@bufbuild/protobuf";
import { type Event, EventBatchSchema } from "@emissions/proto/common/v1/event";
import { SpanKind } from "@opentelemetry/api";
import type { Logger } from "pino";
import type { Lane } from "../db/lane.ts";
import { unpack } from "../db/packing.ts";
import type { Db, Write } from "../db/transactions.ts";
import { messageSeconds, messagesHandled } from "../process/metrics.ts";
import { inSpan } from "../process/trace.ts";
import { isUnavailable } from "../wire/errors.ts";

/** The handler of a service for one type of event. */
export interface Consumer<D extends DescMessage = DescMessage> {
  event: D;
  /** All events belong to one organization, and none was handled before. */
  handle(write: Write, events: MessageShape<D>[]): Promise<void>;
  /** Records the failure of an event that failed TRIES_MAX times. */
  giveUp?(write: Write, event: MessageShape<D>, cause: unknown): Promise<void>;
}

/** A message to acknowledge after the commit. */
export interface Delivery {
  data: Uint8Array;
  /** From 1. */
  tries: number;
  ack(): void;
  retry(afterMs: number): void;
}

export const TRIES_MAX = 5;
const RETRY_AFTER_MS = 1_000;

type GiveUp<D extends DescMessage> = Pick<Consumer<D>, "giveUp">;

/** Handles events one by one, in the transaction that inserts their inbox rows. */
export const on = <D extends DescMessage>(
  event: D,
  handle: (write: Write, event: MessageShape<D>) => Promise<void>,
  options: GiveUp<D> = {},
): Consumer =>
  onMany(
    event,
    async (write, events) => {
      for (const each of events) await handle(write, each);
    },
    options,
  );

/** Handles many events at once, for work that costs little more for hundreds than for one. */
export const onMany = <D extends DescMessage>(
  event: D,
  handle: (write: Write, events: MessageShape<D>[]) => Promise<void>,
  options: GiveUp<D> = {},
): Consumer => ({ event, handle, ...options }) as unknown as Consumer;

interface Work {
  db: Db;
  consumer: Consumer;
  /** Name of the consumer in both lanes, and key of its inbox rows. */
  durable: string;
  /** Lane of the events that the handler emits. */
  lane?: Lane;
  log: Logger;
}

interface Message {
  events: Event[];
  delivery: Delivery;
}

/**
 * Handles a batch in one transaction per organization. A batch that fails is divided into messages and then events, so
 * that one bad event does not block the others.
 */
export async function consume(work: Work, deliveries: readonly Delivery[]): Promise<void> {
  const groups = new Map<string, Message[]>();
  for (const delivery of deliveries) {
    const events = readEvents(work, delivery);
    if (events === null) continue;
    // All events of a message belong to one organization.
    const organizationId = events[0]?.organizationId ?? "";
    const group = groups.get(organizationId) ?? [];
    groups.set(organizationId, [...group, { events, delivery }]);
  }
  for (const group of groups.values()) await consumeGroup(work, group);
}

/** Unparseable messages are acknowledged and dropped; retrying cannot help. */
function readEvents({ durable, log }: Work, delivery: Delivery): Event[] | null {
  try {
    return fromBinary(EventBatchSchema, delivery.data).events;
  } catch (error) {
    log.error({ err: error, consumer: durable }, "a message cannot be read");
    messagesHandled.inc({ consumer: durable, result: "unreadable" });
    delivery.ack();
    return null;
  }
}

async function consumeGroup(work: Work, group: readonly Message[]): Promise<void> {
  const end = messageSeconds.startTimer({ consumer: work.durable });
  const events = group.flatMap((message) => message.events);
  try {
    await commit(work, events);
    for (const { delivery } of group) delivery.ack();
    messagesHandled.inc({ consumer: work.durable, result: "ok" }, events.length);
  } catch (error) {
    if (group.length > 1) for (const message of group) await consumeGroup(work, [message]);
    else await consumeOneByOne(work, group[0]!, error);
  } finally {
    end();
  }
}

/** The inbox rows commit with the work. */
async function commit({ db, consumer, durable, lane = "single" }: Work, events: readonly Event[]): Promise<void> {
  if (events.length === 0) return;
  const { organizationId, traceparent } = events[0]!;
  const ids = events.map(({ id }) => id);
  const work = async (write: Write) => {
    const fresh = await write.tx<{ id: string }[]>`
      insert into inbox (organization_id, consumer, id)
      select ${organizationId}::uuid, ${durable}, unnest(${ids}::uuid[])
      on conflict do nothing
      returning id`;
    const unseen = new Set(fresh.map(({ id }) => id));
    // A batch may contain an event twice.
    const payloads = events.filter(({ id }) => unseen.delete(id)).map((event) => payloadOf(consumer, event));
    if (payloads.length > 0) await consumer.handle(write, payloads);
  };
  await inSpan(`consume ${consumer.event.name}`, { traceparent, kind: SpanKind.CONSUMER }, () =>
    db.asService(organizationId, work, { lane }),
  );
}

interface Failure {
  event: Event;
  error: unknown;
}

/** Handles each event alone. A message with failed events is delivered again, up to TRIES_MAX times. */
async function consumeOneByOne(work: Work, { events, delivery }: Message, cause: unknown): Promise<void> {
  const { durable, log } = work;
  const failures = isUnavailable(cause)
    ? events.map((event) => ({ event, error: cause }))
    : await failuresOf(work, events, cause);
  messagesHandled.inc({ consumer: durable, result: "ok" }, events.length - failures.length);
  if (failures.length > 0 && (delivery.tries < TRIES_MAX || failures.some(({ error }) => isUnavailable(error)))) {
    log.warn(
      { err: cause, consumer: durable, events: failures.length, tries: delivery.tries },
      "events failed; trying again",
    );
    messagesHandled.inc({ consumer: durable, result: "retried" }, failures.length);
    delivery.retry(RETRY_AFTER_MS * 2 ** Math.min(delivery.tries - 1, TRIES_MAX));
    return;
  }
  for (const failure of failures) await giveUp(work, failure);
  delivery.ack();
}

async function failuresOf(work: Work, events: readonly Event[], cause: unknown): Promise<Failure[]> {
  if (events.length === 1) return [{ event: events[0]!, error: cause }];
  const failures: Failure[] = [];
  for (const event of events) {
    await commit(work, [event]).catch((error) => failures.push({ event, error }));
  }
  return failures;
}

/** Stores the event as a dead letter, and lets the consumer record the failure. */
async function giveUp({ db, consumer, durable, lane = "single", log }: Work, { event, error }: Failure): Promise<void> {
  const { id, organizationId, type } = event;
  log.error({ err: error, consumer: durable, event: id }, "event given up");
  messagesHandled.inc({ consumer: durable, result: "given_up" });
  const record = async (write: Write) => {
    const cause = error instanceof Error ? error.message : String(error);
    await write.tx`
      insert into dead_letters (organization_id, consumer, id, type, payload, cause)
      values (${organizationId}, ${durable}, ${id}, ${type}, ${unpacked(event) as Buffer}, ${cause})
      on conflict do nothing`;
    await write.tx`
      insert into inbox (organization_id, consumer, id) values (${organizationId}, ${durable}, ${id})
      on conflict do nothing`;
    const payload = parsed(consumer, event);
    if (consumer.giveUp && payload !== null) await consumer.giveUp(write, payload, error);
  };
  await db.asService(organizationId, record, { lane });
}

/** A dead letter is read by people. A payload that cannot be unpacked is stored unchanged. */
function unpacked(event: Event): Uint8Array {
  try {
    return unpack(event);
  } catch {
    return event.payload;
  }
}

const payloadOf = (consumer: Consumer, event: Event) => fromBinary(consumer.event, unpack(event));

function parsed(consumer: Consumer, event: Event) {
  try {
    return payloadOf(consumer, event);
  } catch {
    return null;
  }
}
