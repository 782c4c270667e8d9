import type { NatsConnection } from "@nats-io/transport-node";
import type { Logger } from "pino";
import { withLease } from "../db/lease.ts";
import type { Tx } from "../db/pool.ts";
import type { Db } from "../db/transactions.ts";
import { type Background, repeat } from "../process/repeat.ts";
import type { Consumer } from "./consume.ts";
import { Answer, EVENT_IDS_MAX, type Question } from "./marks.ts";
import { durableOf, partsOf } from "./stream.ts";
import { checkSubjectOf } from "./stream-checks.ts";

interface Exchange {
  db: Db;
  nats: NatsConnection;
  service: string;
  consumers: readonly Consumer[];
  log: Logger;
  everyMs?: number;
}

/** A schema that was set back is found within this time. */
const EVERY_MS = 5_000;
const ASK_TIMEOUT_MS = 5_000;
/** Events that were handled while the last marks were exchanged are named again. */
const OVERLAP_S = 10;

interface Known {
  mark: string | null;
  position: string;
  agreedAt: Date;
  behind: string | null;
  eventsLost: boolean;
  accepted: boolean;
}

/**
 * Shows to each producer, again and again, the last mark of it and the events handled since. One of both may have been
 * set back to an older moment, for which the streams of messages cannot show a difference.
 */
export function startExchange({ db, nats, service, consumers, log, everyMs = EVERY_MS }: Exchange): Background {
  const producers = Map.groupBy(consumers, ({ event }) => partsOf(event.typeName).owner);
  // Events of a service to itself are in one schema.
  producers.delete(service);
  return repeat({
    everyMs,
    onError: (error) => log.warn({ err: error }, "marks could not be exchanged with a neighbour"),
    work: async () => {
      if (nats.isClosed() || producers.size === 0) return;
      await withLease(db, "neighbours", async (signal) => {
        for (const [producer, from] of producers) {
          if (signal.aborted) return;
          const durables = from.map(({ event }) => durableOf(service, event.typeName));
          await exchange({ db, nats, service, log }, producer, durables);
        }
      });
    },
  });
}

async function exchange(
  { db, nats, service, log }: Omit<Exchange, "consumers">,
  producer: string,
  durables: readonly string[],
): Promise<void> {
  const question = await db.systemWide((tx) => questionFor(tx, service, producer, durables));
  const answer = await ask(nats, producer, question);
  if (answer === null) return;
  const isNews = await db.systemWide((tx) => keepAnswer(tx, { producer, durables, question, answer }));
  if (isNews && "behind" in answer) {
    const { behind, since, lost } = answer;
    const details = { producer, behind: behind === "producer" ? producer : service, since, events: lost.slice(0, 10) };
    log.error(details, "a neighbour has another past: the schema of one service was set back alone");
  }
}

async function questionFor(tx: Tx, consumer: string, producer: string, durables: readonly string[]): Promise<Question> {
  await tx`insert into neighbours (name, role) values (${producer}, 'producer') on conflict do nothing`;
  const [known] = await tx<[Known]>`
    select mark, position, agreed_at, behind, events_lost, accepted from neighbours
    where name = ${producer} and role = 'producer'`;
  const { mark, position, agreedAt, behind, eventsLost, accepted } = known;
  const events = await selectHandled(tx, producer, durables);
  return {
    consumer,
    mark,
    position,
    agreedAt: agreedAt.toISOString(),
    events,
    diverged: behind !== null,
    eventsLost,
    accepted,
  };
}

/** The last events of a producer that were handled since both sides agreed. */
async function selectHandled(tx: Tx, producer: string, durables: readonly string[]): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from inbox
    where received_at > (
        select greatest(agreed_at - make_interval(secs => ${OVERLAP_S}), begun_at) from neighbours
        where name = ${producer} and role = 'producer')
      and consumer = any(${durables as string[]})
    order by received_at desc limit ${EVENT_IDS_MAX}`;
  return [...new Set(rows.map(({ id }) => id))];
}

/** Null without an answer: the producer is away, or of a release without marks. */
async function ask(nats: NatsConnection, producer: string, question: Question): Promise<Answer | null> {
  try {
    const { data } = await nats.request(checkSubjectOf(producer), JSON.stringify(question), {
      timeout: ASK_TIMEOUT_MS,
    });
    return data.length === 0 ? null : Answer.parse(JSON.parse(new TextDecoder().decode(data)));
  } catch {
    return null;
  }
}

interface Answered {
  producer: string;
  durables: readonly string[];
  question: Question;
  answer: Answer;
}

/**
 * Keeps the answer if this service still has the mark that it has shown. Otherwise its own schema was set back since,
 * or another process has exchanged marks. True if a difference is new.
 */
async function keepAnswer(tx: Tx, { producer, durables, question, answer }: Answered): Promise<boolean> {
  const isAsked = tx`
    name = ${producer} and role = 'producer' and mark is not distinct from ${question.mark}::uuid
    and accepted = ${question.accepted}`;
  if ("mark" in answer) {
    await tx`
      update neighbours set mark = ${answer.mark}, position = ${answer.position}, agreed_at = now(), behind = null,
        behind_since = null, accepted = false, events_lost = false,
        begun_at = case when ${answer.anew} then now() else begun_at end
      where ${isAsked} and (${answer.anew} or not events_lost)`;
    return false;
  }
  const lost = answer.lost.length > 0;
  if (lost) {
    const handled = new Set(await selectHandled(tx, producer, durables));
    if (!answer.lost.some((id) => handled.has(id))) return false;
  }
  const rows = await tx<{ wasBehind: string | null }[]>`
    update neighbours set behind = ${answer.behind === "producer" ? "neighbour" : "self"},
      behind_since = coalesce(behind_since, ${answer.since}), events_lost = events_lost or ${lost}
    where ${isAsked} returning old.behind as was_behind`;
  return rows.some(({ wasBehind }) => wasBehind === null);
}
