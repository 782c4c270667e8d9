import type { ConsumerInfo, JetStreamManager, StreamInfo } from "@nats-io/jetstream";
import type { Tx } from "../db/pool.ts";

/** Above this share of the stream's size, messages that all consumers acknowledged are removed at once. */
const FULL_SHARE = 0.5;
/** A consumer not seen for this long belonged to an older version. The retention ignores it. */
const CONSUMER_STALE_DAYS = 7;
const SEEN_EVERY_HOURS = 1;

/**
 * A stream drops nothing by itself: a full one refuses messages, which wait in the outbox. The relay therefore removes
 * messages that all consumers have acknowledged: old ones always, recent ones if the stream is more than half full.
 * Answers the names of the consumers that are behind.
 */
export async function trimStream(
  tx: Tx,
  jsm: JetStreamManager,
  { stream, oldUpTo }: { stream: StreamInfo; oldUpTo: number },
): Promise<string[]> {
  const { config, state } = stream;
  const { consumers, missing } = await consumersOf(tx, jsm, config.name);
  const isFull = state.bytes > config.max_bytes * FULL_SHARE;
  const acknowledged = Math.min(isFull ? state.last_seq : oldUpTo, ...consumers.map(acknowledgedUpTo));
  if (missing.length === 0 && acknowledged >= state.first_seq)
    await jsm.streams.purge(config.name, { seq: acknowledged + 1 });
  if (!isFull) return [];
  return [...missing, ...consumers.filter((one) => acknowledgedUpTo(one) < state.last_seq).map(({ name }) => name)];
}

/** The sequence up to which all messages are acknowledged. Infinite if none is left. */
const acknowledgedUpTo = ({ num_pending, num_ack_pending, ack_floor }: ConsumerInfo): number =>
  num_pending + num_ack_pending === 0 ? Number.POSITIVE_INFINITY : ack_floor.stream_seq;

/** Consumers of the stream, and the names of known consumers that it lacks. */
async function consumersOf(tx: Tx, jsm: JetStreamManager, stream: string) {
  const consumers: ConsumerInfo[] = [];
  for await (const consumer of jsm.consumers.list(stream)) consumers.push(consumer);
  const names = new Set(consumers.map(({ name }) => name));
  const known = await tx<{ name: string; seenLately: boolean }[]>`
    select name, seen_at > now() - make_interval(hours => ${SEEN_EVERY_HOURS}) as seen_lately from outbox_consumers
    where stream = ${stream} and seen_at > now() - make_interval(days => ${CONSUMER_STALE_DAYS})`;
  const seen = names.difference(new Set(known.filter(({ seenLately }) => seenLately).map(({ name }) => name)));
  if (seen.size > 0) {
    await tx`
      insert into outbox_consumers (stream, name) select ${stream}, unnest(${[...seen]}::text[])
      on conflict (stream, name) do update set seen_at = now()`;
  }
  return { consumers, missing: known.map(({ name }) => name).filter((name) => !names.has(name)) };
}
