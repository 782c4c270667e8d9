import type { NatsConnection } from "@nats-io/transport-node";
import type { Logger } from "pino";
import { withLease } from "../db/lease.ts";
import type { Tx } from "../db/pool.ts";
import type { Db } from "../db/transactions.ts";
import { type Background, repeat } from "../process/repeat.ts";
import type { Consumer } from "./consume.ts";
import { selectHeld } from "./held-events.ts";
import { Answer, EVENT_IDS_MAX, type Question } from "./marks.ts";
import { inboxNameOf, partsOf } from "./stream.ts";
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
  behind: "self" | "neighbour" | null;
  behindSince: Date | null;
  eventsLost: boolean;
  accepted: boolean;
}

/**
 * Shows to each producer, again and again, the last mark of it and the events handled since. One of both may have been
 * set back to an older moment, for which the streams of messages cannot show a difference.
 */
export function startExchange({ db, nats, service, consumers, log, everyMs = EVERY_MS }: Exchange): Background {
  const types = consumers.map(({ event }) => event.typeName);
  const nameOf = ({ event }: Consumer) => inboxNameOf(service, event.typeName, types);
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
          await exchange({ db, nats, service, log }, { producer, consumers: from, nameOf });
        }
      });
    },
  });
}

interface Producer {
  producer: string;
  /** Of its events. */
  consumers: readonly Consumer[];
  /** The name of a consumer in the inbox. */
  nameOf(consumer: Consumer): string;
}

async function exchange({ db, nats, service, log }: Omit<Exchange, "consumers">, of: Producer): Promise<void> {
  const { producer, consumers, nameOf } = of;
  const names = consumers.filter(({ onlyTells = false }) => !onlyTells).map(nameOf);
  const question = await db.systemWide((tx) => questionFor(tx, service, { ...of, names }));
  const answer = await ask(nats, producer, question);
  if (answer === null) return;
  const isNews = await db.systemWide((tx) => keepAnswer(tx, { producer, names, question, answer }));
  if (isNews && "behind" in answer) {
    const { behind, since, lost } = answer;
    const details = { producer, behind: behind === "producer" ? producer : service, since, events: lost.slice(0, 10) };
    log.error(details, "a neighbour has another past: the schema of one service was set back alone");
  }
  if (isNews && "mark" in answer) log.info({ producer }, "a neighbour has the same past again");
}

interface Asking extends Producer {
  /** Of consumers with events that can be missed. */
  names: readonly string[];
}

async function questionFor(tx: Tx, service: string, { names, ...of }: Asking): Promise<Question> {
  const { producer } = of;
  await tx`insert into neighbours (name, role) values (${producer}, 'producer') on conflict do nothing`;
  const [known] = await tx<[Known]>`
    select mark, position, agreed_at, behind, behind_since, events_lost, accepted from neighbours
    where name = ${producer} and role = 'producer'`;
  const { mark, position, agreedAt, behind, behindSince, eventsLost, accepted } = known;
  const events = await selectHandled(tx, producer, names);
  const held =
    behind === null || behindSince === null || eventsLost ? null : await selectHeld(tx, { ...of, behind, behindSince });
  return {
    consumer: service,
    mark,
    position,
    agreedAt: agreedAt.toISOString(),
    events,
    diverged: behind !== null,
    eventsLost,
    held,
    accepted,
  };
}

/** The last events of a producer that were handled since both sides agreed. */
async function selectHandled(tx: Tx, producer: string, names: readonly string[]): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from inbox
    where received_at > (
        select greatest(agreed_at - make_interval(secs => ${OVERLAP_S}), begun_at) from neighbours
        where name = ${producer} and role = 'producer')
      and consumer = any(${names as string[]})
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
  names: readonly string[];
  question: Question;
  answer: Answer;
}

/**
 * Keeps the answer if this service still has the mark that it has shown. Otherwise its own schema was set back since,
 * or another process has exchanged marks. True if a difference is new, or has ended.
 */
async function keepAnswer(tx: Tx, { producer, names, question, answer }: Answered): Promise<boolean> {
  const isAsked = tx`
    name = ${producer} and role = 'producer' and mark is not distinct from ${question.mark}::uuid
    and accepted = ${question.accepted}`;
  if ("mark" in answer) {
    const rows = await tx<{ wasBehind: string | null }[]>`
      update neighbours set mark = ${answer.mark}, position = ${answer.position}, agreed_at = now(), behind = null,
        behind_since = null, accepted = false, events_lost = false,
        begun_at = case when ${answer.anew} then now() else begun_at end
      where ${isAsked} and (${answer.anew} or not events_lost)
      returning old.behind as was_behind`;
    return rows.some(({ wasBehind }) => wasBehind !== null);
  }
  const lost = answer.lost.length > 0;
  if (lost) {
    const handled = new Set(await selectHandled(tx, producer, names));
    if (!answer.lost.some((id) => handled.has(id))) return false;
  }
  const rows = await tx<{ wasBehind: string | null }[]>`
    update neighbours set behind = ${answer.behind === "producer" ? "neighbour" : "self"},
      behind_since = least(behind_since, ${answer.since}::timestamptz), events_lost = events_lost or ${lost}
    where ${isAsked} returning old.behind as was_behind`;
  return rows.some(({ wasBehind }) => wasBehind === null);
}
