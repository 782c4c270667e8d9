import { create, toBinary } from "@bufbuild/protobuf";
import { ParcelSchema } from "@emissions/proto/common/v1/event";
import { type JetStreamClient, jetstream, jetstreamManager, type PubAck } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import type { Logger } from "pino";
import type { Db, Tx } from "./db.ts";
import { NIL_ID } from "./id.ts";
import { outboxPublished, outboxWaiting } from "./metrics.ts";
import { countWaiting, selectWaitingBulk, selectWaitingSingle, type WaitingRow } from "./outbox.ts";
import { type Background, repeat } from "./repeat.ts";
import { ensureStream, streamOf, subjectOf } from "./stream.ts";

interface Relay {
  db: Db;
  nats: NatsConnection;
  service: string;
  replicas: number;
  log: Logger;
}

const BATCH_SIZE_MAX = 500;
/** Bulk work is published in pieces, each a few events of a few organizations: events are large, and singles wait. */
const PIECE = { organizations: 8, rowsOfEach: 2 };
/** Of one message; the server takes no more than a megabyte. An event of its own may be larger than this. */
const PARCEL_BYTES_MAX = 512 * 1024;
/** Behind the wake-up after each commit: finds what another process left. */
const POLL_MS = 200;
/** Under load, so much later than the commit: one transaction then publishes what dozens of others wrote. */
const GATHER_MS = 40;
/** How soon the loss of a stream is noticed when nothing is published. */
const CHECK_STREAM_MS = 2_000;
const PUBLISH_TIMEOUT_MS = 5_000;

/**
 * Publishes the outbox. The row is the record and NATS only the transport: a
 * message published twice is harmless, and a stream that was lost is filled
 * again from the rows that are kept.
 */
export function startRelay({ db, nats, service, replicas, log }: Relay): Background & { poke(): void } {
  let checkedAt = 0;
  /** The organization whose bulk work was published last: the next piece begins behind it. */
  let served = NIL_ID;

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
      while ((await publishBatch()) && !loop.stopping());
    },
  });

  async function checkStream(): Promise<void> {
    const jsm = await jetstreamManager(nats, { timeout: PUBLISH_TIMEOUT_MS });
    const name = streamOf(service);
    const waiting = await db.machinery(async (tx) => {
      // Locked before NATS is asked: what another relay published meanwhile must not look like a loss.
      const [known] = await tx<{ createdAt: Date; lastSeq: string }[]>`
        select created_at, last_seq from outbox_stream where name = ${name} for update`;
      const { created, state } = await ensureStream(jsm, service, replicas);
      // Postgres keeps microseconds and NATS nanoseconds: compared are milliseconds.
      const younger = known !== undefined && known.createdAt.getTime() !== new Date(created).getTime();
      if (younger || state.last_seq < Number(known?.lastSeq ?? 0)) {
        const again = await tx`update outbox set published_at = null where published_at is not null`;
        log.warn({ stream: name, messages: again.count }, "the stream was lost; publishing again");
      }
      await tx`
        insert into outbox_stream (name, created_at, last_seq)
        values (${name}, ${created}, ${state.last_seq})
        on conflict (name) do update set created_at = excluded.created_at, last_seq = excluded.last_seq`;
      return countWaiting(tx);
    });
    outboxWaiting.set(waiting[0]?.waiting ?? 0);
  }

  /** Single records first, and a piece of bulk work with them, however many there are. Answers whether there may be more. */
  async function publishBatch(): Promise<boolean> {
    const js = jetstream(nats, { timeout: PUBLISH_TIMEOUT_MS });
    return db.machinery(async (tx) => {
      const [single, bulk] = await Promise.all([selectWaitingSingle(tx, BATCH_SIZE_MAX), selectPiece(tx)]);
      const rows = [...single, ...bulk];
      if (rows.length === 0) return false;
      const parcels = parcelsOf(rows);
      const acks = await Promise.allSettled(parcels.map((parcel) => publishParcel(js, parcel)));
      const done = parcels.filter((_, i) => acks[i]?.status === "fulfilled").flat();
      await markPublished(
        tx,
        done.map(({ id }) => id),
        acks,
      );
      outboxPublished.inc(done.length);
      if (done.length < rows.length) {
        checkedAt = 0;
        const refused = acks.find((ack) => ack.status === "rejected");
        log.warn({ err: refused?.reason, messages: rows.length - done.length }, "messages wait for NATS");
        return false;
      }
      return single.length === BATCH_SIZE_MAX || bulk.length > 0;
    });
  }

  /** Behind the last organization it is the first one's turn again. */
  async function selectPiece(tx: Tx): Promise<WaitingRow[]> {
    const next = await selectWaitingBulk(tx, { after: served, ...PIECE });
    const rows =
      next.length === 0 && served !== NIL_ID ? await selectWaitingBulk(tx, { after: NIL_ID, ...PIECE }) : next;
    served = rows.at(-1)?.organizationId ?? NIL_ID;
    return rows;
  }

  async function markPublished(tx: Tx, ids: readonly string[], acks: PromiseSettledResult<PubAck>[]): Promise<void> {
    if (ids.length === 0) return;
    const lastSeq = Math.max(...acks.map((ack) => (ack.status === "fulfilled" ? ack.value.seq : 0)));
    await Promise.all([
      tx`update outbox set published_at = now() where id = any(${ids as string[]})`,
      tx`update outbox_stream set last_seq = greatest(last_seq, ${lastSeq}) where name = ${streamOf(service)}`,
    ]);
  }

  return loop;
}

/** Events of one kind and one organization travel together: hundreds cost little more than one. */
function parcelsOf(rows: readonly WaitingRow[]): WaitingRow[][] {
  const open = new Map<string, { rows: WaitingRow[]; bytes: number }>();
  const parcels: WaitingRow[][] = [];
  for (const row of rows) {
    const key = `${row.organizationId} ${row.type} ${row.lane}`;
    let parcel = open.get(key);
    if (parcel === undefined || parcel.bytes + row.payload.length > PARCEL_BYTES_MAX) {
      parcel = { rows: [], bytes: 0 };
      open.set(key, parcel);
      parcels.push(parcel.rows);
    }
    parcel.rows.push(row);
    parcel.bytes += row.payload.length;
  }
  return parcels;
}

function publishParcel(js: JetStreamClient, parcel: readonly WaitingRow[]): Promise<PubAck> {
  const { id, type, organizationId, lane } = parcel[0]!;
  const data = toBinary(ParcelSchema, create(ParcelSchema, { envelopes: [...parcel] }));
  // The same rows under the same name: NATS itself drops what a relay sends again because it saw no answer.
  return js.publish(subjectOf(type, organizationId, lane), data, { msgID: `${id} ${parcel.length}` });
}
