import { z } from "zod";
import type { Tx } from "../db/pool.ts";
import { newId } from "../process/id.ts";
import type { Consumer } from "./consume.ts";

/** Older events may have left the outbox, which keeps them for 7 days after they were published. */
export const EVENT_DAYS_MAX = 6;
/** With more events, a person has to say whether something was lost. */
const EVENTS_MAX = 200_000;
/** Clocks of services differ by less than this. */
const CLOCKS_MS = 3_600_000;
const DAY_MS = 86_400_000;

/**
 * Number and digest of the events that a consumer has handled, by type and from some id on. The producer has the same
 * events in its outbox if neither of both has lost one.
 */
export const Held = z.strictObject({
  types: z.array(z.string().max(200)).max(100),
  from: z.guid(),
  count: z.int().nonnegative(),
  digest: z.string().regex(/^-?\d{1,20}$/),
});
export type Held = z.output<typeof Held>;

interface Difference {
  /** Of events of the producer. */
  consumers: readonly Consumer[];
  nameOf(consumer: Consumer): string;
  behind: "self" | "neighbour";
  behindSince: Date;
}

/**
 * The events that this service has handled of a producer, after one of both was set back. Null if that cannot be judged.
 *
 * A producer that was set back lacks only events that are younger than its last mark. A consumer may have handled old
 * events in the time that was undone, so all events that an outbox keeps are compared.
 */
export async function selectHeld(tx: Tx, { consumers, nameOf, behind, behindSince }: Difference): Promise<Held | null> {
  const oldest = Date.now() - EVENT_DAYS_MAX * DAY_MS;
  if (behindSince.getTime() < oldest) return null;
  const judged = behind === "self" ? consumers : consumers.filter(({ onlyTells = false }) => !onlyTells);
  const types = judged.map(({ event }) => event.typeName);
  const names = judged.map(nameOf);
  const since = behind === "self" ? oldest : Math.max(oldest, behindSince.getTime() - CLOCKS_MS);
  const from = newId(since);
  const [row] = await tx<[{ count: number; digest: string }]>`
    select count(*)::int as count, ${digest(tx)} as digest from (
      select id from inbox
      where received_at > ${new Date(since - CLOCKS_MS)} and id > ${from} and consumer = any(${names})
      limit ${EVENTS_MAX + 1}) events`;
  return row.count > EVENTS_MAX ? null : { types, from, ...row };
}

/** Whether the outbox has exactly the events that the consumer has handled. */
export async function hasSame(tx: Tx, { types, from, count, digest: held }: Held): Promise<boolean> {
  const [row] = await tx<[{ read: number; count: number; digest: string }]>`
    select count(*)::int as read, (count(*) filter (where type = any(${types})))::int as count,
      ${digest(tx, tx`filter (where type = any(${types}))`)} as digest
    from (select id, type from outbox where id > ${from} limit ${EVENTS_MAX + 1}) events`;
  return row.read <= EVENTS_MAX && row.count === count && row.digest === held;
}

/** The last 64 bits of a UUIDv7 are random. */
const digest = (tx: Tx, filter = tx``) => tx`
  coalesce(bit_xor(('x' || right(replace(id::text, '-', ''), 16))::bit(64)::bigint) ${filter}, 0)::text`;
