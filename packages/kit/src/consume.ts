import { type DescMessage, fromBinary, type MessageShape } from "@bufbuild/protobuf";
import { type Envelope, EnvelopeSchema } from "@emissions/proto/common/v1/event";
import { SpanKind } from "@opentelemetry/api";
import type { Logger } from "pino";
import type { Db, Write } from "./db.ts";
import { messageSeconds, messagesHandled } from "./metrics.ts";
import { inSpan } from "./trace.ts";

/** What a service does about one kind of event. */
export interface Consumer<D extends DescMessage = DescMessage> {
  event: D;
  /** All events belong to one organization and none was handled before. */
  handle(write: Write, events: MessageShape<D>[]): Promise<void>;
  /** Records the failure of an event that could not be handled in TRIES_MAX tries. */
  giveUp?(write: Write, event: MessageShape<D>, cause: unknown): Promise<void>;
}

/** A message as it came, to be acknowledged after the commit and not before. */
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

/** Handles events one after the other, in the transaction that marks them as seen. */
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

/** Handles many events at once: for work that costs little more for hundreds than for one. */
export const onMany = <D extends DescMessage>(
  event: D,
  handle: (write: Write, events: MessageShape<D>[]) => Promise<void>,
  options: GiveUp<D> = {},
): Consumer => ({ event, handle, ...options }) as unknown as Consumer;

interface Work {
  db: Db;
  consumer: Consumer;
  /** Name of the durable: the mark that a message was seen is kept under it. */
  durable: string;
  log: Logger;
}

interface Message {
  envelope: Envelope;
  delivery: Delivery;
}

/**
 * Handles a batch: one transaction for each organization. A batch that fails is
 * tried message by message, so that one bad message holds nobody up.
 */
export async function consume(work: Work, deliveries: readonly Delivery[]): Promise<void> {
  const groups = new Map<string, Message[]>();
  for (const delivery of deliveries) {
    const envelope = fromBinary(EnvelopeSchema, delivery.data);
    const group = groups.get(envelope.organizationId) ?? [];
    groups.set(envelope.organizationId, [...group, { envelope, delivery }]);
  }
  for (const group of groups.values()) await consumeGroup(work, group);
}

async function consumeGroup(work: Work, group: readonly Message[]): Promise<void> {
  const end = messageSeconds.startTimer({ consumer: work.durable });
  try {
    await commit(work, group);
    for (const { delivery } of group) delivery.ack();
    messagesHandled.inc({ consumer: work.durable, result: "ok" }, group.length);
  } catch (error) {
    if (group.length > 1) for (const message of group) await consumeGroup(work, [message]);
    else await failed(work, group[0]!, error);
  } finally {
    end();
  }
}

/** The marks that the messages were seen commit with the work. */
async function commit({ db, consumer, durable }: Work, group: readonly Message[]): Promise<void> {
  const { organizationId, traceparent } = group[0]!.envelope;
  const ids = group.map(({ envelope }) => envelope.id);
  await inSpan(`consume ${consumer.event.name}`, { traceparent, kind: SpanKind.CONSUMER }, () =>
    db.enter(organizationId, async (write) => {
      const fresh = await write.tx<{ id: string }[]>`
        insert into inbox (organization_id, consumer, id)
        select ${organizationId}::uuid, ${durable}, unnest(${ids}::uuid[])
        on conflict do nothing
        returning id`;
      const unseen = new Set(fresh.map(({ id }) => id));
      // A message may stand in a batch twice.
      const events = group
        .filter(({ envelope }) => unseen.delete(envelope.id))
        .map((message) => eventIn(consumer, message));
      if (events.length > 0) await consumer.handle(write, events);
    }),
  );
}

async function failed(work: Work, message: Message, error: unknown): Promise<void> {
  const { durable, log } = work;
  const { delivery, envelope } = message;
  if (delivery.tries < TRIES_MAX || isPassing(error)) {
    log.warn(
      { err: error, consumer: durable, message: envelope.id, tries: delivery.tries },
      "message failed; trying again",
    );
    messagesHandled.inc({ consumer: durable, result: "retried" });
    delivery.retry(RETRY_AFTER_MS * 2 ** Math.min(delivery.tries - 1, TRIES_MAX));
    return;
  }
  log.error({ err: error, consumer: durable, message: envelope.id }, "message given up");
  messagesHandled.inc({ consumer: durable, result: "given_up" });
  await bury(work, message, error);
  delivery.ack();
}

/** Keeps the message for people to look at, and lets the consumer record the failure. */
async function bury({ db, consumer, durable }: Work, message: Message, error: unknown): Promise<void> {
  const { id, organizationId, type, payload } = message.envelope;
  await db.enter(organizationId, async (write) => {
    const cause = error instanceof Error ? error.message : String(error);
    await write.tx`
      insert into dead_letters (organization_id, consumer, id, type, payload, cause)
      values (${organizationId}, ${durable}, ${id}, ${type}, ${payload as Buffer}, ${cause})
      on conflict do nothing`;
    await write.tx`
      insert into inbox (organization_id, consumer, id) values (${organizationId}, ${durable}, ${id})
      on conflict do nothing`;
    if (consumer.giveUp) await consumer.giveUp(write, eventIn(consumer, message), error);
  });
}

const eventIn = (consumer: Consumer, { envelope }: Message) => fromBinary(consumer.event, envelope.payload);

const UNAVAILABLE = 14;
const DEADLINE_EXCEEDED = 4;

/** Another service or the database is away: that is not the message's fault, however long it lasts. */
const isPassing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === UNAVAILABLE || error.code === DEADLINE_EXCEEDED);
