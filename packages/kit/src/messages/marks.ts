import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Tx } from "../db/pool.ts";
import type { Db } from "../db/transactions.ts";
import { EVENT_DAYS_MAX, Held, hasSame } from "./held-events.ts";

/** Ids of events that a consumer names in one question. */
export const EVENT_IDS_MAX = 200;

const Position = z.string().regex(/^\d{1,18}$/);

/** A consumer shows to a producer the last mark that it received, and events that it has handled since. */
export const Question = z.strictObject({
  consumer: z.string().regex(/^[a-z]{1,30}$/),
  mark: z.guid().nullable(),
  position: Position,
  agreedAt: z.iso.datetime(),
  events: z.array(z.guid()).max(EVENT_IDS_MAX),
  /** The consumer found out earlier that both differ, and has kept that. */
  diverged: z.boolean(),
  eventsLost: z.boolean(),
  /** All handled events, to show that none is missing on either side. */
  held: Held.nullable(),
  accepted: z.boolean(),
});
export type Question = z.output<typeof Question>;

export const Answer = z.union([
  z.strictObject({
    mark: z.guid(),
    position: Position,
    /** Both begin anew: earlier marks and events do not count any more. */
    anew: z.boolean(),
  }),
  z.strictObject({
    behind: z.enum(["producer", "consumer"]),
    since: z.iso.datetime(),
    /** Handled events that the producer does not have. */
    lost: z.array(z.guid()).max(EVENT_IDS_MAX),
  }),
]);
export type Answer = z.output<typeof Answer>;

interface Given {
  mark: string | null;
  position: string;
  shown: string | null;
  agreedAt: Date;
  accepted: boolean;
}

/** Throws for a question that cannot be read. */
export async function answerMark(db: Db, question: Uint8Array): Promise<Uint8Array> {
  const parsed = Question.parse(JSON.parse(new TextDecoder().decode(question)));
  return new TextEncoder().encode(JSON.stringify(await db.systemWide((tx) => answerQuestion(tx, parsed))));
}

/**
 * Judges the mark of a consumer, and gives it the next one. A consumer shows the last mark that it was given, or the
 * one before, if the answer was lost. Any other mark is of a time that one of both no longer has.
 */
export async function answerQuestion(tx: Tx, question: Question): Promise<Answer> {
  const { consumer, mark } = question;
  await tx`insert into neighbours (name, role) values (${consumer}, 'consumer') on conflict do nothing`;
  const [given] = await tx<[Given]>`
    select mark, position, shown, agreed_at, accepted from neighbours
    where name = ${consumer} and role = 'consumer' for update`;
  // Until the consumer shows the mark of the new beginning: an answer may be lost.
  const isAnew = question.accepted || (given.accepted && (given.mark === null || mark !== given.mark));
  const lost = isAnew ? [] : await selectLost(tx, question.events);
  const found = isAnew ? null : behindOf(question, given, lost);
  const behind = found !== null && (await isHarmless(tx, question, given, lost)) ? null : found;
  if (behind !== null) {
    const since = new Date(Math.min(given.agreedAt.getTime(), Date.parse(question.agreedAt)));
    // A delayed question shows an old mark. Only one that repeats the finding of its service counts.
    if (question.diverged) await keepBehind(tx, consumer, behind === "producer" ? "self" : "neighbour", since);
    return { behind, since: since.toISOString(), lost };
  }
  if (!isAnew && given.mark !== null && mark === given.shown) return repeat(tx, consumer, given.mark);
  const [own, shown] = [BigInt(given.position), BigInt(question.position)];
  const position = String((own > shown ? own : shown) + 1n);
  const next = randomUUID();
  await tx`
    update neighbours set mark = ${next}, position = ${position}, shown = ${mark}, agreed_at = now(), behind = null,
      behind_since = null, accepted = ${isAnew && given.accepted}
    where name = ${consumer} and role = 'consumer'`;
  return { mark: next, position, anew: isAnew };
}

/** The answer of the previous question was lost. */
async function repeat(tx: Tx, consumer: string, mark: string): Promise<Answer> {
  const [row] = await tx<[{ position: string }]>`
    update neighbours set agreed_at = now(), behind = null, behind_since = null
    where name = ${consumer} and role = 'consumer' returning position`;
  return { mark, position: row.position, anew: false };
}

function behindOf(
  { mark, position, eventsLost }: Question,
  given: Given,
  lost: readonly string[],
): "producer" | "consumer" | null {
  if (eventsLost || lost.length > 0) return "producer";
  if (mark === given.mark || mark === given.shown) return null;
  return BigInt(position) < BigInt(given.position) ? "consumer" : "producer";
}

/** One of both was set back, but no event was handled since, or all of them are on both sides. */
async function isHarmless(
  tx: Tx,
  { mark, eventsLost, held }: Question,
  given: Given,
  lost: readonly string[],
): Promise<boolean> {
  // Without a mark, the time to which a schema was set back is not known.
  if (mark === null || given.mark === null || eventsLost || lost.length > 0 || held === null) return false;
  return hasSame(tx, held);
}

async function selectLost(tx: Tx, events: readonly string[]): Promise<string[]> {
  const oldest = Date.now() - EVENT_DAYS_MAX * 86_400_000;
  const recent = events.filter((id) => timeOf(id) > oldest);
  if (recent.length === 0) return [];
  const rows = await tx<{ id: string }[]>`
    select e.id from unnest(${recent}::uuid[]) as e (id) where not exists (select from outbox o where o.id = e.id)`;
  return rows.map(({ id }) => id);
}

/** The first 48 bits of a UUIDv7 are milliseconds. */
const timeOf = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

const keepBehind = (tx: Tx, consumer: string, behind: "self" | "neighbour", since: Date) => tx`
  update neighbours set behind = ${behind}, behind_since = least(behind_since, ${since}::timestamptz)
  where name = ${consumer} and role = 'consumer'`;
