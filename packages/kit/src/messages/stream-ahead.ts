import { fromBinary } from "@bufbuild/protobuf";
import { EventBatchSchema } from "@emissions/proto/common/v1/event";
import type { JetStreamManager, StreamInfo } from "@nats-io/jetstream";
import type { Tx } from "../db/transactions.ts";
import type { KnownStream } from "./stream-state.ts";

/** Messages read at a time. */
const READ_MAX = 50;
/**
 * Relays that were killed before their commit leave some hundred messages behind the stored position. With more, the
 * database counts as older without a look at them: it costs only the work of publishing again.
 */
const UNKNOWN_MAX = 2_000;

/**
 * Whether the stream has events that the outbox does not have: a backup of the database was restored, and the events are
 * of a time that no longer exists. Looks at the messages behind the stored position.
 */
export async function isAhead(
  tx: Tx,
  jsm: JetStreamManager,
  known: KnownStream | undefined,
  { config: { name }, created, state }: StreamInfo,
): Promise<boolean> {
  const isSame = known !== undefined && known.createdAt.getTime() === new Date(created).getTime();
  const first = Math.max(state.first_seq, isSame ? Number(known.lastSeq) + 1 : 1);
  if (state.messages === 0 || first > state.last_seq) return false;
  if (state.last_seq - first >= UNKNOWN_MAX) return true;
  for (let from = first; from <= state.last_seq; from += READ_MAX) {
    const count = Math.min(READ_MAX, state.last_seq - from + 1);
    const messages = await Promise.all(
      Array.from({ length: count }, (_, index) => jsm.streams.getMessage(name, { seq: from + index })),
    );
    const ids = new Set(messages.flatMap((message) => (message === null ? [] : idsIn(message.data))));
    const [row] = await tx<[{ found: number }]>`
      select count(*)::int as found from outbox where id = any(${[...ids]}::uuid[])`;
    if (row.found < ids.size) return true;
  }
  return false;
}

/** Consumers drop unreadable messages. */
function idsIn(data: Uint8Array): string[] {
  try {
    return fromBinary(EventBatchSchema, data).events.map(({ id }) => id);
  } catch {
    return [];
  }
}
