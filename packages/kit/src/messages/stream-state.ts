import type { StreamInfo } from "@nats-io/jetstream";
import type { Tx } from "../db/pool.ts";

/** Acknowledged messages stay for this long, for inspection and for new consumers. */
const ACKNOWLEDGED_HOURS = 24;
/** Rows published again in one transaction. */
const REPUBLISH_ROWS_MAX = 10_000;

interface Seen {
  /** True if the stream is younger than the stored state, or behind it: it has lost messages. */
  lost: boolean;
  /** True while lost messages are published again. */
  filling: boolean;
  /** Messages up to this sequence are older than the retention. */
  oldUpTo: number;
}

/** The stored state of a stream. */
export interface KnownStream {
  createdAt: Date;
  lastSeq: string;
}

/** Locks before NATS is asked. Otherwise messages that another relay publishes meanwhile would look like a loss. */
export async function lockState(tx: Tx, name: string): Promise<KnownStream | undefined> {
  const [known] = await tx<KnownStream[]>`
    select created_at, last_seq from outbox_stream where name = ${name} for update`;
  return known;
}

/** Stores the state of the stream, and compares it with the stored one. `emptied` streams have lost all messages. */
export async function saveState(
  tx: Tx,
  known: KnownStream | undefined,
  { config: { name }, created, state }: StreamInfo,
  { emptied = false } = {},
): Promise<Seen> {
  // Postgres stores microseconds and NATS nanoseconds, so milliseconds are compared.
  const younger = known !== undefined && known.createdAt.getTime() !== new Date(created).getTime();
  const lost = emptied || younger || state.last_seq < Number(known?.lastSeq ?? 0);
  const [row] = await tx<[{ filling: boolean; oldUpTo: string | null }]>`
    insert into outbox_stream as s (name, created_at, last_seq, marked_seq, again_before)
    values (${name}, ${created}, ${state.last_seq}, ${state.last_seq}, case when ${lost} then now() end)
    on conflict (name) do update set
      created_at   = excluded.created_at,
      last_seq     = excluded.last_seq,
      marked_seq   = case when ${lost} or ${isOld(tx)} then excluded.last_seq else s.marked_seq end,
      marked_at    = case when ${lost} or ${isOld(tx)} then now() else s.marked_at end,
      again_before = case when ${lost} then now() else s.again_before end,
      again_from   = case when ${lost} then '-infinity' else s.again_from end
    returning again_before is not null as filling,
      case when not ${lost} and new.marked_at <> old.marked_at then old.marked_seq end as old_up_to`;
  return { lost, filling: row.filling, oldUpTo: Number(row.oldUpTo ?? 0) };
}

const isOld = (tx: Tx) => tx`s.marked_at < now() - make_interval(hours => ${ACKNOWLEDGED_HOURS})`;

/** Marks the next rows that were published before the loss as unpublished. Answers false when no row is left. */
export async function publishAgain(tx: Tx, name: string): Promise<boolean> {
  // A statement of its own, because it must see the progress of another relay.
  await lockState(tx, name);
  const [stream] = await tx<{ filling: boolean }[]>`
    with filled as (
      select name, again_before, again_from from outbox_stream where name = ${name} and again_before is not null),
    next as materialized (
      select o.id, o.created_at from filled cross join lateral (
        select id, created_at from outbox
        where published_at < filled.again_before and created_at >= filled.again_from
        order by created_at limit ${REPUBLISH_ROWS_MAX}) o),
    again as (update outbox set published_at = null where id in (select id from next)),
    step as (select count(*)::int as rows, max(created_at) as upto from next)
    update outbox_stream s set
      again_from = coalesce(step.upto, s.again_from),
      again_before = case when step.rows = ${REPUBLISH_ROWS_MAX} then s.again_before end
    from step, filled where s.name = filled.name
    returning s.again_before is not null as filling`;
  return stream?.filling ?? false;
}
