import { type DescMessage, fromBinary, type MessageShape } from "@bufbuild/protobuf";
import type { Event } from "@emissions/proto/common/v1/event";
import { SpanKind } from "@opentelemetry/api";
import type { Logger } from "pino";
import type { Lane } from "../db/lane.ts";
import { unpack } from "../db/packing.ts";
import type { Db, Write } from "../db/transactions.ts";
import { inSpan, originOf } from "../process/trace.ts";
import type { Consumer } from "./consume.ts";
import { eventsHandled } from "./metrics.ts";
import type { StreamChecks } from "./stream-checks.ts";
import { isTransient } from "./transient.ts";

/** One lane of a consumer. */
export interface Work {
  db: Db;
  consumer: Consumer;
  /** Name of the consumer in both lanes, and in its inbox rows. */
  durable: string;
  /** Lane of the events, and of those that the handler emits. */
  lane: Lane;
  log: Logger;
  /** Organizations with deferred events. Their further events are deferred too, and cost other organizations no time. */
  blocked: Set<string>;
  /** Reset when the database is lost. */
  checks?: StreamChecks;
}

/** The fields of a row of the outbox that a consumer needs. */
export type EventRow = Pick<Event, "id" | "organizationId" | "type" | "payload" | "packed" | "traceparent">;

export interface ParsedEvent extends EventRow {
  message: MessageShape<DescMessage>;
}

/**
 * Limit of each wait for a lock. Longer ones are faults. Handlers of other organizations wait for this time once, then
 * the events of the organization are deferred.
 */
const LOCK_WAIT_MS = 2_000;

/** The organization of a transaction, and the traces of its events. */
export interface Batch {
  organizationId: string;
  traceparents: readonly string[];
}

export const batchOf = (events: readonly Pick<EventRow, "organizationId" | "traceparent">[]): Batch => ({
  organizationId: events[0]!.organizationId,
  traceparents: events.map(({ traceparent }) => traceparent),
});

/** A transaction of a consumer. */
export const transact = <R>(
  { db, consumer, durable, lane }: Work,
  { organizationId, traceparents }: Batch,
  work: (write: Write) => Promise<R>,
): Promise<R> => {
  const attributes = {
    "messaging.system": "nats",
    "messaging.operation.name": "process",
    "messaging.consumer.group.name": durable,
    "messaging.batch.message_count": traceparents.length,
  };
  const options = { ...originOf(traceparents), kind: SpanKind.CONSUMER, attributes };
  return inSpan(`consume ${consumer.event.name}`, options, () =>
    db.asService(
      organizationId,
      (write) => {
        write.send(write.tx.unsafe(`set local lock_timeout = ${LOCK_WAIT_MS}`));
        return work(write);
      },
      { lane },
    ),
  );
};

/** Handles the events of one organization that have no inbox row yet. The inbox rows commit with the work. */
export async function handleOnce(write: Write, { consumer, durable }: Work, events: readonly ParsedEvent[]) {
  const fresh = await write.tx<{ id: string }[]>`
    insert into inbox (organization_id, consumer, id)
    select ${write.org}::uuid, ${durable}, unnest(${events.map(({ id }) => id)}::uuid[])
    on conflict do nothing
    returning id`;
  const unseen = new Set(fresh.map(({ id }) => id));
  // A batch may contain an event twice.
  const messages = events.filter(({ id }) => unseen.delete(id)).map(({ message }) => message);
  if (messages.length > 0) await consumer.handle(write, messages);
}

export const parse = ({ event }: Consumer, row: EventRow): ParsedEvent => ({
  ...row,
  message: fromBinary(event, unpack(row)),
});

/**
 * Stores the event as a dead letter, and lets the consumer record the failure. The letter is stored even if the consumer
 * cannot do that. Throws for a fault of the database.
 */
export async function giveUp(work: Work, event: EventRow, error: unknown): Promise<void> {
  const { consumer, durable, log } = work;
  const { id } = event;
  log.error({ err: error, consumer: durable, event: id }, "event given up");
  try {
    await transact(work, batchOf([event]), async (write) => {
      await insertDeadLetter(write, work, event, error);
      const message = parsed(consumer, event);
      if (consumer.giveUp && message !== null) await consumer.giveUp(write, message, error);
    });
  } catch (second) {
    if (isTransient(second)) throw second;
    log.error({ err: second, consumer: durable, event: id }, "the failure of an event could not be recorded");
    await transact(work, batchOf([event]), (write) => insertDeadLetter(write, work, event, error));
  }
  eventsHandled.add(1, { consumer: durable, result: "given_up" });
}

async function insertDeadLetter({ tx, org }: Write, { durable }: Work, event: EventRow, error: unknown) {
  const { id, type } = event;
  const cause = error instanceof Error ? error.message : String(error);
  await tx`
    insert into dead_letters (organization_id, consumer, id, type, payload, cause)
    values (${org}, ${durable}, ${id}, ${type}, ${unpacked(event) as Buffer}, ${cause})
    on conflict do nothing`;
  await tx`
    insert into inbox (organization_id, consumer, id) values (${org}, ${durable}, ${id})
    on conflict do nothing`;
  await tx`delete from deferred_events where organization_id = ${org} and consumer = ${durable} and id = ${id}`;
}

/** A dead letter is read by people. A payload that cannot be unpacked is stored unchanged. */
function unpacked(event: EventRow): Uint8Array {
  try {
    return unpack(event);
  } catch {
    return event.payload;
  }
}

function parsed(consumer: Consumer, event: EventRow) {
  try {
    return parse(consumer, event).message;
  } catch {
    return null;
  }
}
