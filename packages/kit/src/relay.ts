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
import { makeRoom } from "./room.ts";
import { ensureStream, streamOf, subjectOf } from "./stream.ts";
import { lockState, publishAgain, saveState } from "./stream-state.ts";

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
 * message published twice is harmless, a stream that was lost is filled again
 * from the rows that are kept, and what a full one refuses waits.
 */
export function startRelay({ db, nats, service, replicas, log }: Relay): Background & { poke(): void } {
  let checkedAt = 0;
  const name = streamOf(service);
  let filling = false;
  let behind = "";
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
      let more = true;
      while (more && !loop.stopping()) {
        if (filling) filling = await db.machinery((tx) => publishAgain(tx, name));
        const { done, all, refused } = await publishBatch();
        if (done === 0 && refused !== undefined) throw refused;
        more = refused === undefined && (filling || !all);
      }
    },
  });

  async function checkStream(): Promise<void> {
    const jsm = await jetstreamManager(nats, { timeout: PUBLISH_TIMEOUT_MS });
    const waiting = await db.machinery(async (tx) => {
      const known = await lockState(tx, name);
      const stream = await ensureStream(jsm, service, replicas);
      const { lost, oldUpTo, ...now } = await saveState(tx, known, stream);
      if (lost) log.warn({ stream: name }, "the stream was lost; publishing again");
      filling = now.filling;
      tellWhoIsBehind(await makeRoom(tx, jsm, { stream, oldUpTo }));
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

  /** Single records first, and a piece of bulk work with them, however many there are. */
  async function publishBatch(): Promise<Published> {
    const js = jetstream(nats, { timeout: PUBLISH_TIMEOUT_MS });
    return db.machinery(async (tx) => {
      const [single, bulk] = await Promise.all([selectWaitingSingle(tx, BATCH_SIZE_MAX), selectPiece(tx)]);
      const rows = [...single, ...bulk];
      if (rows.length === 0) return { done: 0, all: true };
      const parcels = parcelsOf(rows);
      const acks = await Promise.allSettled(parcels.map((parcel) => publishParcel(js, parcel)));
      const done = parcels.filter((_, i) => acks[i]?.status === "fulfilled").flat();
      await markPublished(
        tx,
        done.map(({ id }) => id),
        acks,
      );
      outboxPublished.inc(done.length);
      const refused = acks.find((ack) => ack.status === "rejected");
      if (refused !== undefined) checkedAt = 0;
      return { done: done.length, all: single.length < BATCH_SIZE_MAX && bulk.length === 0, refused: refused?.reason };
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
      tx`update outbox_stream set last_seq = greatest(last_seq, ${lastSeq}) where name = ${name}`,
    ]);
  }

  return loop;
}

interface Published {
  done: number;
  /** There is nothing more, as far as one batch can tell. */
  all: boolean;
  /** Why others wait. */
  refused?: Error;
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
