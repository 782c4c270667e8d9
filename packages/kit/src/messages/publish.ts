import { create, toBinary } from "@bufbuild/protobuf";
import { EventBatchSchema } from "@emissions/proto/common/v1/event";
import { type JetStreamClient, jetstream, type PubAck } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import { selectWaitingBulk, selectWaitingSingle, type WaitingRow } from "../db/outbox.ts";
import type { Db, Tx } from "../db/transactions.ts";
import { NIL_ID } from "../process/id.ts";
import { eventsPublished, sentMessages } from "./metrics.ts";
import { subjectOf } from "./stream.ts";

const BATCH_SIZE_MAX = 500;
/** Bulk events are large and single events wait for them, so they are published in small portions. */
const BULK_PORTION = { organizations: 8, rowsOfEach: 2 };
/** NATS accepts 1 MiB at most. A larger event travels alone. */
const MESSAGE_BYTES_MAX = 512 * 1024;
export const PUBLISH_TIMEOUT_MS = 5_000;

export interface Published {
  done: number;
  /** Whether the outbox is empty, as far as one batch can tell. */
  all: boolean;
  /** The error of the first message that NATS refused. */
  refused?: Error;
}

/**
 * Publishes one batch of the outbox: single events first, and with them a portion of the bulk events. Only rows that
 * NATS has acknowledged are marked as published.
 */
export function batchPublisher(db: Db, nats: NatsConnection, stream: string): () => Promise<Published> {
  /** The organization whose bulk events were published last. The next portion starts behind it. */
  let lastOrganization = NIL_ID;

  async function selectBulkPortion(tx: Tx): Promise<WaitingRow[]> {
    const next = await selectWaitingBulk(tx, { after: lastOrganization, ...BULK_PORTION });
    // After the last organization comes the first one again.
    const rows =
      next.length === 0 && lastOrganization !== NIL_ID
        ? await selectWaitingBulk(tx, { after: NIL_ID, ...BULK_PORTION })
        : next;
    lastOrganization = rows.at(-1)?.organizationId ?? NIL_ID;
    return rows;
  }

  return () =>
    db.systemWide(async (tx) => {
      const [single, bulk] = await Promise.all([selectWaitingSingle(tx, BATCH_SIZE_MAX), selectBulkPortion(tx)]);
      const rows = [...single, ...bulk];
      if (rows.length === 0) return { done: 0, all: true };
      const js = jetstream(nats, { timeout: PUBLISH_TIMEOUT_MS });
      const batches = batchesOf(rows);
      const acks = await Promise.allSettled(batches.map((batch) => publishEvents(js, batch).catch(notStored(stream))));
      const done = batches.filter((_, i) => acks[i]?.status === "fulfilled").flat();
      await markPublished(tx, stream, done, acks);
      eventsPublished.add(done.length);
      countMessages(stream, acks);
      const refused = acks.find((ack) => ack.status === "rejected");
      return { done: done.length, all: single.length < BATCH_SIZE_MAX && bulk.length === 0, refused: refused?.reason };
    });
}

async function markPublished(
  tx: Tx,
  stream: string,
  rows: readonly WaitingRow[],
  acks: readonly PromiseSettledResult<PubAck>[],
): Promise<void> {
  if (rows.length === 0) return;
  const lastSeq = Math.max(...acks.map((ack) => (ack.status === "fulfilled" ? ack.value.seq : 0)));
  await Promise.all([
    tx`update outbox set published_at = now() where id = any(${rows.map(({ id }) => id)})`,
    tx`update outbox_stream set last_seq = greatest(last_seq, ${lastSeq}) where name = ${stream}`,
  ]);
}

function countMessages(stream: string, acks: readonly PromiseSettledResult<PubAck>[]): void {
  const labels = {
    "messaging.system": "nats",
    "messaging.operation.name": "publish",
    "messaging.destination.name": stream,
  };
  const refused = acks.filter(({ status }) => status === "rejected").length;
  if (acks.length > refused) sentMessages.add(acks.length - refused, { ...labels, "error.type": "" });
  if (refused > 0) sentMessages.add(refused, { ...labels, "error.type": "_OTHER" });
}

/** Events of one type, organization and lane share a message: hundreds cost little more than one. */
function batchesOf(rows: readonly WaitingRow[]): WaitingRow[][] {
  const open = new Map<string, { rows: WaitingRow[]; bytes: number }>();
  const batches: WaitingRow[][] = [];
  for (const row of rows) {
    const key = `${row.organizationId} ${row.type} ${row.lane}`;
    let batch = open.get(key);
    if (batch === undefined || batch.bytes + row.payload.length > MESSAGE_BYTES_MAX) {
      batch = { rows: [], bytes: 0 };
      open.set(key, batch);
      batches.push(batch.rows);
    }
    batch.rows.push(row);
    batch.bytes += row.payload.length;
  }
  return batches;
}

/** A stream without disk answers nothing, so the cause alone would be "timeout". */
const notStored = (stream: string) => (cause: unknown) => {
  throw new Error(`the stream ${stream} has not stored a message`, { cause });
};

function publishEvents(js: JetStreamClient, batch: readonly WaitingRow[]): Promise<PubAck> {
  const { id, type, organizationId, lane } = batch[0]!;
  const data = toBinary(EventBatchSchema, create(EventBatchSchema, { events: [...batch] }));
  // NATS drops a message id that it has seen, so a relay that missed the ack may publish again.
  return js.publish(subjectOf(type, organizationId, lane), data, { msgID: `${id} ${batch.length}` });
}
